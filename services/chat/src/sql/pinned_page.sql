-- The ids of a page of the pinned answers of a bot, the latest first. In the order of an index: row-level security lets Postgres expect few rows, so
-- that it would read all of them and sort them.
create or replace function chat.pinned_page(p_bot uuid, p_limit int, p_offset int) returns setof uuid
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query select id from chat.pinned_answer where bot_id = p_bot order by created_at desc, id desc limit p_limit offset p_offset;
end $$;
