-- The ids of messages of a bot that is wiped, of the size of a batch, behind as many others. Always read in the order of an index: row-level security
-- lets Postgres expect few rows of the owner, so that for each batch it would read the whole table and sort what it found.
create or replace function chat.message_batch(p_bot uuid, p_size int) returns uuid[] language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select array(select id from chat.message where bot_id = p_bot order by conversation, created_at desc offset p_size limit p_size);
$$;
