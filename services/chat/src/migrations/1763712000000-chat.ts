import { readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables first, then the functions that read and write them, then the triggers that call functions. */
export class Chat1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readSqlFile(new URL('./1763712000000-chat.sql', import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat.pinned_question, chat.pinned_answer, chat.rating');
    // The messages name their questions of the inbox.
    await runner.query(
      'drop table chat.bot_counter, chat.care_count, chat.forgotten_member, chat.image, chat.memory_fact, chat.memory, chat.message, chat.model_entry',
    );
    await runner.query(
      'drop table chat.delivered_total, chat.inbox_question, chat.reply_author, chat.reply_conversation, chat.reply_hour',
    );
    await runner.query(
      'drop function chat.add_replies, chat.count_delivered, chat.count_replies, chat.rebuild_reply_sums, chat.remove_replies',
    );
  }
}

const TRIGGERS = `
  create trigger count_inserted after insert on chat.message
    referencing new table as new_rows for each statement execute function chat.count_replies();
  create trigger count_changed after update on chat.message
    referencing old table as old_rows new table as new_rows for each statement execute function chat.count_replies();
  create trigger count_deleted after delete on chat.message
    referencing old table as old_rows for each statement execute function chat.count_replies();
  create trigger count_inserted after insert on chat.bot_counter
    referencing new table as new_rows for each statement execute function chat.count_delivered();
  create trigger count_changed after update on chat.bot_counter
    referencing old table as old_rows new table as new_rows for each statement execute function chat.count_delivered();
  create trigger count_deleted after delete on chat.bot_counter
    referencing old table as old_rows for each statement execute function chat.count_delivered();
`;
