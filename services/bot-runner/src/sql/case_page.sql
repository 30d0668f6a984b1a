-- The ids of one page of the moderation cases of a bot, the latest first or, from the end, the oldest first; in one server or, with null, in all. Always
-- read in the order of an index: row-level security lets Postgres expect few cases of the owner, so that it would sort all of them for a later page.
create or replace function runner.case_page(p_bot uuid, p_guild text, p_is_from_end boolean, p_limit int, p_offset int) returns uuid[]
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  if p_guild is null and p_is_from_end then
    return array(select id from runner.moderation_case where bot_id = p_bot order by created_at, id desc limit p_limit offset p_offset);
  elsif p_guild is null then
    return array(select id from runner.moderation_case where bot_id = p_bot order by created_at desc, id limit p_limit offset p_offset);
  elsif p_is_from_end then
    return array(select id from runner.moderation_case where bot_id = p_bot and guild_id = p_guild
      order by created_at, id desc limit p_limit offset p_offset);
  end if;
  return array(select id from runner.moderation_case where bot_id = p_bot and guild_id = p_guild
    order by created_at desc, id limit p_limit offset p_offset);
end $$;
