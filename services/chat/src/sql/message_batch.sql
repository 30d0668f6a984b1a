-- Messages of a bot that is wiped, of the size of a batch, in the order of an index: behind the one at which the batch before it ended, so that the
-- entries of deleted rows are not passed again with each batch; without such a one behind as many others. Row-level security lets Postgres expect
-- few rows of the owner, so that for each batch it would otherwise read the whole table and sort what it found.
create or replace function chat.message_batch(p_bot uuid, p_size int, p_conversation text, p_at timestamptz)
returns table (id uuid, conversation text, at timestamptz) language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  (
    select id, conversation, created_at from chat.message
    where bot_id = p_bot and p_conversation is null order by conversation, created_at desc offset p_size limit p_size
  ) union all (
    select id, conversation, created_at from chat.message
    where bot_id = p_bot and conversation = p_conversation and created_at <= p_at order by created_at desc limit p_size
  ) union all (
    select id, conversation, created_at from chat.message
    where bot_id = p_bot and conversation > p_conversation order by conversation, created_at desc limit p_size
  ) limit p_size;
$$;
