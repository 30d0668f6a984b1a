-- The sequences of one and of two characters in a text, for an index of texts that contain another one too short for trigrams. A text is read as its
-- different words in any order, with two blanks between each, so that it has those within words, and of those with blanks not all, and some that the text
-- has not: what a text contains is looked up by the sequences of each of its words. An empty one alone stands for all: of a text that is long even so they
-- would take seconds, and a bot can have few such texts. The cost is high so that no plan computes them of many texts.
create or replace function knowledge.short_sequences(p_text text) returns text[] language plpgsql immutable strict parallel safe cost 100000 as $$
declare
  words text := (select string_agg(word, '  ') from (select distinct word from unnest(string_to_array(p_text, ' ')) word) t);
begin
  if length(words) > 500000 then return array['']; end if;
  return array(
    with pair as materialized (
      select distinct match[1] as text from (
        select regexp_matches(words, '..', 'g') as match union all select regexp_matches(substr(words, 2), '..', 'g')
      ) t
    )
    select text from pair union select left(text, 1) from pair union select right(words, 1)
  );
end $$;
