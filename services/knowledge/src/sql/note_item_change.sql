-- Trigger before each change of an item that questions may find in another way. Of a bot with as many items as before the sum of these numbers is greater
-- after any changes, in whatever order they are committed: a new number is greater than all that there were.
create or replace function knowledge.note_item_change() returns trigger language plpgsql security definer
set search_path = knowledge, pg_catalog, pg_temp as $$
begin
  new.change := nextval('knowledge.item_change');
  return new;
end $$;
