-- The chunks of one bot that match a question best, by BM25 (k1 = 1.2, b = 0.75; 2.2 below is k1 + 1).
-- A word of the question is searched in the forms of all languages of the bot; where a chunk holds several forms of one word, the best counts.
-- A character of Chinese, Japanese or Korean that a question consists of is searched as the beginning of a pair of characters too.
-- A word outside the bot's vocabulary is replaced by the two most similar words of about its length, weighted by their similarity. Both the word and
-- its stems are compared, because a misspelled ending may prevent stemming. An emoji or a flag is never replaced: another one is no misspelt one.
-- coverage is the share of the question's idf that a chunk holds. A word without any match counts like the rarest possible word. It is
-- computed for at least 30 chunks (many): among two or three chunks every known word would weigh almost nothing.
-- relevance is coverage × strength, where strength is how much of the question a chunk holds, as often as its length lets expect: 1 is one word
-- that no other chunk has. In it the words p_everyday weigh 0.3 of their idf, as few texts do not show how frequent they are in talk, unless they
-- stand in the title, also as they are written in the question (p_written, one of each): what its owner calls a text by is no small talk there. A pair of characters (of scripts without spaces) that no chunk has
-- weighs 0.3, because many pairs are no words. A word that most chunks have, the subject of all texts, weighs a quarter of the rarest possible one
-- there, not nothing.
-- Of a long question the 64 rarest words count. p_items limits the search to the first items of the bot; null searches all. Items that enter
-- prompts by key words or always are not searched.
-- The migration replaces the schema public when the extension pg_trgm is installed in another one.
-- Runs as the owner of the tables, so that the role of the service needs no access to the schema of the extension and the trigram index is
-- used, which row-level security would prevent. It therefore checks itself that the bot is visible.
-- In PL/pgSQL, because planning the statement takes longer than running it: here each connection plans it once, for all bots. Compiling it takes
-- longer still. The lateral subqueries with offset 0 read the few words of the question, and the chunks of the few items that are left out, by their
-- indexes, whatever the planner guesses: it would read the whole vocabulary of the bot.
create or replace function knowledge.search(p_bot uuid, p_query text, p_limit int, p_items int, p_everyday text[] default '{}', p_written text[] default '{}')
returns table (item_id uuid, title text, body text, score float8, coverage float8, relevance float8, place int)
language plpgsql stable security definer set search_path = knowledge, public, pg_catalog, pg_temp set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query with stat as materialized (
    select n::float8 as n, len::float8 / n as avg_dl, greatest(n, 30)::float8 as many, languages from kstat
    where bot_id = p_bot and n > 0 and len > 0
      and exists (select from item where bot_id = p_bot and current_setting('kith.owner', true) in ('system', owner_id::text))
  ),
  asking as materialized (select t.word, t.lex, t.is_optional from stat cross join question_terms(p_query, languages) t),
  form as materialized (
    select t.word as term, t.lex, k.df from asking t
      left join lateral (select df from klex where bot_id = p_bot and lex = t.lex offset 0) k on true
    where k.df is not null or not t.is_optional
    union
    select t.word, k.lex, k.df from asking t cross join lateral (
      select lex, df from klex where bot_id = p_bot and lex like t.word || '_' order by df desc, lex limit 64 offset 0
    ) k
    where t.word ~ '^[\u1100-\u11ff\u3400-\u9fff\uac00-\ud7af]$' and not exists (select from asking where length(word) > 1)
  ),
  term as materialized (select term from form group by term order by min(df) nulls last, term limit 64),
  known as materialized (select term, lex, df, 1.0::float8 as weight from form join term using (term) where df is not null),
  unknown as (
    select term, array_agg(lex) || term as forms from form join term using (term)
    where term not in (select term from known) and length(term) between 4 and 40
      and term !~ '^emoji[0-9a-f]*[0-9][0-9a-f]*$' group by term order by term limit 16
  ),
  corrected as materialized (
    select u.term, k.lex, k.df, k.weight
    from unknown u cross join lateral (
      select k.lex, k.df, max(similarity(k.lex, f))::float8 as weight from unnest(u.forms) f join klex k on k.lex % f
      where k.bot_id = p_bot and abs(length(k.lex) - length(f)) <= 2 and k.lex not like 'capital0%'
      group by k.lex, k.df order by weight desc, df desc, lex limit 2
    ) k
  ),
  word as materialized (
    select term, lex, weight, idf, worth, case when is_pair then worth else greatest(worth, 0.25 * rarest) end as fit,
      count(*) over (partition by term) = 1 as is_single
    from (
      select term, lex, weight, ln(1 + (n - df + 0.5) / (df + 0.5)) as idf, ln(1 + (many - df + 0.5) / (df + 0.5)) as worth,
        ln(1 + (many + 0.5) / 0.5) as rarest, term ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' as is_pair
      from (select * from known union all select * from corrected) w cross join stat
    ) w
  ),
  excluded as (
    select c.id from (
      select id from item where bot_id = p_bot and activation <> 'search'
      union all (select id from item where bot_id = p_bot and p_items is not null order by created_at, id offset p_items)
    ) i cross join lateral (select id from chunk where item_id = i.id offset 0) c
  ),
  best as materialized (
    select chunk_id, sum(part) as score from (
      select chunk_id, weight * idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * dl / avg_dl)) as part
      from word join posting p on p.bot_id = p_bot and p.lex = word.lex cross join stat where is_single
      union all
      select chunk_id, max(weight * idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * dl / avg_dl)))
      from word join posting p on p.bot_id = p_bot and p.lex = word.lex cross join stat where not is_single group by term, chunk_id
    ) h
    where chunk_id not in (select id from excluded)
    group by chunk_id order by score desc, chunk_id limit p_limit
  ),
  hit as (
    select term, chunk_id, max(weight * worth) as mass, max(weight * fit) as fit,
      max(weight * fit * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * dl / avg_dl))) as strength
    from best join posting p using (chunk_id) join word using (lex) cross join stat group by term, chunk_id
  ),
  asked as (
    select sum(coalesce(worth, rarest)) as mass, max(rarest) as rarest,
      sum(coalesce(fit, rarest * case when term ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' then 0.3 else 1 end)) as fit
    from (select ln(1 + (many + 0.5) / 0.5) as rarest from stat) s cross join term
      left join (select term, max(worth) as worth, max(fit) as fit from word group by term) w using (term)
  ),
  found as (
    select chunk_id, sum(mass) as mass, sum(fit * importance) as fit, sum(strength * importance) as strength
    from (
      select h.*, case when term <> all (p_everyday) then 1
        when (
          select knowledge.fold(lower(i.title)) ~ ('\m(' || term || '|' || coalesce(p_written[array_position(p_everyday, term)], term) || ')\w{0,2}\M')
          from chunk c join item i on i.id = c.item_id where c.id = h.chunk_id
        ) then 1
        else 0.3 end as importance
      from hit h
    ) h join best using (chunk_id) group by chunk_id
  )
  select c.item_id, i.title, c.body, best.score, found.mass / asked.mass, least(1, found.fit / asked.fit) * found.strength / asked.rarest, c.ord
  from best join found using (chunk_id) join chunk c on c.id = best.chunk_id join item i on i.id = c.item_id cross join asked
  order by best.score desc, c.id;
end $$;
