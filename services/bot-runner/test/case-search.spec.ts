import { randomUUID } from 'node:crypto';
import { queryAsOwner, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { database, definition } from '../src/index.js';

const COUNT = 10_000;
const BOT = randomUUID();
/** Cases that were read one after the other, and entries that were read in the indexes. */
const ROWS_READ = `
  select sum(pg_stat_get_xact_tuples_returned(read.id))::int as of
  from (
    select 'runner.moderation_case'::regclass::oid as id
    union all select indexrelid from pg_index where indrelid = 'runner.moderation_case'::regclass
  ) read`;

let kith: ServicesUnderTest;
beforeAll(async () => {
  kith = await servicesUnderTest([definition]);
  await queryAsOwner(
    kith,
    database,
    `insert into runner.moderation_case (bot_id, owner_id, guild_id, channel_id, message_id, member_id, member_name, rule, actions, is_dry_run)
     select $1, gen_random_uuid(), 'g', 'c', n::text, n::text, 'someone' || case when n in (7, $2 - 7) then ' zq' else '' end, 'links', '{}', false
     from generate_series(1, $2::int) n`,
    [BOT, COUNT],
  );
  await queryAsOwner(kith, database, 'vacuum analyze runner.moderation_case');
});
afterAll(() => kith.stop());

it.each([
  ['two letters that two of them have', 'ZQ', 2, 2],
  ['a letter that two of them have', 'z', 2, 2],
  ['two letters that none of them has', 'qz', 0, 0],
  ['a letter that none of them has', '龍', 0, 0],
  ['a letter that all of them have', 'o', 1001, 20],
])('a search among 10,000 cases for members with %s reads few of them', async (_what, search, total, shown) => {
  const runner = kith.services.get('bot-runner')?.app.get(DataSource);
  if (!runner) throw new Error('the runner is not running');
  const { read, counted, found } = await runner.transaction(async (transaction) => {
    const one = async (text: string, parameters?: unknown[]): Promise<number | undefined> =>
      (await transaction.query<{ of: number }[]>(text, parameters))[0]?.of;
    await transaction.query(`select set_config('kith.owner', 'system', true)`);
    const before = (await one(ROWS_READ)) ?? 0;
    const counted = await one('select runner.count_found_cases($1, null, $2) as of', [BOT, search]);
    const found = await one('select count(*)::int as of from runner.found_cases($1, null, $2, 20, 0, null, null, false)', [
      BOT,
      search,
    ]);
    return { read: ((await one(ROWS_READ)) ?? COUNT) - before, counted, found };
  });
  expect([counted, found]).toEqual([total, shown]);
  expect(read).toBeLessThan(total + 100);
});
