-- Trigger before update: entries of the ledger are only ever added, or deleted with their member. Only the other member of one may be forgotten.
create or replace function runner.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if new.other_member_id is null and to_jsonb(new) - 'other_member_id' = to_jsonb(old) - 'other_member_id' then
    return new;
  end if;
  raise exception 'the ledger is append-only';
end $$;
