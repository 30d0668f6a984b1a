-- Without the accents of Latin, Greek and Cyrillic letters, so that words are found however they are typed.
create or replace function knowledge.fold(p_word text) returns text language sql immutable parallel safe as $$
  select case when p_word ~ '^[ -~]*$' then p_word else normalize(regexp_replace(normalize(p_word, NFD), '[\u0300-\u036f]', '', 'g'), NFC) end;
$$;
