-- Makes the charge of a reserved message final.
create or replace function billing.settle_message(p_request text) returns void language sql as $$
  update billing.reservation set state = 'settled' where request_id = p_request and state = 'reserved';
$$;
