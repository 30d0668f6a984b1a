import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerHarness } from './runner-harness.js';

// Enough that half of them is more than the fair share of one runner among three.
const BOTS = 24;
const EVERY_MS = 20;
/** Of the runners that are started here. A lease that is not renewed in time is claimed by another runner, which resumes the session. */
const TWO_LEASES_MS = 8000;

/** Members who write to all bots in turn: in direct messages, so that no limit per channel or member applies. */
class MessageTraffic {
  readonly ids: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly harness: RunnerHarness,
    private readonly bots: readonly DiscordBot[],
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      const bot = this.bots[this.ids.length % this.bots.length];
      const authorId = String(100_000_000_000_000_000n + BigInt(this.ids.length));
      if (bot) this.ids.push(this.harness.discord.sendMessage({ bot, content: `#${this.ids.length}`, authorId, guildId: null }));
    }, EVERY_MS);
  }

  async waitForMore(count: number): Promise<void> {
    const target = this.ids.length + count;
    await waitFor(`${count} more messages`, () => this.ids.length >= target, count * EVERY_MS * 3 + 5000);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Stops and expects that every message has exactly one reply. */
  async expectOneReplyEach(): Promise<void> {
    this.stop();
    const { ids, harness } = this;
    const replyCounts = (): number[] => ids.map((id) => harness.discord.repliesTo(id).length);
    await waitFor('a reply to each message', () => replyCounts().every((count) => count > 0), 40_000);
    expect(replyCounts().filter((count) => count !== 1)).toEqual([]);
  }
}

// The tests depend on each other: starting runners takes longer than what is tested, so each test continues with the runners of the last.
// The loss of Redis comes late, because after it no runner claims a bot or detects a dead runner for the time of a lease.
describe('several runners', () => {
  let harness: RunnerHarness;
  let bots: DiscordBot[];
  let traffic: MessageTraffic;
  let [one, other]: ChildProcess[] = [];

  beforeAll(async () => {
    harness = await RunnerHarness.open();
    const added = Array.from({ length: BOTS }, () => harness.addBot());
    bots = added.map(({ bot }) => bot);
    [one, other] = await Promise.all([harness.startProcess(), harness.startProcess()]);
    await Promise.all(added.map(({ botId }) => harness.bots.start(botId)));
    await Promise.all(added.map(({ botId }) => harness.bots.waitForState(botId, 'online', 20_000)));
    await waitFor('a share for both runners', async () => (await owners()).size === 2);
  }, 60_000);
  afterAll(() => harness.close(), 30_000);

  beforeEach(async () => {
    harness.discord.resetStats();
    traffic = new MessageTraffic(harness, bots);
    traffic.start();
    await traffic.waitForMore(20);
  });
  afterEach(() => {
    traffic.stop();
    // Discord resets the token of a bot that begins too many sessions.
    expect(harness.discord.stats.identifies).toBe(0);
  });

  const owners = async (): Promise<Set<string>> => {
    const { redis } = harness.runtime;
    const keys = await redis.keys('runner:lease:*');
    const leases = keys.length === 0 ? [] : await redis.mget(keys);
    return new Set(leases.map((lease) => lease?.split(':')[0] ?? ''));
  };
  const allConnected = (): boolean => bots.every((bot) => harness.discord.isConnected(bot));
  const end = (child: ChildProcess | undefined, signal: NodeJS.Signals) =>
    child ? harness.end(child, signal) : Promise.reject(new Error('no such runner'));

  it('never reply twice when one of them hangs beyond its leases and continues later', async () => {
    one?.kill('SIGSTOP');
    // Its sockets and its subscription stay open: only the expiry of its leases shows that it hangs.
    await waitFor('the other runner to hold all bots', async () => (await owners()).size === 1, 20_000);
    await traffic.waitForMore(30);
    one?.kill('SIGCONT');
    await traffic.waitForMore(50);
    await traffic.expectOneReplyEach();
  }, 60_000);

  it('resume the bots of a killed runner within two seconds, without losing a message or replying twice', async () => {
    await waitFor('a share for both runners', async () => (await owners()).size === 2, 20_000);
    await end(one, 'SIGKILL');
    const killedMs = Date.now();
    expect(allConnected()).toBe(false);
    await waitFor('all bots to be connected', allConnected);
    const gapMs = Date.now() - killedMs;
    await traffic.waitForMore(30);
    await traffic.expectOneReplyEach();
    expect(gapMs).toBeLessThan(2000);
  }, 60_000);

  it('hand over a share to each of two new runners by RESUME', async () => {
    await Promise.all([harness.startProcess(), harness.startProcess()]);
    await waitFor('a share for each runner', async () => (await owners()).size === 3, 20_000);
    await traffic.waitForMore(30);
    await traffic.expectOneReplyEach();
  }, 60_000);

  it('resume the bots of a runner that a deployment stops at once, without an IDENTIFY', async () => {
    await end(other, 'SIGTERM');
    const stoppedMs = Date.now();
    await waitFor('all bots to be connected', allConnected);
    expect(Date.now() - stoppedMs).toBeLessThan(1500);
    await traffic.waitForMore(30);
    await traffic.expectOneReplyEach();
  }, 60_000);

  it('keep their sessions and lose no message when Redis dies and comes back empty', async () => {
    traffic.stop();
    await traffic.expectOneReplyEach();
    await harness.redis.kill();
    traffic.start();
    await traffic.waitForMore(50);
    await harness.redis.restart();
    await traffic.waitForMore(TWO_LEASES_MS / EVERY_MS);
    await traffic.expectOneReplyEach();
    expect(allConnected()).toBe(true);
    await waitFor(
      'the sessions to be restored',
      async () => (await harness.runtime.redis.keys('runner:session:*')).length === BOTS,
      20_000,
    );
    expect(harness.discord.stats.resumes).toBe(0);
  }, 60_000);

  it('keep their connections and lose no message when Redis dies and comes back with its data', async () => {
    const sessions = await harness.runtime.redis.keys('runner:session:*');
    await harness.redis.kill();
    await traffic.waitForMore(50);
    await harness.redis.restartWithData();
    await traffic.waitForMore(TWO_LEASES_MS / EVERY_MS);
    await traffic.expectOneReplyEach();
    expect(allConnected()).toBe(true);
    expect((await harness.runtime.redis.keys('runner:session:*')).toSorted()).toEqual(sessions.toSorted());
    expect(harness.discord.stats.resumes).toBe(0);
  }, 60_000);

  it('are all killed, and a new runner resumes every bot', async () => {
    await Promise.all(harness.children().map((child) => end(child, 'SIGKILL')));
    await traffic.waitForMore(20);
    await harness.startProcess();
    await waitFor('all bots to be connected', allConnected, 20_000);
    await traffic.waitForMore(20);
    await traffic.expectOneReplyEach();
  }, 60_000);

  it('write no token into their logs [S76]', () => {
    const log = harness.output.join('');
    // Five runners were started and one of them was stopped.
    expect(log.match(/"started"/g)).toHaveLength(5);
    expect(log).toContain('"stopped"');
    for (const { token } of bots) expect(log).not.toContain(token);
  });
});
