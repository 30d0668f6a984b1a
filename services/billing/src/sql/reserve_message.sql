-- Reserves one message as `reserve_source` does, and returns also which charge of the request it is (0 when denied), so that a release
-- that arrives late does not undo a later charge.
create or replace function billing.reserve_message(p_user uuid, p_limit int, p_request text, out source text, out charge int)
language plpgsql as $$
begin
  source := billing.reserve_source(p_user, p_limit, p_request);
  charge := 0;
  if source in ('plan', 'credit') then
    -- The row is locked by this transaction: `attempt` is the charge that was reserved just now, or that was reserved before.
    select attempt into charge from billing.reservation where request_id = p_request;
  end if;
end $$;
