-- The chunks of one bot that match a question best, by BM25 (k1 = 1.2, b = 0.75; 2.2 below is k1 + 1).
-- A word of the question is searched in the forms of all languages of the bot; where a chunk holds several forms of one word, the best counts.
-- A word outside the bot's vocabulary is replaced by the two most similar words of about its length, weighted by their similarity. Both the
-- word and its stems are compared, because a misspelled ending may prevent stemming.
-- coverage is the share of the question's idf that a chunk holds. A word without any match counts like the rarest possible word. It is
-- computed for at least 30 chunks (many): among two or three chunks every known word would weigh almost nothing.
-- Of a long question the 64 rarest words count. p_items limits the search to the first items of the bot; null searches all.
-- The migration replaces the schema public when the extension pg_trgm is installed in another one.
-- Runs as the owner of the tables, so that the role of the service needs no access to the schema of the extension and the trigram index is
-- used, which row-level security would prevent. It therefore checks itself that the bot is visible.
create or replace function knowledge.search(p_bot uuid, p_query text, p_limit int, p_items int)
returns table (item_id uuid, title text, body text, score float8, coverage float8)
language sql stable security definer set search_path = knowledge, public, pg_catalog, pg_temp as $$
  with stat as materialized (
    select n::float8 as n, len::float8 / n as avg_dl, greatest(n, 30)::float8 as many, languages from kstat
    where bot_id = p_bot and n > 0 and len > 0
      and exists (select from item where bot_id = p_bot and current_setting('kith.owner', true) in ('system', owner_id::text))
  ),
  form as materialized (select t.word as term, t.lex, k.df from stat, question_terms(p_query, languages) t left join klex k on k.bot_id = p_bot and k.lex = t.lex),
  term as materialized (select term from form group by term order by min(df) nulls last, term limit 64),
  known as materialized (select term, lex, df, 1.0::float8 as weight from form join term using (term) where df is not null),
  unknown as (
    select term, array_agg(lex) || term as forms from form join term using (term)
    where term not in (select term from known) and length(term) between 4 and 40 group by term order by term limit 16
  ),
  corrected as materialized (
    select u.term, k.lex, k.df, k.weight
    from unknown u cross join lateral (
      select k.lex, k.df, max(similarity(k.lex, f))::float8 as weight from unnest(u.forms) f join klex k on k.lex % f
      where k.bot_id = p_bot and abs(length(k.lex) - length(f)) <= 2
      group by k.lex, k.df order by weight desc, df desc, lex limit 2
    ) k
  ),
  word as materialized (
    select term, lex, weight, ln(1 + (n - df + 0.5) / (df + 0.5)) as idf, ln(1 + (many - df + 0.5) / (df + 0.5)) as worth
    from (select * from known union all select * from corrected) w cross join stat
  ),
  hit as materialized (
    select term, chunk_id, max(weight * worth) as mass, max(weight * idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * dl / avg_dl))) as part
    from word join posting p on p.bot_id = p_bot and p.lex = word.lex cross join stat group by term, chunk_id
  ),
  active as (
    select c.id from chunk c join (select id from item where bot_id = p_bot order by created_at, id limit p_items) i on i.id = c.item_id
  ),
  best as materialized (
    select chunk_id, sum(part) as score from hit
    where p_items is null or chunk_id in (select id from active)
    group by chunk_id order by score desc, chunk_id limit p_limit
  ),
  asked as (
    select sum(coalesce((select max(worth) from word w where w.term = term.term), ln(1 + (many + 0.5) / 0.5))) as mass from term cross join stat
  ),
  found as (
    select chunk_id, sum(mass) as mass from hit join best using (chunk_id) group by chunk_id
  )
  select c.item_id, i.title, c.body, best.score, found.mass / asked.mass
  from best join found using (chunk_id) join chunk c on c.id = best.chunk_id join item i on i.id = c.item_id cross join asked
  order by best.score desc, c.id;
$$;
