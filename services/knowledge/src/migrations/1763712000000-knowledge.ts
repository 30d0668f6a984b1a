import { readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables first, then the trigram index, then the functions that read and write them. */
export class Knowledge1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm with schema public');
    const trigramSchema = await findTrigramSchema(runner);
    await runner.query(readSqlFile(new URL('./1763712000000-knowledge.sql', import.meta.url)));
    await runner.query(`create index klex_trigram on knowledge.klex using gin (lex ${trigramSchema}.gin_trgm_ops)`);
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) {
      await runner.query(definition.replace('search_path = knowledge, public,', `search_path = knowledge, ${trigramSchema},`));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function knowledge.search, knowledge.question_terms, knowledge.index_item, knowledge.fold, knowledge.lock_bot, knowledge.lock_owner,
        knowledge.unindex_item;
      drop table knowledge.klex, knowledge.kstat, knowledge.posting, knowledge.chunk, knowledge.keyword, knowledge.item,
        knowledge.discarded_file, knowledge.purged_bot, knowledge.saved_question;
    `);
  }
}

/** The extension may have been installed before, into another schema than `public`. */
async function findTrigramSchema(runner: QueryRunner): Promise<string> {
  const [extension] = (await runner.query(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
  )) as { schema: string }[];
  return extension?.schema ?? 'public';
}
