-- Gives a reserved message back to the caps, and to the day or the wallet it was taken from. With `p_charge` only that charge of the request.
create or replace function billing.release_reservation(p_request text, p_charge int) returns void language plpgsql as $$
declare
  held billing.reservation;
begin
  update billing.reservation set state = 'released'
    where request_id = p_request and state = 'reserved' and attempt = coalesce(p_charge, attempt) returning * into held;
  if not found then return; end if;
  if cardinality(held.cap_keys) > 0 then
    perform from billing.cap_day where user_id = held.user_id and day = held.day and key = any(held.cap_keys) order by key for update;
    update billing.cap_day set used = used - 1 where user_id = held.user_id and day = held.day and key = any(held.cap_keys);
  end if;
  if held.source = 'plan' then
    update billing.usage_day set used = used - 1 where user_id = held.user_id and day = held.day;
  else
    update billing.usage_day set on_credit = on_credit - 1 where user_id = held.user_id and day = held.day;
    update billing.wallet set balance = balance + 1 where user_id = held.user_id;
    perform billing.post_ledger('reversal', p_request || '#' || held.attempt, held.user_id, 1, held.bot_id);
  end if;
end $$;
