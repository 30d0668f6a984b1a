import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { connectionsTo, familyCpuMicros, type Processes } from './process-stats.js';

const PARENT = 1;
const TICK_MICROS = 10_000;

/** Processes of which the children end one after another, each right before or right after its state is read the first time. */
class EndingProcesses implements Processes {
  private readonly children = new Map([
    [2, 30],
    [3, 400],
    [4, 5000],
  ]);
  private endedTicks = 100_000;

  constructor(
    private readonly ending: ReadonlySet<number>,
    private readonly moment: 'before' | 'after',
  ) {}

  readonly ids = (): string[] => [PARENT, ...this.children.keys(), 9].map(String);

  readonly statOf = (pid: number): string[] => {
    if (pid === PARENT) return stat(0, 7, this.endedTicks);
    if (pid === 9) return stat(8, 1_000_000, 0);
    const ticks = this.children.get(pid);
    const isEnding = ticks !== undefined && this.ending.has(pid);
    if (isEnding) {
      this.children.delete(pid);
      this.endedTicks += ticks;
    }
    if (ticks === undefined || (isEnding && this.moment === 'before')) throw new Error(`no process ${pid}`);
    return stat(PARENT, ticks, 0);
  };
}

/** The state of a process in the order of proc(5), from the third field on. */
function stat(parent: number, ticks: number, endedTicks: number): string[] {
  const fields = Array.from({ length: 20 }, () => '0');
  return fields.with(0, 'S').with(1, String(parent)).with(11, String(ticks)).with(13, String(endedTicks));
}

describe('the CPU time of a process and its children', () => {
  it.each<['before' | 'after', number[]]>([
    ['before', []],
    ['before', [3]],
    ['before', [2, 3, 4]],
    ['after', [3]],
    ['after', [2, 3, 4]],
  ])('counts each child once when some end %s they are read: %j', (moment, ending) => {
    const processes = new EndingProcesses(new Set(ending), moment);
    expect(familyCpuMicros(PARENT, processes)).toBe((100_000 + 7 + 30 + 400 + 5000) * TICK_MICROS);
  });
});

describe('the connections of a process to a port', () => {
  it('are those that are open, not those to other ports nor the other ends of them', async () => {
    const servers = [createServer(), createServer()];
    const ports = await Promise.all(servers.map(listening));
    const opened = [ports[0], ports[0], ports[1]].map((port) => connect(port ?? 0, '127.0.0.1'));
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    expect(ports.map((port) => connectionsTo(port, process.pid))).toEqual([2, 1]);
    const [first, ...rest] = opened;
    first?.destroy();
    await once(first ?? process, 'close');
    expect(connectionsTo(ports[0] ?? 0, process.pid)).toBe(1);
    for (const socket of rest) socket.destroy();
    for (const server of servers) server.close();
  });
});

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
