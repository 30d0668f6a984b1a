-- Stores which share of a payment was refunded or disputed and takes the credits of that share back. The payment need not be known yet.
create or replace function billing.reverse_payment(p_payment text, p_share numeric, p_is_disputed boolean,
  out user_id uuid, out taken bigint, out owed bigint) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_payment, 0));
  insert into billing.payment_reversal as r (payment_id, share, is_disputed) values (p_payment, p_share, p_is_disputed)
    on conflict (payment_id) do update
    set share = greatest(r.share, excluded.share), is_disputed = r.is_disputed or excluded.is_disputed;
  select c.user_id, c.taken, c.owed into user_id, taken, owed from billing.reclaim_credits(p_payment) c;
end $$;
