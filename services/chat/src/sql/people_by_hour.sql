-- What rows of chat.reply_author and chat.reply_conversation add to the rows of chat.reply_hour, one row for each place: `p_sign` 1, or -1 for rows as
-- they were before a change.
create or replace function chat.people_by_hour(p_authors chat.reply_author[], p_conversations chat.reply_conversation[], p_sign int)
returns setof chat.reply_hour language sql immutable as $$
  select a.bot_id, date_trunc('hour', p.at, 'UTC'), a.owner_id, 0, 0::bigint, p.authors * p_sign, p.returning_authors * p_sign, 0, 0
  from unnest(p_authors) a
  cross join lateral (values (a.last_at, 1, 0), ('-infinity', 1, 0), (a.earlier_day_at, 0, 1)) as p (at, authors, returning_authors)
  where p.at is not null
  union all
  select c.bot_id, date_trunc('hour', p.at, 'UTC'), c.owner_id, 0, 0::bigint, 0, 0, p.conversations * p_sign, p.long_conversations * p_sign
  from unnest(p_conversations) c
  cross join lateral (values (c.latest[1], 1, 0), ('-infinity', 1, 0), (c.latest[3], 0, 1)) as p (at, conversations, long_conversations)
  where p.at is not null
$$;
