import { randomUUID } from 'node:crypto';
import { queryAsOwner, rowsRead, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { database, definition } from '../src/index.js';

const COUNT = 10_000;
const BOT = randomUUID();

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
  let [counted, found]: (number | undefined)[] = [];
  const read = await rowsRead(kith, { service: 'bot-runner', table: 'runner.moderation_case' }, async (transaction) => {
    const one = async (text: string): Promise<number | undefined> =>
      (await transaction.query<{ of: number }[]>(text, [BOT, search]))[0]?.of;
    await transaction.query(`select set_config('kith.owner', 'system', true)`);
    counted = await one('select runner.count_found_cases($1, null, $2) as of');
    found = await one('select count(*)::int as of from runner.found_cases($1, null, $2, 20, 0, null, null, false)');
  });
  expect([counted, found]).toEqual([total, shown]);
  expect(read).toBeLessThan(total + 100);
});
