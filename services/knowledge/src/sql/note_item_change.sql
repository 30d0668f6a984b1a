-- Trigger before each change of an item that questions may find in another way: a number that no change of any item had before. Who changes items need
-- not lock the bot for it.
create or replace function knowledge.note_item_change() returns trigger language plpgsql security definer
set search_path = knowledge, pg_catalog, pg_temp as $$
begin
  new.change := nextval('knowledge.item_change');
  return new;
end $$;
