import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items whose text is read from a file or an address. */
export class KnowledgeSources1763712000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table knowledge.item
        add column file_url text,
        add column extracted text not null default '',
        add column is_read boolean not null default true,
        add column is_cut boolean not null default false,
        add column owner_id uuid,
        add column file_key text unique,
        add column file_name text,
        add column media_type text,
        add column file_bytes int,
        add check ((file_key is null) = (owner_id is null or file_name is null or media_type is null or file_bytes is null));
      -- What the files of one user take up together.
      create index item_owner on knowledge.item (owner_id) include (file_bytes) where file_key is not null;

      -- Files whose item is gone, until the store has removed them.
      create table knowledge.discarded_file (key text primary key, discarded_at timestamptz not null default now());

      create function knowledge.lock_owner(p_owner uuid) returns void language sql as $$
        select pg_advisory_xact_lock(hashtextextended('knowledge files ' || p_owner, 0));
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function knowledge.lock_owner(uuid);
      drop table knowledge.discarded_file;
      drop index knowledge.item_owner;
      alter table knowledge.item
        drop column file_url, drop column extracted, drop column is_read, drop column is_cut, drop column owner_id,
        drop column file_key, drop column file_name, drop column media_type, drop column file_bytes;
    `);
  }
}
