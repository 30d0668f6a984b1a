-- Releases a reserved message and returns the user whose usage changed by it; null when nothing changed.
create or replace function billing.release_message(p_request text, p_charge int) returns uuid language plpgsql as $$
declare
  held billing.reservation;
begin
  select * into held from billing.reservation where request_id = p_request for update;
  perform billing.release_reservation(p_request, p_charge);
  if held.state = 'reserved' and held.attempt = coalesce(p_charge, held.attempt) then return held.user_id; end if;
  return null;
end $$;
