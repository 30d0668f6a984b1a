import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of a user, removed accounts, and links that reset a password. */
export class Accounts1763712100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table auth."user"
        add default_model_provider text not null default 'openai' check (default_model_provider in ('openai', 'claude', 'local')),
        add api_key text,
        add api_key_hint text,
        add developer_mode boolean not null default false,
        add email_notifications boolean not null default true,
        add bot_status_alerts boolean not null default true,
        add usage_reports boolean not null default false,
        add marketing_updates boolean not null default false,
        add removed_at timestamptz;
      create index user_removed on auth."user" (removed_at) where removed_at is not null;

      -- One row per user: a new link replaces the one before.
      create table auth.password_reset (
        user_id uuid primary key references auth."user" (id) on delete cascade,
        token_hash text not null unique,
        created_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Accounts that were removed must not come back as ordinary ones.
    await runner.query(`
      drop table auth.password_reset;
      delete from auth."user" where removed_at is not null;
      alter table auth."user"
        drop default_model_provider,
        drop api_key,
        drop api_key_hint,
        drop developer_mode,
        drop email_notifications,
        drop bot_status_alerts,
        drop usage_reports,
        drop marketing_updates,
        drop removed_at;
    `);
  }
}
