-- Adds delivered replies, one per place of the arrays, to the sums that the analytics read. Rows are written in the order of their keys, so that
-- two that write the same ones wait for each other instead of forming a deadlock.
create or replace function chat.add_replies(p_bots uuid[], p_owners uuid[], p_channels text[], p_conversations text[], p_authors text[],
  p_times timestamptz[], p_latencies int[]) returns void language plpgsql as $$
begin
  insert into chat.reply_hour as h (bot_id, hour, owner_id, replies, latency_ms)
    select r.bot_id, date_trunc('hour', r.at, 'UTC'), (array_agg(r.owner_id))[1], count(*), sum(r.latency_ms)
    from unnest(p_bots, p_owners, p_times, p_latencies) as r (bot_id, owner_id, at, latency_ms)
    group by 1, 2 order by 1, 2
    on conflict (bot_id, hour) do update set replies = h.replies + excluded.replies, latency_ms = h.latency_ms + excluded.latency_ms;
  insert into chat.reply_author as a (bot_id, author, owner_id, last_at, earlier_day_at)
    select r.bot_id, r.author, (array_agg(r.owner_id))[1], r.last_at, max(r.at) filter (where r.at < date_trunc('day', r.last_at, 'UTC'))
    from (
      select *, max(at) over (partition by bot_id, author) as last_at
      from unnest(p_bots, p_authors, p_owners, p_times) as r (bot_id, author, owner_id, at)
    ) r
    group by r.bot_id, r.author, r.last_at order by 1, 2
    on conflict (bot_id, author) do update set last_at = greatest(a.last_at, excluded.last_at), earlier_day_at = (
      select max(at) from unnest(array[a.last_at, a.earlier_day_at, excluded.last_at, excluded.earlier_day_at]) as at
      where at < date_trunc('day', greatest(a.last_at, excluded.last_at), 'UTC'));
  insert into chat.reply_conversation as c (bot_id, conversation, owner_id, channel, latest)
    select r.bot_id, r.conversation, (array_agg(r.owner_id))[1], (array_agg(r.channel))[1], (array_agg(r.at order by r.at desc))[1:3]
    from unnest(p_bots, p_conversations, p_owners, p_channels, p_times) as r (bot_id, conversation, owner_id, channel, at)
    group by 1, 2 order by 1, 2
    on conflict (bot_id, conversation) do update set
      latest = array(select at from unnest(c.latest || excluded.latest) as at order by at desc limit 3);
end $$;
