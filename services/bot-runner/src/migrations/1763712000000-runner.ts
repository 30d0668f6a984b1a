import { readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of the tables. */
const PARTS = ['runner', 'systems', 'points', 'music'];

export class Runner1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of PARTS) await runner.query(readSqlFile(new URL(`./1763712000000-${part}.sql`, import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table runner.music_track, runner.music_session, runner.judge_server, runner.auto_moderation_rule, runner.level_member, runner.economy_account, runner.economy_entry, runner.economy_item, runner.economy_purchase, runner.ticket, runner.ticket_server, runner.game, runner.game_score, runner.problem, runner.event_sign_up, runner.server_event, runner.role_reaction, runner.role_message, runner.moderation_case, runner.moderation_server, runner.reminder, runner.message_trace, runner.report',
    );
    await runner.query('drop function runner.refuse_ledger_change');
  }
}

const TRIGGERS = `
  create trigger append_only before update on runner.economy_entry
    for each row execute function runner.refuse_ledger_change();
`;
