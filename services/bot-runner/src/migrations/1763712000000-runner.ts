import { createCounts, dropCounts, readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CASE_COUNT } from '../moderation/case-count.js';
import { ENTRY_COUNT } from '../systems/economy-system/entry-count.js';
import { TICKET_COUNT } from '../systems/support-tickets/ticket-count.js';

/** The files of the tables. */
const PARTS = ['runner', 'systems', 'points', 'music'];
const COUNTS = [CASE_COUNT, ENTRY_COUNT, TICKET_COUNT];

export class Runner1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of PARTS) await runner.query(readSqlFile(new URL(`./1763712000000-${part}.sql`, import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
    for (const count of COUNTS) await runner.query(createCounts(count));
    await runner.query(CASE_NAMES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table runner.music_station, runner.music_track, runner.music_session, runner.judge_server, runner.auto_moderation_rule, runner.level_member, runner.economy_account, runner.economy_entry, runner.economy_item, runner.economy_purchase, runner.ticket, runner.ticket_server, runner.game, runner.game_score, runner.problem, runner.event_sign_up, runner.server_event, runner.role_reaction, runner.role_message, runner.moderation_case, runner.moderation_server, runner.reminder, runner.message_trace, runner.report',
    );
    await runner.query('drop function runner.case_page, runner.find_cases, runner.letter_triples, runner.refuse_ledger_change, runner.report_page');
    for (const count of COUNTS) await runner.query(dropCounts(count));
  }
}

// For searches by a part of the name.
const CASE_NAMES = `
  create index moderation_case_name on runner.moderation_case using gin (runner.letter_triples(lower(member_name)));
`;

const TRIGGERS = `
  create trigger append_only before update on runner.economy_entry
    for each row execute function runner.refuse_ledger_change();
`;
