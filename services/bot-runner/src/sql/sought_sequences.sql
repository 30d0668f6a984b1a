-- Sequences that together cover a text, which each text that contains it has, too: of five characters where it has as many, because few texts share
-- them, and else of three. As few as cover it: each is looked up. None for a text of one or two characters, which therefore every text has.
create or replace function runner.sought_sequences(p_text text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, least(n, length(p_text) - size + 1), size)), '{}')
  from (select case when length(p_text) < 5 then 3 else 5 end as size) s, generate_series(1, length(p_text), size) as n
  where length(p_text) >= size;
$$;
