-- Reserves one message as `reserve_source` does, and returns also which charge of the request it is (0 when denied), so that a release
-- that arrives late does not undo a later charge.
create or replace function billing.reserve_message(p_user uuid, p_limit int, p_request text, p_bot uuid, p_cap_keys text[], p_cap_limits int[],
  out source text, out charge int, out cap text, out warning int)
language plpgsql as $$
begin
  select r.source, r.cap, r.warning into source, cap, warning
    from billing.reserve_source(p_user, p_limit, p_request, p_bot, p_cap_keys, p_cap_limits) r;
  charge := 0;
  if source in ('plan', 'credit') then
    -- The row is locked by this transaction: `attempt` is the charge that was reserved just now, or that was reserved before.
    select attempt into charge from billing.reservation where request_id = p_request;
  end if;
end $$;
