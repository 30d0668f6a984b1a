-- Adds credits once per idempotency key; returns the balance, or null when the key was used for another user or amount.
create or replace function billing.post_grant(p_user uuid, p_credits bigint, p_key text, p_actor uuid) returns bigint language plpgsql as $$
declare
  result bigint;
begin
  insert into billing.ledger_txn (kind, reference, user_id, amount, actor_id) values ('grant', p_key, p_user, p_credits, p_actor)
    on conflict do nothing;
  if not found then
    select w.balance into result
      from billing.ledger_txn t join billing.wallet w on w.user_id = t.user_id
      where t.kind = 'grant' and t.reference = p_key and t.user_id = p_user and t.amount = p_credits;
    return result;
  end if;
  insert into billing.wallet as w (user_id, balance) values (p_user, p_credits)
    on conflict (user_id) do update set balance = w.balance + excluded.balance returning w.balance into result;
  return result;
end $$;
