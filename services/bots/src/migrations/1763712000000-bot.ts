import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Bot1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bots.bot (
        id uuid primary key,
        owner_id uuid not null,
        name text not null,
        description text,
        avatar_color text not null,
        discord_token text,
        token_hint text,
        application_id text,
        server_id text,
        instructions text,
        model text not null,
        response_style text not null,
        personality jsonb not null,
        preferences jsonb not null,
        channel_settings jsonb not null,
        version int not null default 1,
        desired_online boolean not null default false,
        run_number int not null default 0,
        runtime_state text not null default 'stopped'
          check (runtime_state in ('stopped', 'starting', 'online', 'reconnecting', 'failed', 'paused_by_plan')),
        status_code text,
        status_reason text,
        fence bigint not null default 0,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp(),
        deleted_at timestamptz,
        check ((discord_token is null) = (application_id is null)),
        check (deleted_at is null or (discord_token is null and not desired_online))
      );
      create unique index bot_application on bots.bot (application_id) where application_id is not null;
      create index bot_owner on bots.bot (owner_id, created_at, id) where deleted_at is null;
      create index bot_desired_online on bots.bot (id) where desired_online;
      create index bot_deleted on bots.bot (deleted_at) where deleted_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bots.bot');
  }
}
