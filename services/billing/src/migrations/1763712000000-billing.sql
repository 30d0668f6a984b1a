-- Metering. Rows that change with every message leave room on their page for the next row version (fillfactor).
-- used: messages that the plan paid; on_credit: those above the daily limit that credits paid. warning_due: the highest share of the limit,
-- in percent, that a warning is due for; warned: the one that was announced last.
create table billing.usage_day (
  user_id uuid not null,
  day date not null,
  used int not null check (used >= 0),
  on_credit int not null default 0 check (on_credit >= 0),
  warning_due int not null default 0,
  warned int not null default 0,
  primary key (user_id, day)
) with (fillfactor = 50);
create index usage_day_unannounced on billing.usage_day (day) where warning_due > warned;

-- Messages of a day on a counter that an owner capped. `key` is a bot, one of its servers, or one of its members by fingerprint.
create table billing.cap_day (
  user_id uuid not null,
  key text not null,
  day date not null,
  used int not null check (used >= 0),
  primary key (user_id, key, day)
) with (fillfactor = 50);
create index cap_day_age on billing.cap_day (day);

create table billing.wallet (
  user_id uuid primary key,
  balance bigint not null check (balance >= 0)
) with (fillfactor = 50);

create table billing.reservation (
  request_id text primary key,
  user_id uuid not null,
  source text check (source in ('plan', 'credit')),
  state text not null check (state in ('reserved', 'settled', 'released')),
  day date not null,
  attempt int not null default 0,
  bot_id uuid,
  cap_keys text[] not null default '{}',
  reserved_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index reservation_open on billing.reservation (reserved_at) where state = 'reserved';
create index reservation_closed on billing.reservation (reserved_at) where state <> 'reserved';

-- The append-only double-entry ledger of credits: each row moves `amount` to the account of a user from the other account that its kind names, or,
-- when it is negative, the other way. No row can fail to sum to zero, and one row is written for a reply.
create table billing.ledger_txn (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('grant', 'message', 'reversal', 'purchase', 'refund', 'correction')),
  reference text not null,
  user_id uuid not null,
  amount bigint not null check (amount <> 0),
  actor_id uuid,
  bot_id uuid,
  reason text,
  created_at timestamptz not null default now(),
  unique (kind, reference)
);
create index ledger_txn_user on billing.ledger_txn (user_id, id) include (amount);

-- Both sides of each row. account: 'user:<id>', or 'granted', 'sold' and 'consumed', which have no running balance, so that no row is written by
-- everybody.
create view billing.ledger_line as
  select id as txn_id, 'user:' || user_id as account, amount from billing.ledger_txn
  union all
  select id, case when kind in ('grant', 'correction') then 'granted' when kind in ('purchase', 'refund') then 'sold' else 'consumed' end, -amount
  from billing.ledger_txn;

-- Every 256th posting of a user: how many there are until there, and their sum. A page of the history reads the postings since the checkpoint
-- before it alone. Written by billing.checkpoint_account.
create table billing.ledger_checkpoint (
  user_id uuid not null,
  txn_id bigint not null,
  lines bigint not null,
  balance bigint not null,
  primary key (user_id, txn_id)
);

-- Sums of the ledger per UTC day and kind, for statistics: of all users, positive when added. Filled by billing.roll_up_credits, every minute.
create table billing.credit_day (
  day date not null,
  kind text not null,
  credits bigint not null,
  primary key (day, kind)
);

-- How far the sums reach: all postings with ids below `next_txn` are in them, and no such posting can follow. `pending_txn`: how far they will reach
-- when the transactions `pending_writers` have ended.
create table billing.credit_rollup (
  is_only boolean primary key default true check (is_only),
  next_txn bigint not null default 0,
  pending_txn bigint not null default 0,
  pending_writers text[] not null default '{}'
);
insert into billing.credit_rollup default values;

-- Plans that administrators gave. What a subscription entitles to is computed from it and never stored.
create table billing.plan_grant (
  user_id uuid primary key,
  plan text not null check (plan in ('basic', 'premium')),
  granted_by uuid,
  updated_at timestamptz not null default now()
);

-- The plan in force that was announced last to the other services.
create table billing.announced_plan (
  user_id uuid primary key,
  plan text not null check (plan in ('free', 'basic', 'premium')),
  version int not null default 1
);

-- `mode` is sandbox, test or live: rows of one mode never count in another, and only `live` ones stand for money.
-- sync_version counts the provider snapshots that were stored: a snapshot that was read before another one was stored is read again.
-- has_declined_card: in the sandbox, payments fail until it is set back.
create table billing.customer (
  id text primary key,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  sync_version int not null default 0,
  has_declined_card boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, mode)
);

-- The last snapshot of the provider. price_cents: what a renewal costs; notice_sent: the event that its user was told of last.
create table billing.subscription (
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  id text not null,
  plan text not null check (plan in ('free', 'basic', 'premium')),
  status text not null,
  period_end timestamptz not null,
  cancels_at_period_end boolean not null,
  failed_at timestamptz,
  last_payment_id text,
  price_cents int,
  scheduled_plan text check (scheduled_plan in ('basic', 'premium')),
  pay_url text,
  ended_reason text check (ended_reason in ('cancelled', 'refunded', 'disputed', 'unpaid')),
  notice_sent text,
  synced_at timestamptz not null,
  primary key (user_id, mode)
);
create index subscription_payment on billing.subscription (last_payment_id);
create index subscription_overdue on billing.subscription (mode, period_end) where status in ('active', 'trialing', 'past_due');

