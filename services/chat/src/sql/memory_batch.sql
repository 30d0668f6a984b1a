-- The same as message_batch for what a bot remembers of people.
create or replace function chat.memory_batch(p_bot uuid, p_size int, p_member text, p_scope text)
returns table (id uuid, member text, scope text) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  (
    select id, member, scope from chat.memory where bot_id = p_bot and p_member is null order by member, scope offset p_size limit p_size
  ) union all (
    select id, member, scope from chat.memory
    where bot_id = p_bot and (member, scope) > (p_member, p_scope) order by member, scope limit p_size
  ) limit p_size;
$$;
