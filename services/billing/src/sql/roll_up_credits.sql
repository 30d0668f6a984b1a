-- Adds the postings since the last call to billing.credit_day. Those of the last hour are left out: a transaction that began earlier may still be
-- running. Postings are read by their ids, so that the ledger needs no index on its times.
create or replace function billing.roll_up_credits(p_at timestamptz) returns void language plpgsql as $$
declare
  done billing.credit_rollup;
  target timestamptz := p_at - interval '1 hour';
begin
  select * into done from billing.credit_rollup for update;
  if done.until >= target then return; end if;
  insert into billing.credit_day as d (day, kind, credits)
    select (t.created_at at time zone 'utc')::date, t.kind, sum(t.amount)
    from billing.ledger_txn t
    where t.id >= done.next_txn and t.created_at >= done.until and t.created_at < target
    group by 1, 2
    on conflict (day, kind) do update set credits = d.credits + excluded.credits;
  -- A posting that is not visible yet has a higher id than those of more than an hour ago, but maybe a lower one than visible later postings.
  update billing.credit_rollup set until = target, next_txn = least(
    (select t.id from billing.ledger_txn t where t.id >= done.next_txn and t.created_at >= target order by t.id limit 1),
    (select coalesce(max(t.id) + 1, done.next_txn) from billing.ledger_txn t where t.created_at < target and t.id >= done.next_txn));
end $$;
