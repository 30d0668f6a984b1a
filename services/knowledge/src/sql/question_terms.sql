-- The words of a question in lower case and without accents, each with the forms under which the languages of a bot index it. Words (types 1, 2, 10,
-- 11, 16, 17 of the parser) are stemmed, numbers, addresses and the like are not.
-- Stop words of the language of the question are left out: that of most of its stop words, where it has two or more. A stop word of another language
-- of the bot, as the English word war is one of German, is optional: it counts only in forms that the bot's texts have, as do the marks of words
-- with capital letters (services/kit/src/texts/indexed-text.ts). Texts whose language is not known have no stop words, so they keep none.
-- In PL/pgSQL, so that its plan is kept.
create or replace function knowledge.question_terms(p_question text, p_languages text[]) returns table (word text, lex text, is_optional boolean)
language plpgsql stable set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query with token as (
    select distinct lower(token) as token, tokid in (1, 2, 10, 11, 16, 17) as is_word
    from ts_parse('default', p_question) where tokid not in (12, 13, 14, 23)
  ),
  form as (
    select token, language, ts_lexize((case when is_word and language <> 'simple' then language || '_stem' else 'simple' end)::regdictionary, token) as forms
    from token cross join unnest(p_languages) language
  ),
  stop as (select token, language from form where forms = '{}'),
  spoken as (
    select language from (select language, count(*) as words, max(count(*)) over () as most from stop group by language) s where words = most and words > 1
  ),
  ambiguous as (select token from stop except select token from stop join spoken using (language))
  select distinct knowledge.fold(token), knowledge.fold(stem), token like 'capital0%' or token in (select token from ambiguous)
  from form cross join unnest(forms) stem
  where token not in (select token from stop) or (token in (select token from ambiguous) and language <> 'simple');
end $$;
