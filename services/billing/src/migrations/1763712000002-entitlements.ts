import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans by source: a subscription and an administrator's grant live side by side (decision B15). */
export class Entitlements1763712000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table billing.entitlement (
        user_id uuid not null,
        source text not null check (source in ('admin', 'subscription')),
        plan text not null check (plan in ('basic', 'premium')),
        granted_by uuid,
        updated_at timestamptz not null default now(),
        primary key (user_id, source)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table billing.entitlement');
  }
}
