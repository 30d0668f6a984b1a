-- Takes replies that are deleted, or are no part of the conversation any more, out of the sums that the analytics read. Times that were kept of
-- them are read again from the messages that are left. Rows are locked in the order in which add_replies locks
-- them.
-- The sums are looked up by their keys: a table of a few thousand is quicker to read as a whole for one large batch, but not for each of many small ones.
-- The times that are left are read from the end of an index, in its order: by default Postgres expects few messages of an author or a conversation, and
-- reads and sorts all of them.
-- `(select 'delivered')` keeps Postgres from the index of all delivered replies of a bot: with statistics that are older than the rows it would take it
-- for as good as that of the author, and read all replies of the bot again with each batch of a deletion.
create or replace function chat.remove_replies(p_bots uuid[], p_conversations text[], p_authors text[], p_times timestamptz[],
  p_latencies int[]) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  authors_before chat.reply_author[];
  authors_after chat.reply_author[];
  conversations_before chat.reply_conversation[];
  conversations_after chat.reply_conversation[];
  changes chat.reply_hour[];
begin
  -- All of these authors, because another transaction may be reading a time again that is deleted here. The next statement sees what it left.
  perform from chat.reply_author a
    where (a.bot_id, a.author) in (select bot_id, author from unnest(p_bots, p_authors) as r (bot_id, author))
    order by a.bot_id, a.author for update;
  authors_before := array(
    select distinct a from unnest(p_bots, p_authors, p_times) as r (bot_id, author, at)
    join chat.reply_author a on a.bot_id = r.bot_id and a.author = r.author and r.at in (a.last_at, a.earlier_day_at));
  with remaining as (
    select t.bot_id, t.author, l.at as last_at, e.at as earlier_day_at
    from unnest(authors_before) t
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
  ), changed as (
    update chat.reply_author a set last_at = r.last_at, earlier_day_at = r.earlier_day_at
      from remaining r where r.last_at is not null and a.bot_id = r.bot_id and a.author = r.author
      returning a as row
  )
  select array_agg(row) into authors_after from changed;

  perform from chat.reply_conversation c
    where (c.bot_id, c.conversation) in (select bot_id, conversation from unnest(p_bots, p_conversations) as r (bot_id, conversation))
    order by c.bot_id, c.conversation for update;
  conversations_before := array(
    select distinct c from unnest(p_bots, p_conversations, p_times) as r (bot_id, conversation, at)
    join chat.reply_conversation c on c.bot_id = r.bot_id and c.conversation = r.conversation and r.at = any (c.latest));
  with remaining as (
    select t.bot_id, t.conversation, array(
      select m.created_at from chat.message m
      where m.bot_id = t.bot_id and m.conversation = t.conversation and m.state = (select 'delivered') order by m.created_at desc limit 3
    ) as latest
    from unnest(conversations_before) t
  ), gone as (
    delete from chat.reply_conversation c using remaining r
    where r.latest = '{}' and c.bot_id = r.bot_id and c.conversation = r.conversation
  ), changed as (
    update chat.reply_conversation c set latest = r.latest
      from remaining r where r.latest <> '{}' and c.bot_id = r.bot_id and c.conversation = r.conversation
      returning c as row
  )
  select array_agg(row) into conversations_after from changed;

  -- The owner is not read.
  changes := array(
    select row(r.bot_id, r.hour, null, sum(r.replies), sum(r.latency_ms), sum(r.authors), sum(r.returning_authors), sum(r.conversations),
      sum(r.long_conversations))::chat.reply_hour
    from (
      select r.bot_id, date_trunc('hour', r.at, 'UTC') as hour, null::uuid as owner_id, -1 as replies, -r.latency_ms::bigint as latency_ms,
        0 as authors, 0 as returning_authors, 0 as conversations, 0 as long_conversations
      from unnest(p_bots, p_times, p_latencies) as r (bot_id, at, latency_ms)
      union all select * from chat.people_by_hour(authors_after, conversations_after, 1)
      union all select * from chat.people_by_hour(authors_before, conversations_before, -1)
    ) r
    group by r.bot_id, r.hour
    having (sum(r.replies), sum(r.authors), sum(r.returning_authors), sum(r.conversations), sum(r.long_conversations)) <> (0, 0, 0, 0, 0));
  perform from chat.reply_hour h where (h.bot_id, h.hour) in (select bot_id, hour from unnest(changes)) order by h.bot_id, h.hour for update;
  update chat.reply_hour h set replies = h.replies + c.replies, latency_ms = h.latency_ms + c.latency_ms, authors = h.authors + c.authors,
      returning_authors = h.returning_authors + c.returning_authors, conversations = h.conversations + c.conversations,
      long_conversations = h.long_conversations + c.long_conversations
    from unnest(changes) c where h.bot_id = c.bot_id and h.hour = c.hour;
  delete from chat.reply_hour h using unnest(changes) c
    where h.bot_id = c.bot_id and h.hour = c.hour and h.replies = 0 and h.authors = 0 and h.conversations = 0;
end $$;
