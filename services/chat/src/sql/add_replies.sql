-- Adds delivered replies, one per place of the arrays, to the sums that the analytics read. Rows are locked in the order of their keys, those of hours last,
-- so that two that write the same ones wait for each other instead of forming a deadlock. Who adds replies has the lock of the counter of the bot:
-- two that add the first reply of an author at the same time would count them twice.
-- Plans are made once for all calls, because making them takes longer than most calls. So they must be good however much is stored: `lateral` has the
-- rows before looked up by their keys, one after the other.
create or replace function chat.add_replies(p_bots uuid[], p_owners uuid[], p_channels text[], p_conversations text[], p_authors text[],
  p_times timestamptz[], p_latencies int[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  authors_before chat.reply_author[];
  authors_after chat.reply_author[];
  conversations_before chat.reply_conversation[];
  conversations_after chat.reply_conversation[];
begin
  authors_before := array(
    select a.row from (select distinct bot_id, author from unnest(p_bots, p_authors) as r (bot_id, author) order by 1, 2) r
    cross join lateral (select a as row from chat.reply_author a where a.bot_id = r.bot_id and a.author = r.author for update) a);
  with changed as (
    insert into chat.reply_author as a (bot_id, author, owner_id, last_at, earlier_day_at)
      select r.bot_id, r.author, (array_agg(r.owner_id))[1], r.last_at, max(r.at) filter (where r.at < date_trunc('day', r.last_at, 'UTC'))
      from (
        select *, max(at) over (partition by bot_id, author) as last_at
        from unnest(p_bots, p_authors, p_owners, p_times) as r (bot_id, author, owner_id, at)
      ) r
      group by r.bot_id, r.author, r.last_at order by 1, 2
      on conflict (bot_id, author) do update set last_at = greatest(a.last_at, excluded.last_at), earlier_day_at = (
        select max(at) from unnest(array[a.last_at, a.earlier_day_at, excluded.last_at, excluded.earlier_day_at]) as at
        where at < date_trunc('day', greatest(a.last_at, excluded.last_at), 'UTC'))
      returning a as row
  )
  select array_agg(row) into authors_after from changed;

  conversations_before := array(
    select c.row from (select distinct bot_id, conversation from unnest(p_bots, p_conversations) as r (bot_id, conversation) order by 1, 2) r
    cross join lateral (
      select c as row from chat.reply_conversation c where c.bot_id = r.bot_id and c.conversation = r.conversation for update
    ) c);
  with changed as (
    insert into chat.reply_conversation as c (bot_id, conversation, owner_id, channel, latest)
      select r.bot_id, r.conversation, (array_agg(r.owner_id))[1], (array_agg(r.channel))[1], (array_agg(r.at order by r.at desc))[1:3]
      from unnest(p_bots, p_conversations, p_owners, p_channels, p_times) as r (bot_id, conversation, owner_id, channel, at)
      group by 1, 2 order by 1, 2
      on conflict (bot_id, conversation) do update set
        latest = array(select at from unnest(c.latest || excluded.latest) as at order by at desc limit 3)
      returning c as row
  )
  select array_agg(row) into conversations_after from changed;

  insert into chat.reply_hour as h
    select r.bot_id, r.hour, (array_agg(r.owner_id))[1], sum(r.replies), sum(r.latency_ms), sum(r.authors), sum(r.returning_authors),
      sum(r.conversations), sum(r.long_conversations)
    from (
      select r.bot_id, date_trunc('hour', r.at, 'UTC') as hour, r.owner_id, 1 as replies, r.latency_ms::bigint as latency_ms, 0 as authors,
        0 as returning_authors, 0 as conversations, 0 as long_conversations
      from unnest(p_bots, p_owners, p_times, p_latencies) as r (bot_id, owner_id, at, latency_ms)
      union all select * from chat.people_by_hour(authors_after, conversations_after, 1)
      union all select * from chat.people_by_hour(authors_before, conversations_before, -1)
    ) r
    group by 1, 2
    having (sum(r.replies), sum(r.authors), sum(r.returning_authors), sum(r.conversations), sum(r.long_conversations)) <> (0, 0, 0, 0, 0)
    order by 1, 2
    on conflict (bot_id, hour) do update set replies = h.replies + excluded.replies, latency_ms = h.latency_ms + excluded.latency_ms,
      authors = h.authors + excluded.authors, returning_authors = h.returning_authors + excluded.returning_authors,
      conversations = h.conversations + excluded.conversations, long_conversations = h.long_conversations + excluded.long_conversations;
end $$;
