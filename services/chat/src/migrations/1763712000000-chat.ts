import { readSqlFile } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Chat1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readSqlFile(new URL('./1763712000000-chat.sql', import.meta.url)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat.pinned_question, chat.pinned_answer, chat.rating');
    // The messages name their questions of the inbox.
    await runner.query(
      'drop table chat.bot_counter, chat.care_count, chat.forgotten_member, chat.image, chat.memory_fact, chat.memory, chat.message, chat.model_entry',
    );
    await runner.query('drop table chat.inbox_question');
  }
}
