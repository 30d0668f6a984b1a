-- Writes one ledger transaction: `p_amount` for the user, the opposite amount for the counterpart account. `p_bot`: whose reply it pays.
create or replace function billing.post_ledger(p_kind text, p_reference text, p_user uuid, p_amount bigint, p_counterpart text,
  p_bot uuid default null) returns void
language plpgsql as $$
begin
  with txn as (insert into billing.ledger_txn (kind, reference, bot_id) values (p_kind, p_reference, p_bot) returning id)
  insert into billing.ledger_line (txn_id, account, amount)
    select txn.id, line.account, line.amount
    from txn, (values ('user:' || p_user, p_amount), (p_counterpart, -p_amount)) as line (account, amount);
end $$;
