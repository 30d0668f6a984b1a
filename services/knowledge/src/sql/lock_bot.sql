-- Until the end of the transaction nobody else adds to, counts or indexes the knowledge of this bot.
create or replace function knowledge.lock_bot(p_bot uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('knowledge ' || p_bot, 0));
$$;
