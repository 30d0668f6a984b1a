-- Adds the checkpoints of a user that are missing, those of 20,000 postings at a time, as far as billing.roll_up_credits has added up the ledger:
-- before that no posting can be missing that is committed later. What is counted here can then not change any more, so that two that run at the
-- same time write the same rows.
create or replace function billing.checkpoint_account(p_user uuid) returns void language plpgsql as $$
declare
  last billing.ledger_checkpoint;
begin
  select * into last from billing.ledger_checkpoint c where c.user_id = p_user order by c.txn_id desc limit 1;
  insert into billing.ledger_checkpoint (user_id, txn_id, lines, balance)
    select p_user, s.id, s.lines, s.balance
    from (
      select t.id, coalesce(last.lines, 0) + row_number() over in_order as lines,
        coalesce(last.balance, 0) + sum(t.amount) over in_order as balance
      from (
        select id, amount from billing.ledger_txn
        where user_id = p_user and id > coalesce(last.txn_id, 0) and id < (select r.next_txn from billing.credit_rollup r)
        order by id limit 20000
      ) t
      window in_order as (order by t.id)
    ) s
    where s.lines % 256 = 0
    on conflict do nothing;
end $$;
