-- Takes back the credits of a payment in proportion to the share that was refunded or disputed, as far as the wallet still has them:
-- `taken` were taken now (negative: returned after a dispute that was won), `owed` had been used already. The caller holds the advisory lock
-- of the payment.
create or replace function billing.reclaim_credits(p_payment text, out user_id uuid, out taken bigint, out owed bigint) language plpgsql as $$
declare
  bought billing.purchase;
  target bigint;
begin
  select p.* into bought from billing.purchase p where p.payment_id = p_payment for update;
  if not found then return; end if;
  user_id := bought.user_id;
  select round(bought.credits * r.share) into target from billing.payment_reversal r where r.payment_id = p_payment;
  if target is null or target = bought.reclaimed then return; end if;
  if target > bought.reclaimed then
    select least(w.balance, target - bought.reclaimed) into taken from billing.wallet w where w.user_id = bought.user_id for update;
    taken := coalesce(taken, 0);
    owed := target - bought.reclaimed - taken;
  else
    -- What is owed is remitted first: those credits were used and are not returned.
    owed := -least(bought.owed, bought.reclaimed - target);
    taken := target - bought.reclaimed - owed;
  end if;
  update billing.purchase p set reclaimed = target, owed = p.owed + reclaim_credits.owed, postings = p.postings + 1
    where p.reference = bought.reference;
  if taken <> 0 then
    update billing.wallet w set balance = w.balance - taken where w.user_id = bought.user_id;
    perform billing.post_ledger('refund', p_payment || '#' || bought.postings, bought.user_id, -taken);
  end if;
end $$;
