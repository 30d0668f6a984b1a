import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerWorld } from './runner-world.js';

// Enough that an even split between two is more than a fair share of three.
const BOTS = 24;
const EVERY_MS = 20;

/** Members who write to all bots in turn: directly, so that no limit per channel or member refuses any. */
class Chatter {
  readonly ids: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly world: RunnerWorld,
    private readonly bots: readonly DiscordBot[],
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      const bot = this.bots[this.ids.length % this.bots.length];
      const authorId = String(100_000_000_000_000_000n + BigInt(this.ids.length));
      if (bot) this.ids.push(this.world.discord.say({ bot, content: `#${this.ids.length}`, authorId, guildId: null }));
    }, EVERY_MS);
  }

  async goOn(count: number): Promise<void> {
    const target = this.ids.length + count;
    await waitFor(`${count} more messages`, () => this.ids.length >= target, count * EVERY_MS * 3 + 5000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Ends; every message must have exactly one answer. */
  async allAnsweredOnce(): Promise<void> {
    this.stop();
    const { ids, world } = this;
    const answers = (): number[] => ids.map((id) => world.discord.repliesTo(id).length);
    await waitFor('an answer to each', () => answers().every((count) => count > 0), 40_000);
    expect(answers().filter((count) => count !== 1)).toEqual([]);
  }
}

// One story: starting runners takes longer than what happens to them, so each chapter goes on with those that the last one left.
// The loss of Redis comes late: after it nobody claims anything, or takes a runner for dead, for the time of a lease.
describe('of several runners', () => {
  let world: RunnerWorld;
  let bots: DiscordBot[];
  let chatter: Chatter;
  let [one, other]: ChildProcess[] = [];

  beforeAll(async () => {
    world = await RunnerWorld.open();
    const added = Array.from({ length: BOTS }, () => world.addBot());
    bots = added.map(({ bot }) => bot);
    [one, other] = await Promise.all([world.startProcess(), world.startProcess()]);
    await Promise.all(added.map(({ botId }) => world.bots.start(botId)));
    await Promise.all(added.map(({ botId }) => world.bots.waitForState(botId, 'online', 20_000)));
    await waitFor('both to have a share', async () => (await owners()).size === 2);
  }, 60_000);
  afterAll(() => world.close(), 30_000);

  beforeEach(async () => {
    world.discord.resetStats();
    chatter = new Chatter(world, bots);
    chatter.start();
    await chatter.goOn(20);
  });
  afterEach(() => {
    chatter.stop();
    // Discord resets the token of a bot that begins too many sessions.
    expect(world.discord.stats.identifies).toBe(0);
  });

  const owners = async (): Promise<Set<string>> => {
    const { redis } = world.runtime;
    const keys = await redis.keys('runner:lease:*');
    const leases = keys.length === 0 ? [] : await redis.mget(keys);
    return new Set(leases.map((lease) => lease?.split(':')[0] ?? ''));
  };
  const allConnected = (): boolean => bots.every((bot) => world.discord.isConnected(bot));
  const end = (child: ChildProcess | undefined, signal: NodeJS.Signals) =>
    child ? world.end(child, signal) : Promise.reject(new Error('no such runner'));

  it('one hangs past its leases and wakes up: nothing is answered twice', async () => {
    one?.kill('SIGSTOP');
    // Its sockets stay open and its subscription too: only the end of its leases tells.
    await waitFor('the other to have all', async () => (await owners()).size === 1, 20_000);
    await chatter.goOn(30);
    one?.kill('SIGCONT');
    await chatter.goOn(50);
    await chatter.allAnsweredOnce();
  }, 60_000);

  it('one is killed: its bots are resumed in two seconds, no message is lost or answered twice', async () => {
    await waitFor('a share for both', async () => (await owners()).size === 2, 20_000);
    await end(one, 'SIGKILL');
    const killedMs = Date.now();
    expect(allConnected()).toBe(false);
    await waitFor('all bots', allConnected);
    const gapMs = Date.now() - killedMs;
    await chatter.goOn(30);
    await chatter.allAnsweredOnce();
    expect(gapMs).toBeLessThan(2000);
  }, 60_000);

  it('two more join: they take their shares by RESUME', async () => {
    await Promise.all([world.startProcess(), world.startProcess()]);
    await waitFor('a share for each', async () => (await owners()).size === 3, 20_000);
    await chatter.goOn(30);
    await chatter.allAnsweredOnce();
  }, 60_000);

  it('one is stopped by a deployment: resumed by the others at once, without an IDENTIFY', async () => {
    await end(other, 'SIGTERM');
    const stoppedMs = Date.now();
    await waitFor('all bots', allConnected);
    expect(Date.now() - stoppedMs).toBeLessThan(1500);
    await chatter.goOn(30);
    await chatter.allAnsweredOnce();
  }, 60_000);

  it('they lose their Redis, which comes back empty: sessions go on, no message is lost', async () => {
    chatter.stop();
    await chatter.allAnsweredOnce();
    await world.redis.kill();
    chatter.start();
    await chatter.goOn(50);
    await world.redis.restart();
    await chatter.goOn(50);
    await chatter.allAnsweredOnce();
    expect(allConnected()).toBe(true);
    await waitFor('the leases', async () => (await world.runtime.redis.keys('runner:session:*')).length === BOTS, 20_000);
  }, 60_000);

  it('all are killed: a new one resumes them all', async () => {
    await Promise.all(world.children().map((child) => end(child, 'SIGKILL')));
    await chatter.goOn(20);
    await world.startProcess();
    await waitFor('all bots', allConnected, 20_000);
    await chatter.goOn(20);
    await chatter.allAnsweredOnce();
  }, 60_000);

  it('S76: none writes a token into its log', () => {
    const log = world.output.join('');
    // Five started, and one said goodbye.
    expect(log.match(/"started"/g)).toHaveLength(5);
    expect(log).toContain('"stopped"');
    for (const { token } of bots) expect(log).not.toContain(token);
  });
});
