import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Old messages are found without reading the others. */
export class ChatMessageAge1763712000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index message_age on chat.message (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index chat.message_age');
  }
}
