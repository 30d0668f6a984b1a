-- Writes one posting of the ledger: `p_amount` for the user. `p_bot`: whose reply it pays.
create or replace function billing.post_ledger(p_kind text, p_reference text, p_user uuid, p_amount bigint, p_bot uuid default null) returns void
language plpgsql as $$
begin
  insert into billing.ledger_txn (kind, reference, user_id, amount, bot_id) values (p_kind, p_reference, p_user, p_amount, p_bot);
end $$;
