import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { violations } from './checkers.js';
import { FaultCluster } from './fault-cluster.js';
import { seeded } from './seeded.js';

/** `npm run test:faults` does it twenty times at 500 messages a second. */
const TIMES = Number(process.env['FAULT_KILLS'] ?? 3);
const MESSAGES_PER_SECOND = Number(process.env['FAULT_MESSAGES_PER_SECOND'] ?? 200);
/** As in servers where members mostly talk to each other. */
const ONE_DIRECT_IN = 4;
const BOTS = 30;
const RUNNERS = 3;
/** A new runner gets its share of the bots meanwhile. */
const BETWEEN_MS = 3000;
/** After each of the kills. */
const MAX_GAP_MS = 2000;
/** Members pause where a bot would have more messages outstanding than it answers. */
const MUST_REACH_PER_SECOND = 0.95 * MESSAGES_PER_SECOND;

describe('three runners under load', () => {
  const random = seeded(1);
  let cluster: FaultCluster;

  beforeAll(async () => {
    cluster = await FaultCluster.open({ bots: BOTS, runners: RUNNERS });
    cluster.startSteadyTraffic(MESSAGES_PER_SECOND, ONE_DIRECT_IN);
  }, 60_000);
  afterAll(() => cluster.close(), 60_000);

  it('resume the bots of a killed one within two seconds, again and again', async () => {
    const gaps: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const killedMs = Date.now();
      await cluster.kill(cluster.aRunner(random));
      await waitFor('all bots to be connected', () => cluster.areAllConnected(), 20_000);
      gaps.push(Date.now() - killedMs);
      await cluster.startRunner();
      await sleep(BETWEEN_MS);
    }
    process.stdout.write(`last bot back after ${gaps.join(', ')} ms\n`);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_GAP_MS);
  }, 600_000);

  it('are replaced by deployments, one after the other', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const old = cluster.aRunner(random);
      await cluster.startRunner();
      await cluster.stop(old);
      await waitFor('all bots to be connected', () => cluster.areAllConnected(), 20_000);
      await sleep(BETWEEN_MS);
    }
  }, 600_000);

  it('have answered every message once, without an IDENTIFY', async () => {
    cluster.stopTraffic();
    const perSecond = cluster.messagesPerSecond();
    const outcome = await cluster.outcome();
    const reached = `${perSecond.toFixed(1)} of ${MESSAGES_PER_SECOND} a second`;
    process.stdout.write(
      `${outcome.written.length} messages to bots, ${reached}, ${outcome.identifies} IDENTIFYs of ${BOTS} bots\n`,
    );
    expect(violations(outcome)).toEqual([]);
    expect(perSecond).toBeGreaterThanOrEqual(MUST_REACH_PER_SECOND);
  }, 300_000);
});
