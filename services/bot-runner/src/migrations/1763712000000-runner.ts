import { createCountFunction, createCounts, createPageFunction, dropCounts, readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COUNTS } from '../counts.js';
import { AS_OWNER, CASES_IN_SERVER, CASES_OF_BOT, FOUND_CASES } from '../moderation/case-lists.js';
import { HANDLED_REPORTS, OPEN_REPORTS } from '../reports/report-lists.js';
import { BALANCES, LEDGER } from '../systems/economy-system/coin-orders.js';
import { LEADERBOARD } from '../systems/leveling-xp/level-orders.js';
import { HIGH_SCORES } from '../systems/mini-games/score-orders.js';
import { CLOSED_TICKETS, OPEN_TICKETS } from '../systems/support-tickets/ticket-orders.js';

/** The files of the tables. */
const PARTS = ['runner', 'systems', 'points', 'music'];
const LISTS = [
  BALANCES,
  CASES_IN_SERVER,
  CASES_OF_BOT,
  CLOSED_TICKETS,
  HANDLED_REPORTS,
  HIGH_SCORES,
  LEADERBOARD,
  LEDGER,
  OPEN_REPORTS,
  OPEN_TICKETS,
];

export class Runner1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of PARTS) await runner.query(readSqlFile(new URL(`./1763712000000-${part}.sql`, import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
    for (const count of COUNTS) await runner.query(createCounts(count));
    for (const list of LISTS) await runner.query(createPageFunction(list));
    await runner.query(createPageFunction(FOUND_CASES, AS_OWNER));
    await runner.query(createCountFunction(FOUND_CASES, AS_OWNER));
    await runner.query(CASE_NAMES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table runner.music_station, runner.music_track, runner.music_session, runner.judge_server, runner.auto_moderation_rule, runner.level_member, runner.economy_account, runner.economy_entry, runner.economy_item, runner.economy_purchase, runner.transcript_part, runner.ticket, runner.ticket_server, runner.game, runner.game_score, runner.problem, runner.event_sign_up, runner.server_event, runner.role_reaction, runner.role_message, runner.moderation_case, runner.moderation_server, runner.reminder, runner.message_trace, runner.report',
    );
    const functions = [...LISTS, FOUND_CASES].map(({ readBy }) => readBy);
    await runner.query(
      `drop function ${functions.join(', ')}, ${FOUND_CASES.countBy}, runner.letter_sequences, runner.message_of_answer, runner.sought_sequences, runner.refuse_ledger_change`,
    );
    for (const count of COUNTS) await runner.query(dropCounts(count));
  }
}

// For searches by a part of the name.
const CASE_NAMES = `
  create index moderation_case_name on runner.moderation_case using gin (runner.letter_sequences(lower(member_name)));
`;

const TRIGGERS = `
  create trigger append_only before update on runner.economy_entry
    for each row execute function runner.refuse_ledger_change();
`;
