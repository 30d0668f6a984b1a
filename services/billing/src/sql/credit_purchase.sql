-- Stores a paid package and adds its credits; returns false when that was done before. Functions of payments lock in the order user,
-- payment, purchase, wallet: the wallet last, as in the functions of metering.
create or replace function billing.credit_purchase(p_reference text, p_payment text, p_user uuid, p_mode text, p_credits bigint, p_price int,
  p_paid_at timestamptz default now())
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_payment, 0));
  insert into billing.purchase (reference, payment_id, user_id, mode, credits, price_cents, paid_at)
    values (p_reference, p_payment, p_user, p_mode, p_credits, p_price, p_paid_at) on conflict do nothing;
  if not found then return false; end if;
  update billing.payment_return r set mode = p_mode, currency = 'usd' where r.payment_id = p_payment and r.mode is null;
  perform billing.post_ledger('purchase', p_reference, p_user, p_credits);
  insert into billing.wallet as w (user_id, balance) values (p_user, p_credits)
    on conflict (user_id) do update set balance = w.balance + excluded.balance;
  -- The event of a refund may arrive before the event of its payment.
  perform billing.reclaim_credits(p_payment);
  return true;
end $$;
