import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asSystem, createLogger, createPageFunction, Keyring, OrderedList, type DatabaseSpec, type ListOrder } from '@kith/kit';
import { asActor, testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from '../src/database-access.js';

const BY_TIME: ListOrder = {
  source: 'notes.note',
  where: 'subject = $1',
  parameters: ['text'],
  keys: { at: 'time', id: 'uuid' },
  isDescending: true,
};
const BY_FUNCTION: ListOrder = { ...BY_TIME, readBy: 'notes.notes_by_time' };
const BY_POINTS: ListOrder = { ...BY_TIME, keys: { '(-points)': 'number', name: 'text' }, isDescending: false };
const ORDERS = { 'of times': BY_TIME, 'of times, read by a function': BY_FUNCTION, 'of numbers': BY_POINTS };

class CreateNotes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner) {
    await runner.query(`
      create table notes.note (
        id uuid not null default gen_random_uuid(), owner_id uuid not null, subject text not null, at timestamptz not null, points int not null, name text not null
      );
      create index note_time on notes.note (subject, at, id);
      alter table notes.note enable row level security;
      create policy owner on notes.note using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
    `);
    await runner.query(createPageFunction(BY_FUNCTION));
  }
  async down() {}
}
const NOTES: DatabaseSpec = { schema: 'notes', entities: [], migrations: [CreateNotes1700000000000], privileges: {} };
const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const [anne, ben] = [randomUUID(), randomUUID()];

let environment: TestEnvironment;
let database: DataSource;
beforeAll(async () => {
  environment = await testEnvironment();
  database = await openDatabase(NOTES, environment.env['DATABASE_URL'], keyring, createLogger('silent'));
});
afterAll(async () => {
  await database.destroy();
  await environment.drop();
});

/** Times differ by a microsecond, and every second row has the time and the points of the one before it. */
const FILL = `
  insert into notes.note (owner_id, subject, at, points, name)
  select $1, $2, '2026-01-02T03:04:05.000001Z'::timestamptz + n / 2 * interval '1 microsecond', n / 2, 'n' || n from generate_series(0, $3::int - 1) n`;
const fill = (subject: string, count: number) => asSystem(() => database.query(FILL, [anne, subject, count]));

