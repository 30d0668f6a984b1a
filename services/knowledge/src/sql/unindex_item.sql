-- Deletes chunks of an item from the index, all or the last p_limit of them, and returns how many. Needs the lock of the bot, because the counts of
-- all its items share rows.
-- Each language of the bot is kept for which one other chunk is found: a scalar subquery stops there, where a join could read all chunks of the bot.
create or replace function knowledge.unindex_item(p_item uuid, p_limit int) returns int language sql as $$
  with gone as materialized (select id, bot_id from knowledge.chunk where item_id = p_item order by ord desc limit p_limit),
  deleted_postings as (
    delete from knowledge.posting p using gone where p.chunk_id = gone.id returning p.bot_id, p.lex, p.tf
  ),
  deleted_counts as (select bot_id, lex, count(*) as n from deleted_postings group by bot_id, lex),
  deleted_words as (
    delete from knowledge.klex k using deleted_counts d where k.bot_id = d.bot_id and k.lex = d.lex and k.df <= d.n
  ),
  counted as (
    update knowledge.klex k set df = k.df - d.n from deleted_counts d where k.bot_id = d.bot_id and k.lex = d.lex and k.df > d.n
  ),
  summed as (
    update knowledge.kstat s set n = s.n - g.n, len = s.len - coalesce((select sum(tf) from deleted_postings), 0),
      languages = array(
        select language from unnest(s.languages) known (language)
        where (select true from knowledge.chunk c where c.bot_id = s.bot_id and c.language = known.language and c.id not in (select id from gone) limit 1)
      )
    from (select bot_id, count(*) as n from gone group by bot_id) g where s.bot_id = g.bot_id
  ),
  deleted_chunks as (delete from knowledge.chunk c using gone where c.id = gone.id)
  select count(*)::int from gone;
$$;
