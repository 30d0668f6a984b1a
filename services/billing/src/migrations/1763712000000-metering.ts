import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Daily counts, wallets, the append-only double-entry ledger and the reservations. */
export class Metering1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Rows that change with every message leave room on their page for the next version.
    await runner.query(`
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

      create table billing.ledger_txn (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('grant', 'message', 'reversal')),
        reference text not null,
        actor_id uuid,
        created_at timestamptz not null default now(),
        unique (kind, reference)
      );

      -- account: 'user:<id>', or 'granted' and 'consumed', which carry no running balance, so that no row is hot.
      create table billing.ledger_line (
        txn_id bigint not null references billing.ledger_txn (id),
        account text not null,
        amount bigint not null check (amount <> 0),
        primary key (txn_id, account)
      );
      create index ledger_line_account on billing.ledger_line (account);

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
    `);
    await runner.query(LEDGER_GUARDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table billing.reservation, billing.ledger_line, billing.ledger_txn, billing.wallet, billing.usage_day;
      drop function billing.refuse_ledger_change(), billing.check_ledger_sum();
    `);
  }
}

const LEDGER_GUARDS = `
  create function billing.refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only';
  end $$;
  create trigger append_only before update or delete or truncate on billing.ledger_txn
    for each statement execute function billing.refuse_ledger_change();
  create trigger append_only before update or delete or truncate on billing.ledger_line
    for each statement execute function billing.refuse_ledger_change();

  create function billing.check_ledger_sum() returns trigger language plpgsql as $$
  begin
    if (select sum(amount) from billing.ledger_line where txn_id = new.txn_id) <> 0 then
      raise exception 'ledger transaction % does not sum to zero', new.txn_id;
    end if;
    return null;
  end $$;
  create constraint trigger sums_to_zero after insert on billing.ledger_line
    deferrable initially deferred for each row execute function billing.check_ledger_sum();
`;
