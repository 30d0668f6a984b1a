-- The same as message_batch for what a bot remembers of people.
create or replace function chat.memory_batch(p_bot uuid, p_size int) returns uuid[] language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select array(select id from chat.memory where bot_id = p_bot order by member, scope offset p_size limit p_size);
$$;
