import { createCounts, dropCounts, readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MEMORY_COUNT } from '../memory/memory-count.js';
import { DELIVERED_TOTAL } from '../messages/delivered-total.js';
import { PINNED_COUNT } from '../quality/pinned-count.js';
import { RATING_COUNT } from '../quality/rating-count.js';

const PARTS = ['chat', 'memory'];

/** Tables first, then the functions that read and write them, then the triggers that call functions. */
export class Chat1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of PARTS) await runner.query(readSqlFile(new URL(`./1763712000000-${part}.sql`, import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
    for (const count of [DELIVERED_TOTAL, MEMORY_COUNT, PINNED_COUNT, RATING_COUNT]) await runner.query(createCounts(count));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table chat.question_vector, chat.saved_conversation, chat.pinned_question, chat.pinned_answer, chat.rating, chat.message_picture',
    );
    // The messages name their questions of the inbox.
    await runner.query(
      'drop table chat.bot_counter, chat.care_count, chat.forgotten_member, chat.image, chat.fact_vector, chat.memory_fact, chat.memory, chat.memory_clearing, chat.message, chat.model_entry',
    );
    // It names the tables.
    await runner.query('drop function chat.people_by_hour');
    await runner.query('drop table chat.inbox_question, chat.reply_author, chat.reply_conversation, chat.reply_hour');
    await runner.query(
      `drop function chat.add_replies, chat.count_facts, chat.count_inbox, chat.count_replies, chat.memory_batch, chat.message_batch, chat.newest_of_question, chat.pinned_page,
        chat.rebuild_reply_sums, chat.remove_replies, chat.store_reply`,
    );
    for (const count of [DELIVERED_TOTAL, MEMORY_COUNT, PINNED_COUNT, RATING_COUNT]) await runner.query(dropCounts(count));
  }
}

const TRIGGERS = `
  create trigger count_inserted after insert on chat.message
    referencing new table as new_rows for each statement execute function chat.count_replies();
  create trigger count_changed after update on chat.message
    referencing old table as old_rows new table as new_rows for each statement execute function chat.count_replies();
  create trigger count_deleted after delete on chat.message
    referencing old table as old_rows for each statement execute function chat.count_replies();
  create trigger inbox_inserted after insert on chat.message
    referencing new table as new_rows for each statement execute function chat.count_inbox();
  create trigger inbox_changed after update on chat.message
    referencing old table as old_rows new table as new_rows for each statement execute function chat.count_inbox();
  create trigger inbox_deleted after delete on chat.message
    referencing old table as old_rows for each statement execute function chat.count_inbox();
  create trigger facts_inserted after insert on chat.memory_fact
    referencing new table as new_rows for each statement execute function chat.count_facts();
  create trigger facts_deleted after delete on chat.memory_fact
    referencing old table as old_rows for each statement execute function chat.count_facts();
`;
