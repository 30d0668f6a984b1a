-- Adds credits once per idempotency key; returns the balance, or null when the key was used for another user or amount.
create or replace function billing.post_grant(p_user uuid, p_credits bigint, p_key text, p_actor uuid) returns bigint language plpgsql as $$
declare
  txn bigint;
  result bigint;
begin
  insert into billing.ledger_txn (kind, reference, actor_id) values ('grant', p_key, p_actor) on conflict do nothing returning id into txn;
  if txn is null then
    select w.balance into result
      from billing.ledger_txn t
      join billing.ledger_line l on l.txn_id = t.id and l.account = 'user:' || p_user and l.amount = p_credits
      join billing.wallet w on w.user_id = p_user
      where t.kind = 'grant' and t.reference = p_key;
    return result;
  end if;
  insert into billing.ledger_line (txn_id, account, amount) values (txn, 'user:' || p_user, p_credits), (txn, 'granted', -p_credits);
  insert into billing.wallet as w (user_id, balance) values (p_user, p_credits)
    on conflict (user_id) do update set balance = w.balance + excluded.balance returning w.balance into result;
  return result;
end $$;
