import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Customers, checkouts, subscriptions and payments. `mode` is sandbox, test or live: rows of one never count in another, and only
 * `live` ones stand for money.
 */
export class Payments1763712000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [GRANTS, CUSTOMERS, PAYMENTS, SANDBOX, LEDGER]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index billing.ledger_line_account;
      create index ledger_line_account on billing.ledger_line (account);
      alter table billing.ledger_txn drop constraint ledger_txn_kind_check;
      alter table billing.ledger_txn add constraint ledger_txn_kind_check check (kind in ('grant', 'message', 'reversal')) not valid;
      drop table billing.sandbox_subscription, billing.reversal, billing.purchase, billing.stripe_event, billing.checkout,
        billing.plan_told, billing.subscription, billing.customer;
      drop index billing.reservation_closed;
      create table billing.entitlement (
        user_id uuid not null,
        source text not null check (source in ('admin', 'subscription')),
        plan text not null check (plan in ('basic', 'premium')),
        granted_by uuid,
        updated_at timestamptz not null default now(),
        primary key (user_id, source)
      );
      insert into billing.entitlement (user_id, source, plan, granted_by, updated_at)
        select user_id, 'admin', plan, granted_by, updated_at from billing.plan_grant;
      drop table billing.plan_grant;
    `);
  }
}

// What a subscription entitles to is computed from it, never stored: only grants of administrators are left of the entitlements.
const GRANTS = `
  create table billing.plan_grant (
    user_id uuid primary key,
    plan text not null check (plan in ('basic', 'premium')),
    granted_by uuid,
    updated_at timestamptz not null default now()
  );
  insert into billing.plan_grant (user_id, plan, granted_by, updated_at)
    select user_id, plan, granted_by, updated_at from billing.entitlement where source = 'admin';
  drop table billing.entitlement;
  create index reservation_closed on billing.reservation (reserved_at) where state <> 'reserved';
`;

const CUSTOMERS = `
  -- sync_version counts the truths that were written down: who fetched one before another was stored fetches again.
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

  -- The plan in force that everybody was told last.
  create table billing.plan_told (
    user_id uuid primary key,
    plan text not null check (plan in ('free', 'basic', 'premium')),
    version int not null default 1
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
`;

const PAYMENTS = `
  create table billing.stripe_event (
    id text primary key,
    type text not null,
    created_at timestamptz not null,
    received_at timestamptz not null default now()
  );

  -- reclaimed: credits that a refund asked back; owed: those of them that had been used by then.
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

  -- share: how much of the payment went back, 1 being all of it. May be known before the payment is.
  create table billing.reversal (
    payment_id text primary key,
    share numeric not null check (share > 0 and share <= 1),
    is_disputed boolean not null,
    created_at timestamptz not null default now()
  );
`;

// The sandbox's own truth, in the place of the provider's (decision B17).
const SANDBOX = `
  create table billing.sandbox_subscription (
    id text primary key,
    customer_id text not null unique,
    plan text not null check (plan in ('basic', 'premium')),
    status text not null check (status in ('active', 'canceled')),
    period_end timestamptz not null,
    cancels_at_period_end boolean not null default false,
    last_payment_id text not null
  );
`;

const LEDGER = `
  alter table billing.ledger_txn drop constraint ledger_txn_kind_check;
  alter table billing.ledger_txn add constraint ledger_txn_kind_check
    check (kind in ('grant', 'message', 'reversal', 'purchase', 'refund'));
  drop index billing.ledger_line_account;
  create index ledger_line_account on billing.ledger_line (account, txn_id desc);
`;
