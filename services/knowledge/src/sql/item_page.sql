-- The ids of a page of the items of a bot, oldest first or from the end. In the order of an index: row-level security lets Postgres expect few rows, so
-- that it would read all of them and sort them.
create or replace function knowledge.item_page(p_bot uuid, p_is_from_end boolean, p_limit int, p_offset int) returns setof uuid
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  if p_is_from_end then
    return query select id from knowledge.item where bot_id = p_bot order by created_at desc, id desc limit p_limit offset p_offset;
  else
    return query select id from knowledge.item where bot_id = p_bot order by created_at, id limit p_limit offset p_offset;
  end if;
end $$;
