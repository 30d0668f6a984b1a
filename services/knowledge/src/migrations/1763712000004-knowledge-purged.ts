import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companions that were deleted: what was on its way to them is not stored any more. */
export class KnowledgePurged1763712000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table knowledge.purged_bot (bot_id uuid primary key, purged_at timestamptz not null default now())',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table knowledge.purged_bot');
  }
}
