import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { sandbox, type CommandContext, type PassReport } from '@kith/proto';
import { definition } from '@kith/sandbox';
import { SandboxService } from '../src/sandbox.service.js';
import { StandInHost } from './stand-in-host.js';

export const VALID_COMMAND =
  'export default async ({ args }) => ({ success: true, response: `hi ${args[0]}`, shouldReply: true });';

export interface SandboxUnderTest {
  readonly stack: ServicesUnderTest;
  /** Runs the code to its end for a new user each time, so that the limits per user do not apply. */
  run(code: string, context?: Partial<CommandContext>, host?: StandInHost): Promise<PassReport>;
  /** The response of a command that must succeed. */
  response(code: string, context?: Partial<CommandContext>): Promise<string>;
  /** The guest process that was started last; undefined while there is none. */
  guest(): ChildProcess | undefined;
}

export async function sandboxUnderTest(): Promise<SandboxUnderTest> {
  const stack = await servicesUnderTest([definition]);
  const run: SandboxUnderTest['run'] = (code, context, host = new StandInHost()) => {
    const userId = randomUUID();
    const begun = { seed: userId.replaceAll('-', '').slice(0, 16), startedAtMs: Date.now() };
    const given = aContext(context);
    return host.runToEnd((rounds) => stack.ask(sandbox.run, { userId, plan: 'free', code, context: given, rounds, ...begun }));
  };
  return {
    stack,
    run,
    response: async (code, context) => {
      const { result, error } = await run(code, context);
      if (!result) throw new Error(error?.message ?? 'neither result nor error');
      return result.response;
    },
    guest: () => {
      const service: object | undefined = stack.services.get('sandbox')?.app.get(SandboxService);
      return guestsOf(Reflect.get(service ?? {}, 'pool') as object).at(-1);
    },
  };
}

/** The guest processes of a pool, the newest last. */
export function guestsOf(pool: object): ChildProcess[] {
  return [...(Reflect.get(pool, 'guests') as Set<{ process: ChildProcess }>)].map(({ process }) => process);
}

export function aContext(fields: Partial<CommandContext> = {}): CommandContext {
  return {
    message: '!greet Ada',
    userId: '100000000000000001',
    channelId: '100000000000000002',
    guildId: '100000000000000003',
    botId: randomUUID(),
    trigger: '!greet',
    args: ['Ada'],
    value: null,
    values: [],
    fields: {},
    options: {},
    ...fields,
  };
}

/** A value of /proc/<pid>/status in kB; 0 where there is no such file. */
export function statusKb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