-- A previewed change of a plan: the amount that its user was shown, and the time and the state of the subscription it was computed for.
create table billing.plan_change (
  id uuid primary key,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  subscription_id text not null,
  from_plan text not null check (from_plan in ('basic', 'premium')),
  to_plan text not null check (to_plan in ('basic', 'premium')),
  today_cents int not null check (today_cents >= 0),
  period_end timestamptz not null,
  cancels_at_period_end boolean not null,
  previewed_at timestamptz not null,
  confirmed_at timestamptz
);
create index plan_change_confirmed on billing.plan_change (user_id, mode, confirmed_at) where confirmed_at is not null;
create index plan_change_previewed on billing.plan_change (previewed_at);

create table billing.checkout (
  id uuid primary key,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null check (kind in ('subscription', 'credits')),
  item text not null,
  credits int not null,
  price_cents int not null check (price_cents > 0),
  state text not null check (state in ('open', 'processing', 'paid', 'expired')),
  declined_at timestamptz,
  reference text unique,
  url text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index checkout_open on billing.checkout (user_id, mode) where state = 'open';
create index checkout_created on billing.checkout (created_at);

-- Which plan a subscription had from when until when (null: still), as the provider's snapshots showed it. For statistics alone.
create table billing.subscription_period (
  subscription_id text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  plan text not null check (plan in ('basic', 'premium')),
  primary key (subscription_id, from_at),
  check (until_at >= from_at)
);
create index subscription_period_user on billing.subscription_period (user_id, mode);

-- The signed events of the provider, those of the sandbox included, for 90 days. `parsed` is the part that is used: no name, no address.
-- failure: the error code of the last attempt; note: why an event that was applied changed nothing.
create table billing.webhook_event (
  id text primary key,
  type text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  parsed jsonb not null,
  state text not null check (state in ('received', 'applied', 'failed')),
  failure text,
  note text check (note in ('unused', 'unknown_customer')),
  attempts int not null default 1,
  user_id uuid,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  check ((failure is not null) = (state = 'failed'))
);
create index webhook_event_received on billing.webhook_event (received_at, id);
create index webhook_event_state on billing.webhook_event (state, received_at, id);

-- Paid invoices of subscriptions. plan: null for anything else that was sold at the provider.
create table billing.invoice (
  id text primary key,
  payment_id text,
  subscription_id text,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  plan text check (plan in ('basic', 'premium')),
  cents int not null check (cents > 0),
  currency text not null,
  paid_at timestamptz not null
);
create index invoice_payment on billing.invoice (payment_id);
create index invoice_user on billing.invoice (user_id, mode, paid_at, id);

-- What had been given back of a payment at a time: the sum of its refunds so far, or the amount of a dispute that was opened or closed. One row
-- per amount, so that any order and repetition of the events leaves the same rows. Null until the payment itself is known: mode and currency.
create table billing.payment_return (
  payment_id text not null,
  kind text not null check (kind in ('refund', 'dispute', 'dispute_won', 'dispute_lost')),
  cents int not null check (cents >= 0),
  at timestamptz not null,
  mode text check (mode in ('sandbox', 'test', 'live')),
  currency text,
  primary key (payment_id, kind, cents)
);

-- reclaimed: credits that refunds and disputes demanded back; owed: those of them that had been used by then.
create table billing.purchase (
  reference text primary key,
  payment_id text not null unique,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  credits bigint not null check (credits > 0),
  price_cents int not null,
  reclaimed bigint not null default 0,
  owed bigint not null default 0,
  postings int not null default 0,
  paid_at timestamptz not null default now(),
  check (reclaimed between 0 and credits),
  check (owed between 0 and reclaimed)
);
create index purchase_user on billing.purchase (user_id, mode, paid_at, reference);
create index purchase_without_money on billing.purchase (payment_id) where mode <> 'live' and reclaimed < credits;

-- refunded: the part of the payment that was refunded, 1 being all of it; share: the part that is not ours. Stored before the payment is when
-- its event arrives first.
create table billing.payment_reversal (
  payment_id text primary key,
  refunded numeric not null default 0 check (refunded between 0 and 1),
  dispute text check (dispute in ('open', 'won', 'lost')),
  share numeric generated always as (case when dispute in ('open', 'lost') then 1 else refunded end) stored,
  created_at timestamptz not null default now()
);

-- The sandbox's own record of subscriptions, in place of a provider's (docs/decisions.md B17).
create table billing.sandbox_subscription (
  id text primary key,
  customer_id text not null unique,
  plan text not null check (plan in ('basic', 'premium')),
  status text not null check (status in ('active', 'past_due', 'canceled')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancels_at_period_end boolean not null default false,
  scheduled_plan text check (scheduled_plan in ('basic', 'premium')),
  failed_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  last_payment_id text not null
);
create index sandbox_subscription_due on billing.sandbox_subscription (period_end) where status = 'active';

-- The sandbox's own record of payments. plan: what the subscription has once it is paid.
create table billing.sandbox_payment (
  id text primary key,
  customer_id text not null,
  subscription_id text,
  title text not null,
  cents int not null,
  plan text check (plan in ('basic', 'premium')),
  state text not null check (state in ('open', 'paid', 'refunded', 'void', 'disputed', 'lost')),
  created_at timestamptz not null
);
create index sandbox_payment_customer on billing.sandbox_payment (customer_id, created_at desc);
