-- The newest messages of a question of the inbox. They are read from the end of an index, in its order: by default Postgres expects few messages of a
-- question, and reads and sorts all of them.
create or replace function chat.newest_of_question(p_question uuid, p_limit int) returns table (id uuid, state text, created_at timestamptz)
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select m.id, m.state, m.created_at from chat.message m where m.inbox_id = p_question order by m.created_at desc limit p_limit
$$;
