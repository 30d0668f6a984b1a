import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Systems1763712000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bots.installed_system (
        bot_id uuid not null references bots.bot (id) on delete cascade,
        system_id text not null,
        settings jsonb not null,
        installed_at timestamptz not null default clock_timestamp(),
        primary key (bot_id, system_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bots.installed_system');
  }
}
