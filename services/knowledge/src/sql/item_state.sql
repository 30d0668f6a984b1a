-- Of the items of a bot what differs after each change of what a question may find (see note_item_change), from an index alone: after row-level security
-- Postgres expects few of them, and would read the items.
create or replace function knowledge.item_state(p_bot uuid) returns text language sql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
  select count(*) || '-' || coalesce(sum(change), 0) from knowledge.item where bot_id = p_bot;
$$;
