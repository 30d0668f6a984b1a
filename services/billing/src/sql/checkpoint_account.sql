-- Adds the checkpoints of an account that are missing. The last hour is left out: a transaction with an earlier id may still be running. What is
-- counted here can then not change any more, so that two that run at the same time write the same rows.
create or replace function billing.checkpoint_account(p_account text, p_at timestamptz) returns void language sql as $$
  with last as (
    select c.txn_id, c.lines, c.balance from billing.ledger_checkpoint c where c.account = p_account order by c.txn_id desc limit 1
  ), since as (
    select l.txn_id, l.amount, t.created_at < p_at - interval '1 hour' as is_old
    from billing.ledger_line l join billing.ledger_txn t on t.id = l.txn_id
    where l.account = p_account and l.txn_id > coalesce((select txn_id from last), 0)
  )
  insert into billing.ledger_checkpoint (account, txn_id, lines, balance)
    select p_account, s.txn_id, s.lines, s.balance
    from (
      select txn_id, coalesce((select lines from last), 0) + row_number() over in_order as lines,
        coalesce((select balance from last), 0) + sum(amount) over in_order as balance
      from since
      where txn_id < all (select txn_id from since where not is_old)
      window in_order as (order by txn_id)
    ) s
    where s.lines % 256 = 0
    on conflict do nothing;
$$;
