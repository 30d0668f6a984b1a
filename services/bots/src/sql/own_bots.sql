-- The ids of a page of an owner's bots, oldest first or from the end; of those with a text in their names, or with '' of all. Read as the owner of the
-- table, because row-level security would compare the owner of each bot before the page. That the bots of this owner are visible is checked here, once.
create or replace function bots.own_bots(p_owner uuid, p_search text, p_is_from_end boolean, p_limit int, p_offset int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  if coalesce(current_setting('kith.owner', true), '') not in ('system', p_owner::text) then return; end if;
  if p_is_from_end then
    return query select id from bots.bot
      where owner_id = p_owner and deleted_at is null and (p_search = '' or position(lower(p_search) in lower(name)) > 0)
      order by created_at desc, id desc limit p_limit offset p_offset;
  else
    return query select id from bots.bot
      where owner_id = p_owner and deleted_at is null and (p_search = '' or position(lower(p_search) in lower(name)) > 0)
      order by created_at, id limit p_limit offset p_offset;
  end if;
end $$;
