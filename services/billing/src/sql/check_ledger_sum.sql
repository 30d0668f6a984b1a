-- Trigger at commit: the postings of one ledger transaction sum to zero.
create or replace function billing.check_ledger_sum() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from billing.ledger_line where txn_id = new.txn_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.txn_id;
  end if;
  return null;
end $$;
