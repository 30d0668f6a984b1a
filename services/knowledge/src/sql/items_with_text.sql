-- The ids of the first p_limit items of a bot that contain a text, given in lower case, in the order of the list or from its end. With p_read only the
-- beginnings of so many items are looked at; null looks at all of each. Of a long text the beginning comes first: it is unpacked only as far as it is read,
-- and what is frequent stands near the beginning. In the order of an index: see item_page.
create or replace function knowledge.items_with_text(p_bot uuid, p_text text, p_is_from_end boolean, p_limit int, p_read int) returns uuid[]
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
begin
  if p_is_from_end then
    return array(
      select item_id from (
        select item_id, created_at, text from knowledge.searched_text where uuid_send(bot_id) = uuid_send(p_bot) order by created_at desc, item_id desc limit p_read
      ) t
      where case when octet_length(text) <= 8000 then strpos(text, p_text) > 0
        else strpos(left(text, 2000), p_text) > 0 or (p_read is null and strpos(text, p_text) > 0) end
      order by created_at desc, item_id desc limit p_limit
    );
  end if;
  return array(
    select item_id from (
      select item_id, created_at, text from knowledge.searched_text where uuid_send(bot_id) = uuid_send(p_bot) order by created_at, item_id limit p_read
    ) t
    where case when octet_length(text) <= 8000 then strpos(text, p_text) > 0
        else strpos(left(text, 2000), p_text) > 0 or (p_read is null and strpos(text, p_text) > 0) end
      order by created_at, item_id limit p_limit
  );
end $$;
