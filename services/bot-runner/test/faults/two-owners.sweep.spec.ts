import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { fairShare } from '../../src/connections/wanted-connections.js';
import { violations } from './checkers.js';
import { FaultCluster } from './fault-cluster.js';
import { seeded } from './seeded.js';

/** Each of them is a trial: two runners think they own it. */
const BOTS = Number(process.env['FAULT_BOTS'] ?? 200);
const MESSAGE_EVERY_MS = 25;
/** Longer than several leases of the runners under test. */
const PARTITION_MS = 15_000;

describe(`a runner with ${BOTS} bots that is cut off from Redis while another one takes them over`, () => {
  let cluster: FaultCluster;
  let former: ReturnType<FaultCluster['aRunner']>;

  beforeAll(async () => {
    cluster = await FaultCluster.open({ bots: BOTS, runners: 1, connectedWithinMs: 120_000 });
    former = cluster.aRunner(seeded(1));
    cluster.startTraffic(seeded(2), MESSAGE_EVERY_MS);
  }, 180_000);
  afterAll(() => cluster.close(), 60_000);

  it('takes no connection back: each session is resumed once, by the other one', async () => {
    const { stats } = cluster.harness.discord;
    const { resumes } = stats;
    former.proxy.cut();
    await cluster.startRunner();
    await waitFor('the other runner to hold all bots', () => stats.resumes >= resumes + BOTS, 60_000);
    await waitFor('all bots to be connected', () => cluster.areAllConnected(), 20_000);
    await sleep(PARTITION_MS);
    process.stdout.write(`${stats.resumes - resumes} RESUMEs of ${BOTS} bots\n`);
    expect(stats.resumes - resumes).toBe(BOTS);
    expect(cluster.areAllConnected()).toBe(true);
  }, 120_000);

  it('answers nothing when it is back: every message has one answer, in order, and no session began beside another', async () => {
    former.proxy.heal();
    await sleep(5000);
    cluster.stopTraffic();
    const outcome = await cluster.outcome();
    process.stdout.write(`${outcome.written.length} messages, ${outcome.identifies} IDENTIFYs of ${BOTS} bots\n`);
    expect(violations(outcome)).toEqual([]);
    expect(outcome.written.length).toBeGreaterThan(BOTS);
  }, 180_000);
});

describe(`a runner that holds a share of ${BOTS} bots when Redis sees its connections end`, () => {
  const SHARE = fairShare(BOTS, 2);
  let cluster: FaultCluster;

  beforeAll(async () => {
    cluster = await FaultCluster.open({ bots: BOTS, runners: 1, connectedWithinMs: 120_000 });
  }, 180_000);
  afterAll(() => cluster.close(), 60_000);

  it('takes no connection back either: another one resumes each session once, long before the leases end', async () => {
    const { stats } = cluster.harness.discord;
    const former = cluster.aRunner(seeded(1));
    const begun = stats.resumes;
    await cluster.startRunner();
    await waitFor('the other runner to hold the rest', () => stats.resumes >= begun + BOTS - SHARE, 60_000);
    await waitFor('all bots to be connected', () => cluster.areAllConnected(), 20_000);
    const { resumes } = stats;
    former.proxy.drop();
    await waitFor('the other runner to hold all bots', () => stats.resumes >= resumes + SHARE, 60_000);
    await sleep(PARTITION_MS);
    process.stdout.write(`${stats.resumes - resumes} RESUMEs of ${SHARE} bots\n`);
    expect(stats.resumes - resumes).toBe(SHARE);
    expect(cluster.areAllConnected()).toBe(true);
    former.proxy.heal();
  }, 180_000);
});
