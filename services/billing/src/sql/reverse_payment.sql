-- Stores which part of a payment was refunded and how its dispute stands, and takes the credits of that part back, or returns those of a
-- dispute that was won. The part only grows and a closed dispute stays closed, so the order of the events does not matter. The payment need
-- not be known yet. is_changed: whether this was not known before.
create or replace function billing.reverse_payment(p_payment text, p_refunded numeric, p_dispute text,
  out user_id uuid, out taken bigint, out owed bigint, out is_changed boolean) language plpgsql as $$
declare
  known billing.payment_reversal;
  stored billing.payment_reversal;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_payment, 0));
  select * into known from billing.payment_reversal r where r.payment_id = p_payment;
  insert into billing.payment_reversal as r (payment_id, refunded, dispute) values (p_payment, p_refunded, p_dispute)
    on conflict (payment_id) do update
    set refunded = greatest(r.refunded, excluded.refunded),
      dispute = case when r.dispute in ('won', 'lost') then r.dispute else coalesce(excluded.dispute, r.dispute) end
    returning * into stored;
  is_changed := (known.refunded, known.dispute) is distinct from (stored.refunded, stored.dispute);
  select c.user_id, c.taken, c.owed into user_id, taken, owed from billing.reclaim_credits(p_payment) c;
end $$;
