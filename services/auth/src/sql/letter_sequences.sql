-- All sequences of three and of five characters in a text, each once, for an index of texts that contain another one; none for a shorter text.
create or replace function auth.letter_sequences(p_text text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(p_text, n, size)), '{}')
  from (values (3), (5)) as s (size), generate_series(1, length(p_text) - size + 1) as n;
$$;
