import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { startDedicatedRedis, startModel, type DedicatedRedis, type StandInModel } from '@kith/kit/testing';
import type { ServiceName } from '@kith/proto';
import { anActingBot, aPlace } from './faults/acting-bot.js';
import { ACTS, type Effects } from './faults/acts.js';
import { DatabaseProxy } from './faults/database-proxy.js';

/** Part of the names of acts: only these are done. */
const ONLY = process.env['FAULT_ONLY'] ?? '';
/** In a minute moderation punishes ten times at most, and every round has two messages that it punishes. */
const ROUND_MS = 5000;
const END_TIMEOUT_MS = 60_000;

interface Outage {
  readonly seconds: number;
  readonly begin: () => Promise<unknown> | unknown;
  readonly end: () => Promise<unknown> | unknown;
}

describe('what members do on Discord while a part of Kith is away', () => {
  const database = new DatabaseProxy();
  let redis: DedicatedRedis;
  let model: StandInModel;
  let stack: Stack;

  beforeAll(async () => {
    [redis, model] = await Promise.all([startDedicatedRedis(), startModel()]);
    await database.open();
    stack = await startStack({ ...model.env, REDIS_URL: redis.url }, (url) => database.through(url));
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    database.cut();
    await Promise.all([model.stop(), redis.stop()]);
  }, 60_000);

  const service = (name: ServiceName): [string, Outage] => [
    `the service ${name} for 15 s`,
    { seconds: 15, begin: () => stack.stopService?.(name), end: () => stack.startService?.(name) },
  ];
  const outages: [string, Outage][] = [
    ['Postgres for 10 s', { seconds: 10, begin: () => database.cut(), end: () => database.open() }],
    ['Postgres, which does not answer for 15 s', { seconds: 15, begin: () => database.hold(), end: () => database.release() }],
    ...(['bots', 'chat', 'billing', 'knowledge', 'sandbox'] as const).map(service),
    [
      'Redis, which comes back empty while work waits for Postgres',
      {
        seconds: 10,
        begin: () => database.cut(),
        end: async () => {
          await redis.kill();
          await redis.restart();
          await database.open();
        },
      },
    ],
  ];

  it.each(outages)(
    'has each effect once: %s',
    async (_what, { seconds, begin, end }) => {
      const acting = await anActingBot(stack);
      const acts = Object.entries(ACTS).filter(([name]) => name.includes(ONLY));
      const rounds = [];
      for (let sinceMs = 0; sinceMs <= seconds * 1000 + 2000; sinceMs += ROUND_MS) {
        const round = [];
        for (const [name, act] of acts) {
          const place = await aPlace(acting, act.isByModerator === true);
          await act.prepare?.(place);
          round.push({ name, act, place, id: '', sinceMs });
        }
        rounds.push(round);
      }
      const all = rounds.flat();
      const outage = (async () => {
        await sleep(1000);
        await begin();
        await sleep(seconds * 1000);
        await end();
      })();
      for (const round of rounds) {
        for (const one of round) one.id = await one.act.act(one.place);
        await sleep(ROUND_MS);
      }
      await outage;
      const unlikeOne = async (): Promise<{ name: string; sinceMs: number; effects: Effects | string }[]> => {
        const found = [];
        for (const { name, act, place, id, sinceMs } of all) {
          const effects = await act.effects(place, id).catch(String);
          if (typeof effects === 'string' || Object.values(effects).some((count) => count !== 1))
            found.push({ name, sinceMs, effects });
        }
        return found;
      };
      for (const untilMs = Date.now() + END_TIMEOUT_MS; Date.now() < untilMs && (await unlikeOne()).length > 0;)
        await sleep(1000);
      // Second effects would come now.
      await sleep(5000);
      expect(await unlikeOne()).toEqual([]);
    },
    240_000,
  );
});
