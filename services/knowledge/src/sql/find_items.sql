-- One page of the items of a bot that contain a text, ignoring case, in the order of the list or from its end; total counts them, up to 1,001.
-- A text that the beginnings of half of the first hundred items contain is looked for in the order of the list, until the page is full and 1,001 are
-- counted: an index would be read for all items that it is in. Any other text is looked up in the trigram index or, as one without three letters or
-- digits in a row has no trigram, in the index of sequences of one and two characters. Where it finds more than a thousand, the page alone is read in the
-- order of the list.
-- Runs as the owner of the tables, so that these indexes are used, which row-level security would prevent. It therefore checks itself that the
-- items are visible. Planned at each call, because a rare text needs another plan than a frequent one.
create or replace function knowledge.find_items(p_bot uuid, p_text text, p_is_from_end boolean, p_limit int, p_offset int)
returns table (total int, ids uuid[])
language plpgsql stable security definer set search_path = knowledge, public, pg_catalog, pg_temp
set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  sought text := lower(p_text);
  pattern text := '%' || replace(replace(replace(sought, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  sequences text[];
  counted int := 0;
  matching uuid[];
begin
  if not exists (select from item where bot_id = p_bot and current_setting('kith.owner', true) in ('system', owner_id::text)) then
    return query select 0, '{}'::uuid[];
    return;
  end if;
  if cardinality(items_with_text(p_bot, sought, p_is_from_end, 50, 100)) < 50 then
    if sought ~ '[[:alnum:]]{3}' then
      matching := array(
        select item_id from (select item_id, created_at from searched_text where bot_id = p_bot and text like pattern limit 1001) t
        order by created_at, item_id
      );
    else
      -- Of each word alone: see short_sequences.
      sequences := case when length(sought) <= 2 and strpos(sought, ' ') = 0 then array[sought]
        else array(select unnest(short_sequences(word)) from unnest(string_to_array(sought, ' ')) word where word <> '') end;
      matching := array(
        select item_id from (
          select item_id, created_at from searched_text
          where bot_id = p_bot and (short_sequences(text) @> sequences or short_sequences(text) @> array['']) and text like pattern limit 1001
        ) t
        order by created_at, item_id
      );
    end if;
    counted := cardinality(matching);
    if counted <= 1000 then
      return query select counted, array(
        select id from unnest(matching) with ordinality m (id, place)
        order by case when p_is_from_end then -place else place end limit p_limit offset p_offset
      );
      return;
    end if;
  end if;
  matching := items_with_text(p_bot, sought, p_is_from_end, greatest(p_offset + p_limit, 1001 - counted), null);
  return query select least(1001, greatest(counted, cardinality(matching))), matching[p_offset + 1 : p_offset + p_limit];
end $$;
