-- Of the items of a bot what differs after each change of what a question may find (see note_item_change), from an index alone: after row-level security
-- Postgres expects few of them, and would read the items. Each change has a number of its own, so that after any change the numbers of a bot are others. Their
-- sum may be the same, where one that was taken first is committed last; that the sum of their hashes is the same is as good as impossible.
create or replace function knowledge.item_state(p_bot uuid) returns text language sql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select count(*) || '-' || coalesce(sum(hashint8extended(change, 0)), 0) from knowledge.item where bot_id = p_bot;
$$;
