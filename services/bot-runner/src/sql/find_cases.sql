-- One page of the moderation cases of a bot about members with this id, or with this in their name, ignoring case, the latest first; in one server
-- or, with null, in all. total counts all of them.
-- Runs as the owner of the table, so that the index of names is used, which row-level security would prevent. It therefore checks itself that the
-- cases are visible. A text of one or two characters has no triples: then all cases of the bot are read, which a plan for the text itself knows.
create or replace function runner.find_cases(p_bot uuid, p_guild text, p_member text, p_limit int, p_offset int, out total int, out ids uuid[])
language plpgsql stable security definer set search_path = runner, pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  with found as materialized (
    select c.id, c.created_at from moderation_case c
    where c.bot_id = p_bot and current_setting('kith.owner', true) in ('system', c.owner_id::text)
      and (p_guild is null or c.guild_id = p_guild) and c.member_id = p_member
    union
    select c.id, c.created_at from moderation_case c
    where c.bot_id = p_bot and current_setting('kith.owner', true) in ('system', c.owner_id::text)
      and (p_guild is null or c.guild_id = p_guild)
      and letter_triples(lower(c.member_name)) @> letter_triples(lower(p_member)) and strpos(lower(c.member_name), lower(p_member)) > 0
  )
  select (select count(*) from found), array(select f.id from found f order by f.created_at desc, f.id limit p_limit offset p_offset)
    into total, ids;
end $$;
