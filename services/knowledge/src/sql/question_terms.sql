-- The words of a question in lower case and without accents, each with the forms under which the languages of a bot index it. Stop words of any
-- of the languages are left out. Words (types 1, 2, 10, 11, 16, 17 of the parser) are stemmed, numbers, addresses and the like are not.
-- In PL/pgSQL, so that its plan is kept.
create or replace function knowledge.question_terms(p_question text, p_languages text[]) returns table (word text, lex text)
language plpgsql stable set search_path = pg_catalog set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query with token as (
    select distinct lower(token) as token, tokid in (1, 2, 10, 11, 16, 17) as is_word
    from ts_parse('default', p_question) where tokid not in (12, 13, 14, 23)
  ),
  form as (
    select token, ts_lexize((case when is_word and language <> 'simple' then language || '_stem' else 'simple' end)::regdictionary, token) as forms
    from token cross join unnest(p_languages) language
  )
  select distinct knowledge.fold(token), knowledge.fold(stem)
  from form cross join unnest(forms) stem where token not in (select token from form where forms = '{}');
end $$;
