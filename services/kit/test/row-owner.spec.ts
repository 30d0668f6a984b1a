import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asSystem, PreparedStatement } from '@kith/kit';
import { asActor, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { ownerSource } from '../src/database-access.js';
import { callScope } from '../src/rpc/protocol.js';
import { anne, ben, NOTES, openNotes, poolOf } from './fixtures/notes.js';

let environment: TestEnvironment;
let several: DataSource;
/** Has one connection, which all uses share. */
let single: DataSource;

beforeAll(async () => {
  environment = await testEnvironment();
  several = await openNotes(environment.env['DATABASE_URL']);
  single = await openNotes(environment.env['DATABASE_URL'], 1);
});
beforeEach(() => several.query('insert into notes.note (owner_id, text) values ($1, $3), ($2, $3)', [anne, ben, 'text']));
afterEach(() => several.query('delete from notes.note'));
afterAll(async () => {
  await Promise.all([several.destroy(), single.destroy()]);
  await environment.drop();
});

type Queries = Pick<QueryRunner, 'query'>;

// With and without a value: these are sent in different ways.
const TEXT = 'select owner_id as "ownerId" from notes.note';
const owners = async (on: Queries | DataSource): Promise<unknown> => on.query(`${TEXT} where text <> $1`, ['other']);
const ownersByText = async (on: Queries | DataSource): Promise<unknown> => on.query(TEXT);
const rowsOf = (...users: string[]) => users.map((ownerId) => ({ ownerId }));

/** A use of one connection, which it keeps from the first statement to the last. */
const withRunner = <T>(user: string, work: (runner: QueryRunner) => Promise<T>): Promise<T> =>
  asActor(user, async () => {
    const runner = single.createQueryRunner();
    return work(runner).finally(() => runner.release());
  });

describe('the rows that a call sees', () => {
  it.each([
    ['with values', owners],
    ['without values', ownersByText],
  ])('are those of its actor in a statement %s that has no condition on the owner', async (_kind, read) => {
    expect(await asActor(anne, () => read(single))).toEqual(rowsOf(anne));
    expect(await asActor(ben, () => read(single))).toEqual(rowsOf(ben));
    expect(await asActor(randomUUID(), () => read(single))).toEqual([]);
  });

  it('are those of all users in a call without an actor and outside of calls', async () => {
    await asActor(anne, () => owners(single));
    expect(await callScope.run({ meta: {} }, () => owners(single))).toHaveLength(2);
    await asActor(anne, () => owners(single));
    expect(await owners(single)).toHaveLength(2);
  });

  it('are those of all users within asSystem, and of the actor after it', async () => {
    const seen = await asActor(anne, async () => [await asSystem(() => owners(single)), await owners(single)]);
    expect(seen).toEqual([rowsOf(anne, ben), rowsOf(anne)]);
  });

  it('cannot be changed by another actor', async () => {
    await owners(single);
    const [, changed] = await asActor(anne, () => single.query<[unknown, number]>(`update notes.note set text = 'mine'`));
    expect(changed).toBe(1);
    const foreign = asActor(anne, () => single.query('insert into notes.note (owner_id, text) values ($1, $2)', [ben, 'forged']));
    await expect(foreign).rejects.toThrow('row-level security');
  });

  it('stay those of each actor when many calls wait for one connection', async () => {
    const users = Array.from({ length: 40 }, (_, index) => (index % 3 ? anne : ben));
    const seen = await Promise.all(users.map((user, index) => asActor(user, () => (index % 2 ? owners : ownersByText)(single))));
    expect(seen).toEqual(users.map((user) => rowsOf(user)));
  });

  it('stay those of each actor while others run transactions and statements that fail on the same connections', async () => {
    const uses: ((user: string) => Promise<unknown>)[] = [
      () => owners(several),
      () => ownersByText(several),
      () => several.transaction(owners),
      (user) =>
        several
          .transaction(async (manager) => {
            expect(await owners(manager)).toEqual(rowsOf(user));
            throw new Error('rolled back');
          })
          .catch(() => owners(several)),
      () => several.query('select 1 / $1::int', [0]).catch(() => owners(several)),
      () => several.query('select 1 / 0').catch(() => owners(several)),
    ];
    const users = Array.from({ length: 240 }, (_, index) => (index % 7 < 3 ? anne : ben));
    const seen = await Promise.all(users.map((user, index) => asActor(user, async () => uses[index % uses.length]?.(user))));
    expect(seen).toEqual(users.map((user) => rowsOf(user)));
  });

  it('are none on a connection for which no owner was set', async () => {
    const client = new pg.Client({ connectionString: poolOf(single).options.connectionString });
    await client.connect();
    try {
      expect((await client.query(TEXT)).rows).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

describe('the owner of the rows', () => {
  /** How many answers of Postgres the connection waits for during `work`. */
  async function answersTo(work: () => Promise<unknown>): Promise<number> {
    const client = await poolOf(single).connect();
    let answers = 0;
    const count = () => (answers += 1);
    client.connection.on('readyForQuery', count);
    client.release();
    await work();
    client.connection.off('readyForQuery', count);
    return answers;
  }

  it.each([
    ['with values', owners],
    ['without values', ownersByText],
  ])('is sent together with a statement %s, so that one answer is waited for', async (_kind, read) => {
    await asActor(anne, () => owners(single));
    expect(await answersTo(() => asActor(ben, () => read(single)))).toBe(1);
  });

  it('is not sent again while statements with values of the same owner succeed', async () => {
    await asActor(anne, () => owners(single));
    const sent = await textsSentBy(async () => {
      await asActor(anne, () => owners(single));
      await asActor(anne, () => single.transaction(owners));
      await asActor(anne, () => owners(single));
    });
    expect(sent.filter((text) => text.includes('kith.owner'))).toEqual([]);
    expect(sent).toHaveLength(5);
  });
});

describe('a setting of the owner that fails', () => {
  it.each([
    ['with values', `update notes.note set text = $1`, ['changed']],
    ['without values', `update notes.note set text = 'changed'`, undefined],
    ['without values, with several commands', `update notes.note set text = 'changed'; commit`, undefined],
  ])('keeps a statement %s from running for the owner before', async (_kind, text, values) => {
    await asActor(anne, () => owners(single));
    const changed = withWrongSettings(() => asActor(ben, () => single.query(text, values)));
    await expect(changed).rejects.toThrow('unrecognized configuration parameter');
    expect(await several.query('select distinct text from notes.note')).toEqual([{ text: 'text' }]);
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
  });

  it('keeps a transaction from beginning, and the next statement has its owner', async () => {
    await asActor(anne, () => owners(single));
    const begun = withWrongSettings(() => asActor(ben, () => single.transaction(owners)));
    await expect(begun).rejects.toThrow('unrecognized configuration parameter');
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
  });
});

describe('a statement that fails after the owner was set', () => {
  it.each([
    ['while it is parsed', 'select $1 from', [1]],
    ['for its values', 'select $1::int', ['no number']],
    ['while it runs', 'select 1 / $1::int', [0]],
    ['without values', 'select 1 / 0', undefined],
  ])('%s leaves the rows of each user to this user', async (_when, text, values) => {
    await asActor(anne, () => owners(single));
    await expect(asActor(ben, () => single.query(text, values))).rejects.toThrow();
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
    await expect(asActor(anne, () => single.query(text, values))).rejects.toThrow();
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
  });

  it('for a value that cannot be sent leaves the rows of each user to this user', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('no text');
      },
    };
    await asActor(anne, () => owners(single));
    await expect(asActor(ben, () => single.query('select $1::text', [unsendable]))).rejects.toThrow('no text');
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
  });
});

describe('a prepared statement', () => {
  const named = new PreparedStatement<{ ownerId: string }>(`${TEXT} where text <> $1`);

  it('shows each actor the rows of this actor, on one connection and without parsing it again', async () => {
    const seen = async (user: string) => asActor(user, () => named.rows(single, ['other']));
    expect(await seen(anne)).toEqual(rowsOf(anne));
    expect(await seen(ben)).toEqual(rowsOf(ben));
    expect(await asSystem(() => named.rows(single, ['other']))).toHaveLength(2);
    const sent = await textsSentBy(async () => {
      expect(await seen(ben)).toEqual(rowsOf(ben));
      expect(await seen(anne)).toEqual(rowsOf(anne));
    });
    expect(sent.filter((text) => !text.includes('kith.owner'))).toEqual([]);
  });

  it('stays the one of each actor when many calls wait for one connection', async () => {
    const users = Array.from({ length: 40 }, (_, index) => (index % 3 ? anne : ben));
    const seen = await Promise.all(users.map((user) => asActor(user, () => named.rows(single, ['other']))));
    expect(seen).toEqual(users.map((user) => rowsOf(user)));
  });

  it('runs after the setting of the owner that came with its first use failed', async () => {
    const first = new PreparedStatement<{ ownerId: string }>(`${TEXT} where text <> $1 and text <> 'first'`);
    await asActor(anne, () => owners(single));
    await expect(withWrongSettings(() => asActor(ben, () => first.rows(single, ['other'])))).rejects.toThrow('unrecognized');
    expect(await asActor(ben, () => first.rows(single, ['other']))).toEqual(rowsOf(ben));
  });

  it('runs after its first use failed, while it was parsed or while it ran', async () => {
    const division = new PreparedStatement<{ result: number }>('select 1 / $1::int as result');
    await expect(asActor(ben, () => division.rows(single, [0]))).rejects.toThrow('division by zero');
    expect(await asActor(anne, () => division.rows(single, [1]))).toEqual([{ result: 1 }]);
    const later = new PreparedStatement<{ text: string }>('select text from notes.later where text <> $1');
    await expect(asActor(ben, () => later.rows(single, ['']))).rejects.toThrow('does not exist');
    const owner = await ownerSource(environment.env['DATABASE_URL'] ?? '', NOTES).initialize();
    await owner.query('create table notes.later (text text); grant select on notes.later to public');
    await owner.destroy();
    expect(await asActor(ben, () => later.rows(single, ['']))).toEqual([]);
  });
});

describe('a connection that runs transactions', () => {
  beforeEach(() => asActor(anne, () => owners(single)));

  it('shows the rows of its user within them, after a rollback to a savepoint, and after they end', async () => {
    for (const end of ['commit', 'rollback'])
      await withRunner(ben, async (runner) => {
        await runner.query('begin');
        await runner.query('savepoint one');
        expect(await owners(runner)).toEqual(rowsOf(ben));
        await expect(runner.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
        await runner.query('rollback to savepoint one');
        expect(await owners(runner)).toEqual(rowsOf(ben));
        await runner.query(end);
        expect(await owners(runner)).toEqual(rowsOf(ben));
        expect(await asSystem(() => owners(several))).toHaveLength(2);
      });
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
  });

  it('shows the rows of its user after one that ended with an error', async () => {
    await withRunner(ben, async (runner) => {
      await runner.query('begin');
      await expect(runner.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
      await runner.query('commit');
      expect(await owners(runner)).toEqual(rowsOf(ben));
    });
  });

  it('shows the rows of its user after a rollback outside of any', async () => {
    await withRunner(ben, async (runner) => {
      await runner.query('rollback');
      expect(await owners(runner)).toEqual(rowsOf(ben));
    });
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
  });

  it('decides whose rows a statement sees when it runs, not when it is queued', async () => {
    await withRunner(ben, async (runner) => {
      await runner.query('begin');
      const [, seen] = await Promise.all([runner.query('rollback'), owners(runner)]);
      expect(seen).toEqual(rowsOf(ben));
    });
  });

  it('is closed when it is given back within one, which is then undone', async () => {
    await withRunner(ben, async (runner) => {
      await runner.query('begin');
      await runner.query(`update notes.note set text = 'changed'`);
    });
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
    expect(await several.query('select distinct text from notes.note')).toEqual([{ text: 'text' }]);
  });

  it('refuses statements of another owner in one that began after the connection was given back', async () => {
    const client = await asActor(ben, () => poolOf(single).connect());
    await client.query(TEXT);
    const begun = client.query('begin');
    client.release();
    await expect(asActor(anne, () => owners(single))).rejects.toThrow('begun for the rows of another owner');
    await begun;
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
  });
});

describe('a connection that breaks', () => {
  it('while a statement waits fails this statement only, and the next connection shows the rows of each user', async () => {
    await asActor(anne, () => owners(single));
    const [{ pid }] = await asActor(ben, () => single.query<[{ pid: number }]>('select pg_backend_pid() as pid'));
    const waiting = asActor(anne, () => single.query('select pg_sleep($1)', [60]));
    await several.query('select pg_terminate_backend($1)', [pid]);
    await expect(waiting).rejects.toThrow();
    await waitFor('an end of the connection', () => poolOf(single).totalCount === 0);
    expect(await asActor(ben, () => owners(single))).toEqual(rowsOf(ben));
    expect(await asActor(anne, () => owners(single))).toEqual(rowsOf(anne));
  });
});

/** The texts that connections send to Postgres during `work`. */
async function textsSentBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await withChangedTexts((text) => {
    sent.push(text);
    return text;
  }, work);
  return sent;
}

/** Runs `work` while Postgres refuses every setting of the owner, for a name that it does not know. */
const withWrongSettings = <T>(work: () => Promise<T>): Promise<T> =>
  withChangedTexts((text) => text.replace('set kith.owner', 'set kith_owner'), work);

async function withChangedTexts<T>(change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const prototype = pg.Connection.prototype as unknown as Record<'query' | 'parse', (sent: unknown) => void>;
  const { query, parse } = prototype;
  prototype.query = function changed(this: pg.Connection, text) {
    Reflect.apply(query, this, [change(String(text))]);
  };
  prototype.parse = function changed(this: pg.Connection, statement) {
    const { text } = statement as { text: string };
    Reflect.apply(parse, this, [{ ...(statement as object), text: change(text) }]);
  };
  return work().finally(() => Object.assign(prototype, { query, parse }));
}
