-- Adds the postings since the last call to billing.credit_day, at most a million of them. Postings get their ids before they are committed: one with a
-- lower id may become visible after one with a higher id. So the sums only reach as far as no posting can follow: `pending_txn` is an end that was
-- seen, and `pending_writers` are the transactions that were writing to the ledger right then. When these have ended, whether a moment or an hour
-- later, nothing before that end is missing: whoever begins afterwards gets a higher id. Each has its lock of the ledger from before it gets an id
-- until it is committed and visible.
create or replace function billing.roll_up_credits() returns void language plpgsql as $$
declare
  done billing.credit_rollup;
  writers text[];
  seen bigint;
  target bigint;
begin
  select * into done from billing.credit_rollup for update;
  -- First the end, then who writes: in the other order a posting before the end could have a writer that began in between.
  select coalesce(max(t.id) + 1, done.next_txn) into seen from billing.ledger_txn t;
  select coalesce(array_agg(distinct l.virtualtransaction), '{}') into writers
    from pg_locks l
    where l.relation = 'billing.ledger_txn'::regclass and l.mode = 'RowExclusiveLock'
      and l.database = (select oid from pg_database where datname = current_database());
  if cardinality(writers) = 0 then
    target := seen;
  elsif done.pending_writers && writers then
    target := done.next_txn;
  else
    target := done.pending_txn;
  end if;
  if not done.pending_writers && writers then
    update billing.credit_rollup set pending_txn = seen, pending_writers = writers;
  end if;
  target := least(target, done.next_txn + 1000000);
  if target <= done.next_txn then return; end if;
  insert into billing.credit_day as d (day, kind, credits)
    select (t.created_at at time zone 'utc')::date, t.kind, sum(t.amount)
    from billing.ledger_txn t
    where t.id >= done.next_txn and t.id < target
    group by 1, 2
    on conflict (day, kind) do update set credits = d.credits + excluded.credits;
  update billing.credit_rollup set next_txn = target;
end $$;
