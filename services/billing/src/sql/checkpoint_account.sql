-- Adds the checkpoints of an account that are missing, those of 20,000 lines at a time. The last hour is left out: a transaction with an earlier id
-- may still be running. What is counted here can then not change any more, so that two that run at the same time write the same rows.
create or replace function billing.checkpoint_account(p_account text, p_at timestamptz) returns void language plpgsql as $$
declare
  last billing.ledger_checkpoint;
  first_recent bigint;
begin
  select * into last from billing.ledger_checkpoint c where c.account = p_account order by c.txn_id desc limit 1;
  select min(l.txn_id) into first_recent
    from billing.ledger_line l join billing.ledger_txn t on t.id = l.txn_id
    where l.account = p_account and l.txn_id > coalesce(last.txn_id, 0) and t.created_at >= p_at - interval '1 hour';
  insert into billing.ledger_checkpoint (account, txn_id, lines, balance)
    select p_account, s.txn_id, s.lines, s.balance
    from (
      select l.txn_id, coalesce(last.lines, 0) + row_number() over in_order as lines,
        coalesce(last.balance, 0) + sum(l.amount) over in_order as balance
      from (
        select txn_id, amount from billing.ledger_line
        where account = p_account and txn_id > coalesce(last.txn_id, 0) and (first_recent is null or txn_id < first_recent)
        order by txn_id limit 20000
      ) l
      window in_order as (order by l.txn_id)
    ) s
    where s.lines % 256 = 0
    on conflict do nothing;
end $$;
