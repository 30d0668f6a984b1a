import type { ListOrder } from '@kith/kit';

const LATEST_FIRST = { source: 'runner.moderation_case', keys: { created_at: 'time', id: 'uuid' }, isDescending: true } as const;

export const CASES_OF_BOT: ListOrder = {
  ...LATEST_FIRST,
  where: 'bot_id = $1',
  parameters: ['uuid'],
  readBy: 'runner.cases_of_bot',
};
export const CASES_IN_SERVER: ListOrder = {
  ...LATEST_FIRST,
  where: 'bot_id = $1 and guild_id = $2',
  parameters: ['uuid', 'text'],
  readBy: 'runner.cases_in_server',
};

/**
 * The cases of a bot about members with this id, or with this in their name, ignoring case; in one server or, with null, in all. They are found as the
 * owner of the table, so that the index of names is used, which row-level security would prevent. It is therefore checked here that the cases are
 * visible. A plan for the text itself knows whether it is frequent: then the cases are read in the order of the list.
 *
 * The index narrows the search, then the name is compared. These are two conditions, because Postgres would compute the sequences of each row again to
 * check one that is made of both.
 */
const FOUND = `bot_id = $1 and current_setting('kith.owner', true) in ('system', owner_id::text) and ($2::text is null or guild_id = $2)
  and (member_id = $3 or runner.letter_sequences(lower(member_name)) @> runner.sought_sequences(lower($3)))
  and (member_id = $3 or strpos(lower(member_name), lower($3)) > 0)`;
export const FOUND_CASES: ListOrder = {
  ...LATEST_FIRST,
  where: FOUND,
  parameters: ['uuid', 'text', 'text'],
  readBy: 'runner.found_cases',
  countBy: 'runner.count_found_cases',
};
/** Without parallel workers: to start one takes longer than such a search. */
export const AS_OWNER =
  'security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0';
