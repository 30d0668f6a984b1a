-- All sequences of three characters in a text, each once, for an index of texts that contain another one; none for a shorter text.
create or replace function runner.letter_triples(p_text text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, n, 3)), '{}') from generate_series(1, length(p_text) - 2) as n;
$$;
