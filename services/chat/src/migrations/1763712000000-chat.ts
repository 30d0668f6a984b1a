import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was said with companions, and how many replies each delivered. */
export class Chat1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat.message (
        id uuid primary key default gen_random_uuid(),
        bot_id uuid not null,
        channel text not null check (channel in ('web', 'discord')),
        conversation text not null,
        request_id text not null,
        author text not null,
        author_name text not null,
        question text not null,
        reply text not null,
        engine text not null,
        sources text[] not null,
        truncated boolean not null,
        tokens int not null,
        prompt_tokens int,
        completion_tokens int,
        latency_ms int not null,
        state text not null check (state in ('written', 'delivered', 'failed')),
        created_at timestamptz not null default now(),
        -- One reply per message, whatever is repeated after a crash.
        constraint message_request unique (bot_id, request_id)
      );
      create index message_conversation on chat.message (bot_id, conversation, created_at desc);

      create table chat.counter (bot_id uuid primary key, delivered bigint not null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat.counter, chat.message');
  }
}
