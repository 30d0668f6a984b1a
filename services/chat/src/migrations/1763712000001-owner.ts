import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose companion it was (older rows stay without), and what the windows of the analytics are read from without touching the table. */
export class ChatOwner1763712000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat.message add column owner_id uuid;
      create index message_analytics on chat.message (bot_id, created_at) include (author, conversation, latency_ms)
        where state = 'delivered';
      create index message_owner on chat.message (owner_id, created_at) where state = 'delivered';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index chat.message_analytics, chat.message_owner;
      alter table chat.message drop column owner_id;
    `);
  }
}
