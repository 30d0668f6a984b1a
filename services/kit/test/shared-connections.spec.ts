import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PreparedStatement } from '@kith/kit';
import { asActor, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import type { DataSource } from 'typeorm';
import { anne, ben, openNotes, poolOf } from './fixtures/notes.js';

/** Divides by its value, so that one can fail where others do not. */
const OWN = new PreparedStatement<{ ownerId: string; result: number }>(
  'select owner_id as "ownerId", 6 / $1::int as result from notes.note',
);
const own = (user: string, by = 2, on = database) => asActor(user, () => OWN.rowsTogether(on, [by]));
/** On the only connection of its pool. */
const ownOnSingle = (user: string) => own(user, 2, single);
const result = (ownerId: string, of = 3) => [{ ownerId, result: of }];

let environment: TestEnvironment;
let database: DataSource;
/** Has one connection. */
let single: DataSource;

beforeAll(async () => {
  environment = await testEnvironment();
  database = await openNotes(environment.env['DATABASE_URL']);
  single = await openNotes(environment.env['DATABASE_URL'], 1);
  await database.query('insert into notes.note (owner_id, text) values ($1, $3), ($2, $3)', [anne, ben, 'text']);
});
afterAll(async () => {
  await Promise.all([database.destroy(), single.destroy()]);
  await environment.drop();
});

/** How often a connection is taken from the pool during `work`. */
async function usesDuring(work: () => Promise<unknown>, pool = poolOf(database)): Promise<number> {
  let uses = 0;
  const count = () => (uses += 1);
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return uses;
}

const repeated = <T>(times: number, work: (index: number) => T): T[] => Array.from({ length: times }, (_, index) => work(index));

describe('statements that are asked for at the same time', () => {
  it('share a connection, at most ten of them', async () => {
    expect(await usesDuring(() => Promise.all(repeated(10, () => own(anne))))).toBe(1);
    expect(await usesDuring(() => Promise.all(repeated(21, () => own(anne))))).toBe(3);
  });

  it('are written to its socket at once', async () => {
    await ownOnSingle(anne);
    const client = await poolOf(single).connect();
    const { stream } = client.connection as unknown as { stream: { _writev: (...args: unknown[]) => void } };
    client.release();
    const { _writev: write } = stream;
    let writes = 0;
    stream._writev = function counted(...args) {
      writes += 1;
      Reflect.apply(write, this, args);
    };
    await Promise.all(repeated(10, (index) => ownOnSingle(index % 2 ? anne : ben)));
    stream._writev = write;
    expect(writes).toBe(1);
  });

  it('have a connection of their own when each is asked for after the one before', async () => {
    const work = async () => {
      for (const user of [anne, ben, anne]) expect(await own(user)).toEqual(result(user));
    };
    expect(await usesDuring(work)).toBe(3);
  });

  it('show each actor the rows of this actor, whoever was before on the connection', async () => {
    const users = repeated(60, (index) => (index % 7 < 3 ? anne : ben));
    expect(await Promise.all(users.map(ownOnSingle))).toEqual(users.map((user) => result(user)));
    expect(await ownOnSingle(anne)).toEqual(result(anne));
    expect(await ownOnSingle(ben)).toEqual(result(ben));
  });

  it('fail each on its own', async () => {
    const users = repeated(30, (index) => (index % 2 ? anne : ben));
    const asked = users.map((user, index) => own(user, index % 5 === 3 ? 0 : 3));
    const settled = await Promise.allSettled(asked);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual(
      users.map((user, index) => (index % 5 === 3 ? expect.stringContaining('division by zero') : result(user, 2))),
    );
    expect(await own(anne)).toEqual(result(anne));
  });

  it('go on while others run transactions and other statements on the same connections', async () => {
    const kinds: ((user: string) => Promise<unknown>)[] = [
      (user) => own(user),
      (user) => own(user),
      (user) => asActor(user, () => OWN.rows(database, [2])),
      (user) => asActor(user, () => database.transaction((manager) => OWN.rowsWithin(manager, [2]))),
      (user) => own(user, 0).catch(() => result(user)),
      (user) => asActor(user, () => database.query('select 1 / 0')).catch(() => result(user)),
      async (user) => {
        const rolledBack = asActor(user, () =>
          database.transaction(async (manager) => {
            await OWN.rowsWithin(manager, [2]);
            throw new Error('rolled back');
          }),
        );
        await expect(rolledBack).rejects.toThrow('rolled back');
        return own(user);
      },
    ];
    const users = repeated(280, (index) => (index % 9 < 4 ? anne : ben));
    const seen = await Promise.all(users.map((user, index) => kinds[index % kinds.length]?.(user)));
    expect(seen).toEqual(users.map((user) => result(user)));
  });
});

describe('a shared connection', () => {
  it('that is lost fails those that use it, and the next one is a new one', async () => {
    const lost = new PreparedStatement('select pg_terminate_backend(pg_backend_pid()) where $1::int = 1');
    const behind = [lost.rowsTogether(database, [1]), own(anne), own(ben)];
    const settled = await Promise.allSettled(behind);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await Promise.all(repeated(20, () => own(ben)))).toEqual(repeated(20, () => result(ben)));
    expect(poolOf(database).idleCount).toBe(poolOf(database).totalCount);
  });

  it('that is not free in time fails those that wait for it alone', async () => {
    const pool = poolOf(single);
    const before = pool.options.connectionTimeoutMillis;
    pool.options.connectionTimeoutMillis = 50;
    const taken = await pool.connect();
    const settled = await Promise.allSettled([ownOnSingle(anne), ownOnSingle(ben)]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    taken.release();
    expect(await ownOnSingle(anne)).toEqual(result(anne));
    pool.options.connectionTimeoutMillis = before;
    expect(pool.waitingCount).toBe(0);
  });

  it('can be joined until it is free', async () => {
    const pool = poolOf(single);
    const taken = await pool.connect();
    const uses = usesDuring(async () => {
      const first = ownOnSingle(anne);
      await waitFor('a statement that waits for the connection', () => pool.waitingCount === 1);
      const second = ownOnSingle(ben);
      taken.release();
      expect(await Promise.all([first, second])).toEqual([result(anne), result(ben)]);
    }, pool);
    expect(await uses).toBe(1);
  });
});