describe.each(Object.entries(ORDERS))('the pages of a list %s', (_name, order) => {
  const list = new OrderedList(order);
  const read = (subject: string, page: { limit: number; offset?: number; cursor?: string | undefined }, total?: number) =>
    asActor(anne, () => list.page(database, [subject], { offset: 0, ...page }, total));
  const all = async (subject: string) => (await read(subject, { limit: 100 })).ids;

  it('lead from one to the next and back, whatever their length, also when keys are equal', async () => {
    const subject = randomUUID();
    await fill(subject, 7);
    const expected = await all(subject);
    expect(new Set(expected).size).toBe(7);
    for (let limit = 1; limit <= 8; limit += 1) {
      const [forwards, backwards]: [string[], string[]] = [[], []];
      let page = await read(subject, { limit });
      expect(page.previous).toBeNull();
      for (; ; page = await read(subject, { limit, cursor: page.next ?? undefined })) {
        forwards.push(...page.ids);
        if (page.next === null) break;
      }
      for (; ; page = await read(subject, { limit, cursor: page.previous ?? undefined })) {
        backwards.unshift(...page.ids);
        if (page.previous === null) break;
      }
      expect([forwards, backwards]).toEqual([expected, expected]);
    }
  });

  it('are the same by their offset, from the nearer end too', async () => {
    const subject = randomUUID();
    await fill(subject, 5);
    const expected = await all(subject);
    for (const total of [5, undefined])
      for (let offset = 0; offset <= 6; offset += 1) {
        const page = await read(subject, { limit: 2, offset }, total);
        expect(page.ids).toEqual(expected.slice(offset, offset + 2));
        expect([page.next === null, page.previous === null]).toEqual([offset + 2 >= 5, offset === 0 || offset >= 5]);
      }
  });

  it('neither skip nor repeat rows when others are added and deleted before the next page', async () => {
    const subject = randomUUID();
    await fill(subject, 6);
    const expected = await all(subject);
    const { ids, next } = await read(subject, { limit: 2 });
    await fill(subject, 2);
    const column = order === BY_POINTS ? 'name' : 'id::text';
    await asSystem(() => database.query(`delete from notes.note where subject = $1 and ${column} = $2`, [subject, ids[1]]));
    const rest = (await read(subject, { limit: 100, cursor: next ?? undefined })).ids;
    expect(expected.slice(2).filter((id) => !rest.includes(id))).toEqual([]);
    expect(rest).not.toContain(ids[1]);
  });

  it('lead to the end or the beginning of the list when all rows of the next or the previous one were deleted', async () => {
    const subject = randomUUID();
    await fill(subject, 6);
    const column = order === BY_POINTS ? 'name' : 'id::text';
    const remove = (ids: readonly string[]) =>
      asSystem(() => database.query(`delete from notes.note where subject = $1 and ${column} = any($2)`, [subject, ids]));
    const expected = await all(subject);
    const first = await read(subject, { limit: 2 });
    const second = await read(subject, { limit: 2, cursor: first.next ?? undefined });
    await remove(expected.slice(4));
    const behind = await read(subject, { limit: 2, cursor: second.next ?? undefined });
    expect(behind).toMatchObject({ ids: [], next: null });
    const last = await read(subject, { limit: 2, cursor: behind.previous ?? undefined });
    expect(last).toMatchObject({ ids: expected.slice(2, 4), next: null });
    expect((await read(subject, { limit: 2, cursor: last.previous ?? undefined })).ids).toEqual(expected.slice(0, 2));
    await remove(expected.slice(0, 2));
    const ahead = await read(subject, { limit: 2, cursor: second.previous ?? undefined });
    expect(ahead).toMatchObject({ ids: [], previous: null });
    expect(await read(subject, { limit: 2, cursor: ahead.next ?? undefined })).toMatchObject({
      ids: expected.slice(2, 4),
      previous: null,
    });
    await remove(expected);
    expect(await read(subject, { limit: 2, cursor: second.next ?? undefined })).toEqual({ ids: [], next: null, previous: null });
  });

  it('show an actor the rows of that actor alone', async () => {
    const subject = randomUUID();
    await fill(subject, 3);
    const { next } = await read(subject, { limit: 1 });
    for (const cursor of [undefined, next ?? undefined])
      expect(await asActor(ben, () => list.page(database, [subject], { limit: 9, offset: 0, cursor }))).toMatchObject({
        ids: [],
      });
  });

  it.each([
    ['no JSON', 'x'],
    ['another side', ['beside', '1', '2']],
    ['too few keys', ['after', '1']],
    ['too many keys', ['after', '1', randomUUID(), '3']],
    ['a number that is none', ['after', "1' or 'a' = 'a", randomUUID()]],
    ['a number beyond all', ['after', '9'.repeat(19), randomUUID()]],
    ['no text', ['after', 1, randomUUID()]],
    ['a character that Postgres does not store', ['after', '1', 'a\0b']],
  ])('refuse a cursor with %s', async (_kind, content) => {
    const cursor = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
    await expect(read('any', { limit: 1, cursor })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

it('a list counts at most a thousand rows, and says that there are more', async () => {
  const list = new OrderedList(BY_TIME);
  const counted = (subject: string) => asActor(anne, () => list.count(database, [subject]));
  const subjects = [randomUUID(), randomUUID()] as const;
  await fill(subjects[0], 1000);
  await fill(subjects[1], 1001);
  expect(await counted(subjects[0])).toEqual({ total: 1000, isMoreThanTotal: false });
  expect(await counted(subjects[1])).toEqual({ total: 1000, isMoreThanTotal: true });
});
