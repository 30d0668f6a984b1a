-- Takes replies that are deleted, or are no part of the conversation any more, out of the sums that the analytics read. Times that were kept of
-- them are read again from the messages that are left. Rows are locked in the order of their keys, as add_replies writes them.
-- The sums are looked up by their keys: a table of a few thousand is quicker to read as a whole for one large batch, but not for each of many small ones.
-- The times that are left are read from the end of an index, in its order: by default Postgres expects few messages of an author or a conversation, and
-- reads and sorts all of them.
-- `(select 'delivered')` keeps Postgres from the index of all delivered replies of a bot: with statistics that are older than the rows it would take it
-- for as good as that of the author, and read all replies of the bot again with each batch of a deletion.
create or replace function chat.remove_replies(p_bots uuid[], p_conversations text[], p_authors text[], p_times timestamptz[],
  p_latencies int[]) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform from chat.reply_hour h
    where (h.bot_id, h.hour) in (select bot_id, date_trunc('hour', at, 'UTC') from unnest(p_bots, p_times) as r (bot_id, at))
    order by h.bot_id, h.hour for update;
  update chat.reply_hour h set replies = h.replies - r.replies, latency_ms = h.latency_ms - r.latency_ms
    from (
      select bot_id, date_trunc('hour', at, 'UTC') as hour, count(*) as replies, sum(latency_ms) as latency_ms
      from unnest(p_bots, p_times, p_latencies) as r (bot_id, at, latency_ms) group by 1, 2
    ) r where h.bot_id = r.bot_id and h.hour = r.hour;
  delete from chat.reply_hour h using (
      select distinct bot_id, date_trunc('hour', at, 'UTC') as hour from unnest(p_bots, p_times) as r (bot_id, at)
    ) r where h.bot_id = r.bot_id and h.hour = r.hour and h.replies = 0;

  -- All of these authors, because another transaction may be reading a time again that is deleted here. The next statement sees what it left.
  perform from chat.reply_author a
    where (a.bot_id, a.author) in (select bot_id, author from unnest(p_bots, p_authors) as r (bot_id, author))
    order by a.bot_id, a.author for update;
  with touched as (
    select distinct a.bot_id, a.author
    from unnest(p_bots, p_authors, p_times) as r (bot_id, author, at)
    join chat.reply_author a on a.bot_id = r.bot_id and a.author = r.author and r.at in (a.last_at, a.earlier_day_at)
  ), remaining as (
    select t.*, l.at as last_at, e.at as earlier_day_at
    from touched t
    left join lateral (
      select m.created_at as at from chat.message m
      where m.bot_id = t.bot_id and m.author = t.author and m.state = (select 'delivered')
      order by m.created_at desc limit 1
    ) l on true
    left join lateral (
      select m.created_at as at from chat.message m
      where m.bot_id = t.bot_id and m.author = t.author and m.state = (select 'delivered') and m.created_at < date_trunc('day', l.at, 'UTC')
      order by m.created_at desc limit 1
    ) e on true
  ), gone as (
    delete from chat.reply_author a using remaining r where r.last_at is null and a.bot_id = r.bot_id and a.author = r.author
  )
  update chat.reply_author a set last_at = r.last_at, earlier_day_at = r.earlier_day_at
    from remaining r where r.last_at is not null and a.bot_id = r.bot_id and a.author = r.author;

  perform from chat.reply_conversation c
    where (c.bot_id, c.conversation) in (select bot_id, conversation from unnest(p_bots, p_conversations) as r (bot_id, conversation))
    order by c.bot_id, c.conversation for update;
  with touched as (
    select distinct c.bot_id, c.conversation
    from unnest(p_bots, p_conversations, p_times) as r (bot_id, conversation, at)
    join chat.reply_conversation c on c.bot_id = r.bot_id and c.conversation = r.conversation and r.at = any (c.latest)
  ), remaining as (
    select t.*, array(
      select m.created_at from chat.message m
      where m.bot_id = t.bot_id and m.conversation = t.conversation and m.state = (select 'delivered') order by m.created_at desc limit 3
    ) as latest
    from touched t
  ), gone as (
    delete from chat.reply_conversation c using remaining r
    where r.latest = '{}' and c.bot_id = r.bot_id and c.conversation = r.conversation
  )
  update chat.reply_conversation c set latest = r.latest
    from remaining r where r.latest <> '{}' and c.bot_id = r.bot_id and c.conversation = r.conversation;
end $$;
