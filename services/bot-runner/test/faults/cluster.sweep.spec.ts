import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { violations } from './checkers.js';
import { FaultCluster } from './fault-cluster.js';
import { FAULTS } from './nemesis.js';
import { seeded } from './seeded.js';

/** `npm run test:faults` runs more of them. A seed that failed is given as FAULT_SEED. */
const RUNS = Number(process.env['FAULT_RUNS'] ?? 2);
const FIRST_SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
/** Parts of the names of faults, separated by `|`: only these happen. */
const ONLY = (process.env['FAULT_ONLY'] ?? '').split('|');
const BOTS = 8;
/** Nobody writes to these; Discord refuses some of them. */
const IDLE_BOTS = 20;
const FAULTS_PER_RUN = 5;
const MESSAGE_EVERY_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Of production. */
const MERGE_WINDOW_MS = 2000;

describe('runners whom members write to while things fail', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
    'answer every question once and in order, whether lines in a row are one or not, with no more IDENTIFYs than Discord made necessary (seed %d)',
    async (seed) => {
      const random = seeded(seed);
      const faults = FAULTS.filter(({ name }) => ONLY.some((part) => name.includes(part)));
      const cluster = await FaultCluster.open({ bots: BOTS, runners: 2, idle: IDLE_BOTS, mergeWindowMs: MERGE_WINDOW_MS });
      const history: string[] = [];
      try {
        cluster.startTraffic(seeded(seed + 1), MESSAGE_EVERY_MS);
        for (let n = 0; n < FAULTS_PER_RUN; n += 1) {
          const fault = faults[random.between(0, faults.length)];
          if (!fault) throw new Error(`no fault has a name with one of ${ONLY.join(', ')}`);
          history.push(fault.name);
          await fault.inject(cluster, random);
          await sleep(random.between(200, LONGEST_PAUSE_MS));
        }
        await cluster.heal();
        await sleep(1000);
        cluster.stopTraffic();
        const outcome = await cluster.outcome();
        const { written, joined } = outcome;
        process.stdout.write(`seed ${seed}, ${written.length} messages, ${joined} answers to several: ${history.join('; ')}\n`);
        expect({ history, violations: violations(outcome) }).toEqual({ history, violations: [] });
        expect(written.length).toBeGreaterThan(BOTS * 2);
        expect(joined).toBeGreaterThan(0);
      } finally {
        await cluster.close();
      }
    },
    240_000,
  );
});
