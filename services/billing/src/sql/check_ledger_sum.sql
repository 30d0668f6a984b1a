-- Trigger after each insert: the postings of one ledger transaction, which one statement adds, sum to zero.
create or replace function billing.check_ledger_sum() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select txn_id into unbalanced from added group by txn_id having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero', unbalanced;
  end if;
  return null;
end $$;
