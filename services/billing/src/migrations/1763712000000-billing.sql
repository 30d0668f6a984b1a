-- Metering. Rows that change with every message leave room on their page for the next row version (fillfactor).
create table billing.usage_day (
  user_id uuid not null,
  day date not null,
  used int not null check (used >= 0),
  primary key (user_id, day)
) with (fillfactor = 50);

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
  reserved_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index reservation_open on billing.reservation (reserved_at) where state = 'reserved';
create index reservation_closed on billing.reservation (reserved_at) where state <> 'reserved';

-- The append-only double-entry ledger of credits.
create table billing.ledger_txn (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('grant', 'message', 'reversal', 'purchase', 'refund')),
  reference text not null,
  actor_id uuid,
  created_at timestamptz not null default now(),
  unique (kind, reference)
);

-- account: 'user:<id>', or 'granted', 'sold' and 'consumed', which have no running balance, so that no row is written by everybody.
create table billing.ledger_line (
  txn_id bigint not null references billing.ledger_txn (id),
  account text not null,
  amount bigint not null check (amount <> 0),
  primary key (txn_id, account)
);
create index ledger_line_account on billing.ledger_line (account, txn_id desc);

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
create table billing.customer (
  id text primary key,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  sync_version int not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, mode)
);

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
  synced_at timestamptz not null,
  primary key (user_id, mode)
);

create table billing.checkout (
  id uuid primary key,
  user_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null check (kind in ('subscription', 'credits')),
  item text not null,
  credits int not null,
  price_cents int not null check (price_cents > 0),
  state text not null check (state in ('open', 'paid', 'expired')),
  reference text unique,
  url text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index checkout_open on billing.checkout (user_id, mode) where state = 'open';
create index checkout_created on billing.checkout (created_at);

-- Ids of the events that were applied, those of the sandbox included.
create table billing.stripe_event (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index stripe_event_received on billing.stripe_event (received_at);

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
  paid_at timestamptz not null default now(),
  check (reclaimed between 0 and credits),
  check (owed between 0 and reclaimed)
);
create index purchase_without_money on billing.purchase (payment_id) where mode <> 'live' and reclaimed < credits;

-- share: the part of the payment that was refunded or disputed, 1 being all of it. May be stored before the payment is.
create table billing.payment_reversal (
  payment_id text primary key,
  share numeric not null check (share > 0 and share <= 1),
  is_disputed boolean not null,
  created_at timestamptz not null default now()
);

-- The sandbox's own record of subscriptions, in place of a provider's (docs/decisions.md B17).
create table billing.sandbox_subscription (
  id text primary key,
  customer_id text not null unique,
  plan text not null check (plan in ('basic', 'premium')),
  status text not null check (status in ('active', 'canceled')),
  period_end timestamptz not null,
  cancels_at_period_end boolean not null default false,
  last_payment_id text not null
);
