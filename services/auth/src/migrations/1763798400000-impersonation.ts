import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions in the name of somebody else (decision A5). */
export class Impersonation1763798400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Not "on delete cascade": a session that lost its parent is dead, and whoever finds it can still tell in whose name it was.
    await runner.query(`
      alter table auth.session
        add impersonator_id uuid references auth."user" (id) on delete cascade,
        add parent_session_id uuid references auth.session (id) on delete set null,
        add expires_at timestamptz,
        add check ((impersonator_id is null) = (expires_at is null)),
        add check (impersonator_id is not null or parent_session_id is null);
      -- One impersonation per session of the super-admin.
      create unique index session_by_parent on auth.session (parent_session_id);
      create index session_by_impersonator on auth.session (impersonator_id) where impersonator_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without these columns they would be sessions of the users themselves.
    await runner.query(`
      delete from auth.session where impersonator_id is not null;
      alter table auth.session drop impersonator_id, drop parent_session_id, drop expires_at;
    `);
  }
}
