import { readSqlFile } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Runner1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readSqlFile(new URL('./1763712000000-runner.sql', import.meta.url)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table runner.ticket, runner.ticket_server, runner.game, runner.game_score, runner.problem, runner.role_reaction, runner.role_message, runner.moderation_case, runner.moderation_server, runner.reminder, runner.message_trace, runner.report',
    );
  }
}
