-- Notes that the plan of a user has to be looked at, from due_at on: at once unless it says otherwise. payment_id: a payment that was reversed, whose
-- subscriber is looked up then. Read by PlanChecks.
create table billing.plan_check (
  id bigint generated always as identity primary key,
  user_id uuid,
  payment_id text,
  due_at timestamptz not null default '-infinity',
  check (num_nonnulls(user_id, payment_id) = 1)
);
create index plan_check_due on billing.plan_check (due_at, id);
create index plan_check_user on billing.plan_check (user_id, due_at);

-- The mode of the last sweep: subscriptions of other modes did not count.
create table billing.swept_mode (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('sandbox', 'test', 'live'))
);
