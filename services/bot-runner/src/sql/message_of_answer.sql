-- The message that a bot answered with a message of this id, which may be a later part of the answer. By the index of the ids of answers, which
-- row-level security would not let Postgres use: it compares by an operator of arrays. The function therefore runs as the owner of the table, and
-- checks itself whose trace it is. The ids of Discord are unique: few rows are found, which no index has to have in order. By an expression of the bot, so
-- that no index of its traces is taken: Postgres would where it knows little of a bot, and read all of them.
create or replace function runner.message_of_answer(p_bot uuid, p_answer text) returns text
language sql stable security definer set search_path = runner, pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select message_id from message_trace
  where answer_ids @> array[p_answer] and uuid_send(bot_id) = uuid_send(p_bot) and current_setting('kith.owner', true) in ('system', owner_id::text)
  order by sent_at desc limit 1;
$$;
