-- Sequences that together cover a text, which each text that contains it has, too: of five characters where it has as many, because few texts share
-- them, and else of three; of fewer it is one itself. As few as cover it: each is looked up. None for an empty text, which therefore every text has.
create or replace function runner.sought_sequences(p_text text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, least(n, length(p_text) - size + 1), size)), '{}')
  from (select case when length(p_text) < 3 then greatest(length(p_text), 1) when length(p_text) < 5 then 3 else 5 end as size) s, generate_series(1, length(p_text), size) as n
  where length(p_text) >= size;
$$;
