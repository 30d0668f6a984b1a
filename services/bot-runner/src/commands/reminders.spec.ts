import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Keyring, Queues } from '@kith/kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import type { DesiredBotsSource } from '../connections/desired-bots.js';
import { Reminders } from './reminders.service.js';

const SECOND_MS = 1000;

afterEach(() => {
  jest.restoreAllMocks();
});

/** Reminders of one bot that is online; the next of them is due `inMs` from now on, undefined: not within the minute that is looked at. */
function aSweep() {
  const clock = { nowMs: 1_800_000_000_000 };
  jest.spyOn(Date, 'now').mockImplementation(() => clock.nowMs);
  const state: { inMs: number | undefined; asked: number; isAway: boolean } = { inMs: undefined, asked: 0, isAway: false };
  let changed: (botId: string | null) => void = () => undefined;
  const database = {
    query: async (statement: string): Promise<unknown> => {
      if (!statement.trim().startsWith('select')) return [[], 0];
      state.asked += 1;
      if (state.isAway) throw new Error('away');
      return state.inMs === undefined ? [] : [{ botId: 'bot', inMs: state.inMs }];
    },
    transaction: async () => true,
  } as unknown as DataSource;
  const desired = {
    bots: { isLoaded: true, get: () => ({}) },
    onChange: (listener: typeof changed) => (changed = listener),
  } as unknown as DesiredBotsSource;
  const reminders = new Reminders(database, {} as Keyring, {} as Queues, desired, {} as Redis);
  reminders.onModuleInit();
  /** How often Postgres is asked while the sweep runs every five seconds for so long. */
  const askedWithin = async (ms: number): Promise<number> => {
    state.asked = 0;
    for (const endMs = clock.nowMs + ms; clock.nowMs < endMs; clock.nowMs += 5 * SECOND_MS)
      await reminders.sweepWhenDue().catch(() => undefined);
    return state.asked;
  };
  return { state, reminders, askedWithin, change: (botId: string | null) => changed(botId), clock };
}

describe('the sweep of reminders', () => {
  it('asks Postgres once a minute while none is due', async () => {
    const { askedWithin } = aSweep();
    expect(await askedWithin(600 * SECOND_MS)).toBe(10);
  });

  it('asks when the next one is due, when one is stored, when a bot changed, and again after a failure', async () => {
    const { state, reminders, askedWithin, change, clock } = aSweep();
    state.inMs = 30 * SECOND_MS;
    expect(await askedWithin(5 * SECOND_MS)).toBe(1);
    state.inMs = undefined;
    expect(await askedWithin(25 * SECOND_MS)).toBe(0);
    expect(await askedWithin(5 * SECOND_MS)).toBe(1);
    const place = { botId: 'bot', ownerId: 'owner', memberId: '1', channelId: '1', guildId: null };
    await reminders.add({ ...place, messageId: '1', text: 'tea', dueAtMs: clock.nowMs + 10 * SECOND_MS });
    expect(await askedWithin(10 * SECOND_MS)).toBe(0);
    expect(await askedWithin(5 * SECOND_MS)).toBe(1);
    change('bot');
    expect(await askedWithin(5 * SECOND_MS)).toBe(1);
    change(null);
    expect(await askedWithin(5 * SECOND_MS)).toBe(0);
    change('bot');
    state.isAway = true;
    expect(await askedWithin(15 * SECOND_MS)).toBe(3);
  });
});
