import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The libraries of the users, and what each companion has learned from the catalogue or from its owner's library. */
export class Commands1763712000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bots.custom_command (
        id uuid primary key,
        owner_id uuid not null,
        name text not null,
        trigger text not null,
        description text not null,
        code text not null,
        icon text not null,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp()
      );
      create index custom_command_owner on bots.custom_command (owner_id, created_at, id);

      create table bots.learned_command (
        id uuid primary key,
        bot_id uuid not null references bots.bot (id) on delete cascade,
        catalogue_id text,
        custom_command_id uuid references bots.custom_command (id) on delete cascade,
        custom_trigger text,
        is_enabled boolean not null,
        learned_at timestamptz not null default clock_timestamp(),
        check (num_nonnulls(catalogue_id, custom_command_id) = 1),
        unique (bot_id, catalogue_id),
        unique (bot_id, custom_command_id)
      );
      create index learned_custom_command on bots.learned_command (custom_command_id) where custom_command_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bots.learned_command; drop table bots.custom_command');
  }
}
