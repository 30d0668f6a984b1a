-- The text in which an owner's list is searched. Declared immutable, so that it can be indexed: array_to_string is stable only because the text
-- form of some types is. Its cost keeps the planner from computing it for every item of a bot.
create or replace function knowledge.all_text(p_title text, p_tags text[], p_content text, p_extracted text) returns text
language sql immutable parallel safe cost 10000 as $$
  select lower(concat_ws(E'\n', p_title, array_to_string(p_tags, E'\n'), p_content, p_extracted));
$$;
