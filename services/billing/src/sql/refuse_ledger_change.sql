-- Trigger before update, delete and truncate: ledger rows are only ever added.
create or replace function billing.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
