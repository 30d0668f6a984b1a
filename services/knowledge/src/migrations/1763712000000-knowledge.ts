import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items, and the inverted index over their chunks. */
export class Knowledge1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table knowledge.item (
        id uuid primary key default gen_random_uuid(),
        bot_id uuid not null,
        title text not null,
        content text not null,
        type text not null,
        tags text[] not null,
        position jsonb not null,
        status text not null check (status in ('queued', 'processing', 'ready', 'failed')),
        status_reason text,
        version int not null default 1,
        status_at timestamptz not null default now(),
        created_at timestamptz not null default clock_timestamp()
      );
      create index item_bot on knowledge.item (bot_id, created_at, id);
      create index item_unfinished on knowledge.item (status_at) where status in ('queued', 'processing');

      create table knowledge.chunk (
        id bigint generated always as identity primary key,
        bot_id uuid not null,
        item_id uuid not null references knowledge.item (id),
        ord int not null,
        body text not null
      );
      create index chunk_item on knowledge.chunk (item_id, ord);
      create index chunk_bot on knowledge.chunk (bot_id);

      -- How often a chunk holds a lexeme, and how many lexemes it holds in all.
      create table knowledge.posting (
        bot_id uuid not null,
        lex text not null,
        chunk_id bigint not null references knowledge.chunk (id),
        tf smallint not null,
        dl smallint not null
      );
      create index posting_lex on knowledge.posting (bot_id, lex) include (chunk_id, tf, dl);
      create index posting_chunk on knowledge.posting (chunk_id);

      -- Chunks and lexemes of a companion, and in how many chunks each lexeme stands.
      create table knowledge.kstat (bot_id uuid primary key, n int not null, len bigint not null);
      create table knowledge.klex (bot_id uuid not null, lex text not null, df int not null, primary key (bot_id, lex));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table knowledge.klex, knowledge.kstat, knowledge.posting, knowledge.chunk, knowledge.item');
  }
}
