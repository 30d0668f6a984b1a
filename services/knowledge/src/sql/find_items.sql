-- One page of the items of a bot that contain a text, ignoring case, oldest first; total counts all of them.
-- Runs as the owner of the tables, so that the trigram index is used, which row-level security would prevent. It therefore checks itself that the
-- items are visible.
create or replace function knowledge.find_items(p_bot uuid, p_text text, p_limit int, p_offset int) returns table (total int, ids uuid[])
language sql stable security definer set search_path = knowledge, public, pg_catalog, pg_temp as $$
  with found as materialized (
    select i.id, i.created_at from searched_text t join item i on i.id = t.item_id
    where t.bot_id = p_bot and current_setting('kith.owner', true) in ('system', t.owner_id::text)
      and t.text like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  )
  select (select count(*)::int from found), array(select id from found order by created_at, id limit p_limit offset p_offset);
$$;
