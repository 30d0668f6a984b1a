import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures that companions drew. One of an epoch that is over is gone for everybody: the wipe of that epoch takes it away. */
export class ChatImage1763712000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat.image (
        id uuid primary key default gen_random_uuid(),
        bot_id uuid not null,
        owner_id uuid not null,
        epoch int not null,
        key text not null unique,
        media_type text not null,
        bytes int not null,
        created_at timestamptz not null default now()
      );
      create index image_bot on chat.image (bot_id);
      create index image_owner on chat.image (owner_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat.image');
  }
}
