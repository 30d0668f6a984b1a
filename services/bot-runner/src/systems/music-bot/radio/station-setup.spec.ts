import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { FieldProblem } from '../../field-problem.js';
import type { SoundThreads } from '../sound-threads.js';
import type { RadioConnections } from './radio-connections.js';
import { STATION_TEXTS } from './station-problem.js';
import { StationSetup } from './station-setup.js';
import { StationStore } from './station-store.js';

const TRIALS_AT_ONCE = 4;
const TRIALS_PER_HOUR = 20;

/** Stations that all send sound once `connect` has resolved; `lock` is what Postgres waits for before it adds a station. */
function aSetup({ connect, lock }: { readonly connect?: () => Promise<void>; readonly lock?: () => Promise<void> } = {}) {
  /** Of all attempts; aborted when its owner waits no longer. */
  const owners: AbortController[] = [];
  class Setup extends StationSetup {
    protected override deadline(): AbortSignal {
      const owner = new AbortController();
      owners.push(owner);
      return owner.signal;
    }
  }
  const state = { tried: 0, added: 0 };
  const connections = {
    check: (address: string) => address,
    open: async () => {
      state.tried += 1;
      await connect?.();
      return { kind: 'ogg', body: Readable.from([Buffer.from([1])]).on('error', () => undefined) };
    },
  };
  const threads = { newStation: () => ({ push: async (bytes: Buffer) => [bytes], end: () => undefined }) };
  const manager = {
    query: async (sql: string) => {
      if (sql.includes('lock')) await lock?.();
      if (!sql.includes('insert into')) return [];
      state.added += 1;
      return [{ id: '1' }];
    },
  };
  const database = { transaction: (work: (used: typeof manager) => Promise<void>) => work(manager) };
  const setup = new Setup(
    new StationStore(database as unknown as DataSource),
    connections as unknown as RadioConnections,
    threads as unknown as SoundThreads,
    // Never connected: attempts are counted in memory.
    new Redis({ lazyConnect: true }),
  );
  const add = (ownerId: string) => setup.add({ botId: 'bot', ownerId, name: 'Harbour', address: 'https://radio.test/live' });
  return { state, owners, add };
}

describe('a radio station that is being added', () => {
  it('is neither listened to nor added when its turn does not come while its owner waits for the answer', async () => {
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const { state, owners, add } = aSetup({ connect: () => isReleased });
    const others = Array.from({ length: TRIALS_AT_ONCE }, (_, index) => add(`owner ${index}`));
    await waitFor('the trials of others', () => state.tried === TRIALS_AT_ONCE);
    const late = add('late');
    await waitFor('the last owner', () => owners.length === TRIALS_AT_ONCE + 1);
    owners.at(-1)?.abort();
    await expect(late).rejects.toMatchObject({ code: 'OVERLOADED' });
    release();
    await Promise.all(others);
    expect(state).toEqual({ tried: TRIALS_AT_ONCE, added: TRIALS_AT_ONCE });
  });

  it('is refused as too slow, and not added, when its sound does not come while its owner waits for the answer', async () => {
    const { state, owners, add } = aSetup({ connect: async () => owners[0]?.abort() });
    await expect(add('owner')).rejects.toEqual(new FieldProblem('address', STATION_TEXTS.tooSlow));
    expect(state).toEqual({ tried: 1, added: 0 });
  });

  it('is not added when its owner waits no longer as Postgres is ready for it', async () => {
    const { state, owners, add } = aSetup({ lock: async () => owners[0]?.abort() });
    await expect(add('owner')).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(state).toEqual({ tried: 1, added: 0 });
  });

  it('is not listened to when its owner has tried twenty within the hour; other owners still may', async () => {
    const { state, add } = aSetup();
    for (let tried = 0; tried < TRIALS_PER_HOUR; tried += 1) await add('owner');
    await expect(add('owner')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await add('other');
    expect(state).toEqual({ tried: TRIALS_PER_HOUR + 1, added: TRIALS_PER_HOUR + 1 });
  });
});
