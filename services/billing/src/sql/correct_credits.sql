-- Takes credits from a user once per idempotency key. outcome: 'taken'; 'repeated' for the same correction again; 'too_few' when the balance is
-- smaller, and then nothing is taken; 'other' when the key was used for another correction.
create or replace function billing.correct_credits(p_user uuid, p_credits bigint, p_key text, p_actor uuid, p_reason text,
  out outcome text, out balance bigint) language plpgsql as $$
begin
  select w.balance into balance from billing.wallet w where w.user_id = p_user for update;
  balance := coalesce(balance, 0);
  if exists (
    select from billing.ledger_txn t
    where t.kind = 'correction' and t.reference = p_key and t.user_id = p_user and t.amount = -p_credits
  ) then
    outcome := 'repeated';
    return;
  end if;
  if balance < p_credits then
    outcome := 'too_few';
    return;
  end if;
  insert into billing.ledger_txn (kind, reference, user_id, amount, actor_id, reason)
    values ('correction', p_key, p_user, -p_credits, p_actor, p_reason) on conflict do nothing;
  if not found then
    outcome := 'other';
    return;
  end if;
  update billing.wallet w set balance = w.balance - p_credits where w.user_id = p_user returning w.balance into balance;
  outcome := 'taken';
end $$;
