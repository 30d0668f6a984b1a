import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a companion was wiped: a reply that was begun before the last time is not stored any more. */
export class ChatEpoch1763712000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat.counter add column epoch int not null default 0;
      -- The row is what storing, counting and wiping lock.
      insert into chat.counter (bot_id, delivered) select distinct bot_id, 0 from chat.message on conflict do nothing;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chat.counter drop column epoch');
  }
}
