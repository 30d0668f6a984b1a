-- How many bots an owner has with a text in their names, or with '' in all; read like the pages of `bots.own_bots`.
create or replace function bots.count_own_bots(p_owner uuid, p_search text) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if coalesce(current_setting('kith.owner', true), '') not in ('system', p_owner::text) then return 0; end if;
  return (
    select count(*) from bots.bot
    where owner_id = p_owner and deleted_at is null and (p_search = '' or position(lower(p_search) in lower(name)) > 0)
  );
end $$;
