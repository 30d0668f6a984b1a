-- Takes one credit from the wallet for a reply of the bot; returns false when there is none.
create or replace function billing.take_credit(p_user uuid, p_reference text, p_bot uuid) returns boolean language plpgsql as $$
begin
  update billing.wallet set balance = balance - 1 where user_id = p_user and balance >= 1;
  if not found then return false; end if;
  perform billing.post_ledger('message', p_reference, p_user, -1, p_bot);
  return true;
end $$;
