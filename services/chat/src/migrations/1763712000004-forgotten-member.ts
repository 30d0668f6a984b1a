import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members of Discord whose earlier messages are not stored any more: fingerprints, kept until nothing of them can be under way. */
export class ChatForgottenMember1763712000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat.forgotten_member (
        bot_id uuid not null,
        fingerprint text not null,
        -- A Discord id: what was written before it is forgotten.
        before numeric(20) not null,
        forgotten_at timestamptz not null default now(),
        primary key (bot_id, fingerprint)
      );
      create index message_author on chat.message (bot_id, author) where channel = 'discord';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index chat.message_author; drop table chat.forgotten_member');
  }
}
