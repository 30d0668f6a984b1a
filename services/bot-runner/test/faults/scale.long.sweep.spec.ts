import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { violations } from './checkers.js';
import { FaultCluster } from './fault-cluster.js';
import { seeded } from './seeded.js';

/** Members write to a few of them. */
const BOTS = Number(process.env['FAULT_BOTS'] ?? 2000);
const USED_BOTS = 20;
const RUNNERS = 2;
const MESSAGE_EVERY_MS = 50;
const HANG_MS = 30_000;
/** A leak of tokens: those of a quarter of the bots become invalid at once. */
const REVOKED = Math.floor(BOTS / 4);
const RECONNECTED_MS = 60_000;
/** Runners that share bots anew begin within this time, and move some of them each time. */
const MOVES_SEEN_MS = 5000;

describe(`${BOTS} bots of ${RUNNERS} runners`, () => {
  const random = seeded(7);
  let cluster: FaultCluster;

  beforeAll(async () => {
    cluster = await FaultCluster.open({ bots: USED_BOTS, runners: RUNNERS, idle: BOTS - USED_BOTS, connectedWithinMs: 180_000 });
    cluster.startTraffic(random, MESSAGE_EVERY_MS);
  }, 240_000);
  afterAll(() => cluster.close(), 60_000);

  const untilConnected = async (what: string): Promise<void> => {
    const sinceMs = Date.now();
    await waitFor(`all bots to be connected after ${what}`, () => cluster.areAllConnected(), RECONNECTED_MS);
    const { identifies } = cluster.harness.discord.stats;
    process.stdout.write(
      `${what}: all of ${BOTS} bots connected after ${Date.now() - sinceMs} ms, ${identifies} IDENTIFYs so far\n`,
    );
  };

  /** Runners share the bots evenly again; the session of one that is handed over is in Redis alone for that time (docs/decisions.md C39). */
  const untilNoneMoves = async (): Promise<void> => {
    const { stats } = cluster.harness.discord;
    for (let resumed = -1; resumed !== stats.resumes;) {
      resumed = stats.resumes;
      await sleep(MOVES_SEEN_MS);
    }
  };

  it('resume their sessions after all runners were killed', async () => {
    await cluster.killAll();
    await Promise.all([cluster.startRunner(), cluster.startRunner()]);
    await untilConnected('all runners were killed');
  }, 120_000);

  it('are taken over while a runner hangs for thirty seconds, and only once', async () => {
    const { process: hanging } = cluster.aRunner(random);
    hanging.kill('SIGSTOP');
    await sleep(HANG_MS);
    hanging.kill('SIGCONT');
    await untilConnected('a runner hung');
  }, 180_000);

  it('resume their sessions after Discord asked all of them to reconnect', async () => {
    const { discord } = cluster.harness;
    const resumed = discord.stats.resumes;
    for (const { bot } of [...cluster.bots, ...cluster.idle]) discord.interruptSession(bot, { op: 7 });
    await waitFor('all sessions to be resumed', () => discord.stats.resumes >= resumed + BOTS, RECONNECTED_MS);
    await untilConnected('Discord asked all to reconnect');
  }, 120_000);

  it('stay connected while Redis loses everything', async () => {
    await untilNoneMoves();
    expect(await cluster.canRedisLoseData()).toBe(true);
    cluster.dataLosses += 1;
    await cluster.harness.redis.kill();
    await cluster.harness.redis.restart();
    await untilConnected('Redis lost everything');
  }, 120_000);

  it(`do not ask again with ${REVOKED} tokens that became invalid at once`, async () => {
    const sinceMs = Date.now();
    await cluster.refused.revokeTokens(cluster.idle.slice(0, REVOKED));
    process.stdout.write(`the owners of ${REVOKED} refused tokens read it after ${Date.now() - sinceMs} ms at most\n`);
  }, 120_000);

  it('have answered every message once and in order, with no more IDENTIFYs and refusals than Discord made necessary', async () => {
    await cluster.heal();
    await sleep(1000);
    cluster.stopTraffic();
    const outcome = await cluster.outcome();
    process.stdout.write(
      `${outcome.written.length} messages, ${outcome.identifies} IDENTIFYs, ${outcome.refusals.count} refusals\n`,
    );
    expect(violations(outcome)).toEqual([]);
  }, 300_000);
});
