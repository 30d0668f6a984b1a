-- Trigger after facts are added or deleted: `facts` of their memories stays equal to counting them. Of a memory that is deleted there is no row any more.
create or replace function chat.count_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update chat.memory m set facts = m.facts + c.facts
      from (select memory_id, count(*) as facts from new_rows group by memory_id) c where m.id = c.memory_id;
  else
    update chat.memory m set facts = m.facts - c.facts
      from (select memory_id, count(*) as facts from old_rows group by memory_id) c where m.id = c.memory_id;
  end if;
  return null;
end $$;
