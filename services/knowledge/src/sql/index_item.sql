-- Stores the chunks of an item and their postings. Needs the lock of the bot, because the counts of all its items share rows.
-- p_texts are the bodies as they are indexed; p_context is searched with each chunk but not shown as part of it: title and tags.
-- p_language is a text search configuration. The marks of words with capital letters (services/kit/src/texts/indexed-text.ts) are kept for its stop words only (where
-- the language is not known, those of English), and for us and may, which Postgres does not take for stop words of English.
create or replace function knowledge.index_item(p_item uuid, p_bodies text[], p_texts text[], p_context text, p_language text)
returns void language sql as $$
  with bot as (select bot_id, owner_id from knowledge.item where id = p_item),
  added as (
    insert into knowledge.chunk (bot_id, owner_id, item_id, ord, body, language)
    select bot.bot_id, bot.owner_id, p_item, part.ord, part.body, p_language from bot, unnest(p_bodies) with ordinality part (body, ord)
    returning id, bot_id, ord, body
  ),
  term as materialized (
    select a.id, a.bot_id, knowledge.fold(t.lexeme) as lex, sum(array_length(t.positions, 1))::int as tf
    from added a, unnest(to_tsvector(p_language::regconfig, p_context || E'\n' || p_texts[a.ord])) t
    where t.lexeme not like 'capital0%'
      or ts_lexize((case p_language when 'simple' then 'english' else p_language end || '_stem')::regdictionary, substr(t.lexeme, 9)) = '{}'
      or t.lexeme in ('capital0us', 'capital0may')
    group by 1, 2, 3
  ),
  size as (select id, sum(tf) as dl from term group by id),
  posted as (
    insert into knowledge.posting (bot_id, lex, chunk_id, tf, dl)
    select term.bot_id, term.lex, term.id, term.tf, size.dl from term join size using (id)
  ),
  -- Its vectors are computed later, where there is an embeddings model.
  due as (update knowledge.item set embed_at = now(), embed_failures = 0 where id = p_item),
  counted as (
    insert into knowledge.klex as k (bot_id, lex, df) select bot_id, lex, count(*) from term group by bot_id, lex
    on conflict (bot_id, lex) do update set df = k.df + excluded.df
  )
  insert into knowledge.kstat as s (bot_id, n, len, languages)
  select bot_id, (select count(*) from added), coalesce((select sum(dl) from size), 0), array[p_language] from bot
  on conflict (bot_id) do update set n = s.n + excluded.n, len = s.len + excluded.len,
    languages = case when p_language = any (s.languages) then s.languages else s.languages || p_language end;
$$;
