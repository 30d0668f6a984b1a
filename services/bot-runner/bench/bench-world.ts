import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DiscordBot } from '@kith/kit/testing';
import { waitFor } from '@kith/kit/testing';
import type { ChannelSettings } from '@kith/proto';
import { RunnerHarness } from '../test/runner-harness.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUILT_RUNNER = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/**
 * SIGUSR2 collects the garbage of a process, and returns the pages that V8 keeps for later allocations to the system, so that only what the
 * process holds is measured, not how much garbage it had at its busiest moment.
 */
const COLLECT = "globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })";
const COLLECTS = ['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2',()=>${COLLECT})`];
/** As deploy/start.mjs and deploy/docker/Dockerfile start it. */
const AS_INSTALLED = { flags: ['--max-semi-space-size=16'], env: { MALLOC_ARENA_MAX: '2' } };
/** What a server has of each: a library that keeps servers in memory keeps these too. */
const CHANNELS_AND_ROLES = 30;
const TICKS_PER_S = Number(execFileSync('getconf', ['CLK_TCK']));

export type Peer = 'raw-client' | 'discordjs-client';
/** What a peer does with the messages that it receives. */
export type PeerWork = 'idle' | 'echo';

/** A stand-in Discord and what a runner needs, with one runner of the built code. */
export class BenchWorld {
  private readonly peers = new Set<ChildProcess>();

  private constructor(
    readonly harness: RunnerHarness,
    readonly runner: ChildProcess,
  ) {}

  static async open(): Promise<BenchWorld> {
    // Measured is the time of the runner, not that for which Discord lets it wait.
    const harness = await RunnerHarness.open({ identifyEveryMs: 0, isRateLimited: false });
    // The stand-in counts the sessions of all bots together.
    harness.discord.limitIdentifies(1_000_000);
    const program = [...AS_INSTALLED.flags, ...COLLECTS, BUILT_RUNNER];
    const runner = await harness.startProcess({ program, env: { LOG_LEVEL: 'info', ...AS_INSTALLED.env } });
    keepOnOneCore(runner);
    return new BenchWorld(harness, runner);
  }

  /** Bots of the runner that are online, each in so many servers. */
  async onlineBots(
    count: number,
    servers = 1,
    settings: Partial<ChannelSettings> = {},
  ): Promise<{ bot: DiscordBot; botId: string }[]> {
    const { harness } = this;
    const added = Array.from({ length: count }, () => harness.addBot(settings));
    for (const { bot } of added) this.addServers(bot, servers);
    // Not by jobs: the runner reads the list of bots that should be online.
    for (const { botId } of added) harness.bots.startUnannounced(botId);
    await waitFor('all bots to be online', () => added.every(({ bot }) => harness.discord.isConnected(bot)), 180_000);
    return added;
  }

  /** Bots for a peer, each in so many servers. */
  newBots(count: number, servers = 1): DiscordBot[] {
    const bots = Array.from({ length: count }, () => this.harness.discord.addBot());
    for (const bot of bots) this.addServers(bot, servers);
    return bots;
  }

  /** Starts a client of another kind; `connect` lets it log in the bots and resolves when all are ready. */
  async startPeer(
    name: Peer,
  ): Promise<{ process: ChildProcess; connect(bots: readonly DiscordBot[], work: PeerWork): Promise<void> }> {
    const main = fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url));
    const flags = [...COLLECTS, '--conditions=@kith/source', '--import', './deploy/register-swc.mjs'];
    const child = spawn(process.execPath, [...flags, main], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.peers.add(child);
    await once(child, 'message');
    keepOnOneCore(child);
    const { apiUrl } = this.harness.discord;
    return {
      process: child,
      connect: async (bots, work) => {
        child.send({ apiUrl, tokens: bots.map(({ token }) => token), work });
        await once(child, 'message');
      },
    };
  }

  async close(): Promise<void> {
    for (const peer of this.peers) peer.kill('SIGKILL');
    await this.harness.close();
  }

  /** A bot is in a small server of its own from the beginning; more than that one has as many channels and roles each. */
  private addServers(bot: DiscordBot, count: number): void {
    if (count === 1) return;
    const { discord } = this.harness;
    const channels = Array.from({ length: CHANNELS_AND_ROLES }, (_, n) => `channel-${n}`);
    for (const name of channels.slice(1)) discord.addChannel(bot, { name });
    const others = Array.from({ length: count - 1 }, (_, server) => discord.addGuild({ name: `Server ${server}`, channels }).id);
    for (const guildId of [bot.guildId, ...others])
      for (let role = 0; role < CHANNELS_AND_ROLES; role += 1) discord.addRole(guildId, { name: `Role ${role}` });
    for (const guildId of others) discord.addBotToGuild(bot, { guildId });
  }
}

/** The runner and what it is compared with have one processor, the same one; the stand-in Discord has the others. Only Linux can do that. */
function keepOnOneCore({ pid }: ChildProcess): void {
  if (process.platform === 'linux' && availableParallelism() > 1) spawnSync('taskset', ['--all-tasks', '-cp', '0', String(pid)]);
}

/** Resident memory in KiB after the garbage was collected. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  if (pid === undefined) throw new Error('no process');
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await pause(500);
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Microseconds of CPU that the process has used. */
export function cpuOf({ pid }: ChildProcess): number {
  const fields =
    readFileSync(`/proc/${pid ?? 0}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_S) * 1e6;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const rows: { what: string; value: number; 'at most': number }[] = [];

/** Prints one row; the process fails at the end when a row is above its limit. */
export function report(what: string, value: number, limit: number, unit: string): void {
  const isMet = value <= limit;
  rows.push({ what: `${what}, ${unit}`, value, 'at most': limit });
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${round(value)} ${unit} (at most ${limit} ${unit})\n`);
}

/** The exit code: 0 when every reported row is within its limit. Writes the rows as JSON to the file that BENCH_JSON names. */
export function exitCode(): number {
  const { BENCH_JSON } = process.env;
  if (BENCH_JSON) writeFileSync(BENCH_JSON, JSON.stringify({ rows }));
  return rows.every((row) => row.value <= row['at most']) ? 0 : 1;
}

const round = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : value < 1000 ? 1 : 0);
