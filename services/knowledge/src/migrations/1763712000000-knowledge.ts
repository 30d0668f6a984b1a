import { readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables first, then the functions that read and write them, then the indexes and the triggers that need a function or an extension. */
export class Knowledge1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm with schema public');
    // With it a trigram index begins with the bot: otherwise a search would read similar words of all bots.
    await runner.query('create extension if not exists btree_gin with schema public');
    const trigramSchema = await findTrigramSchema(runner);
    await runner.query(readSqlFile(new URL('./1763712000000-knowledge.sql', import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) {
      await runner.query(definition.replace('search_path = knowledge, public,', `search_path = knowledge, ${trigramSchema},`));
    }
    const ofBot = (text: string): string => `using gin (bot_id, ${text} ${trigramSchema}.gin_trgm_ops)`;
    await runner.query(`create index klex_trigram on knowledge.klex ${ofBot('lex')}`);
    await runner.query(`create index searched_text_trigram on knowledge.searched_text ${ofBot('text')}`);
    await runner.query(SHORT_SEQUENCES);
    const onText = (event: string): string => `create trigger ${event}_text after ${event}`;
    const keep = 'execute function knowledge.keep_searched_text()';
    await runner.query(`${onText('insert')} on knowledge.item for each row ${keep}`);
    await runner.query(`${onText('update')} of title, tags, content, extracted on knowledge.item for each row ${keep}`);
    await runner.query(CHANGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table knowledge.vector, knowledge.klex, knowledge.kstat, knowledge.posting, knowledge.chunk, knowledge.keyword, knowledge.searched_text, knowledge.item,
        knowledge.discarded_file, knowledge.purged_bot, knowledge.saved_question, knowledge.question_run;
      drop function knowledge.search, knowledge.question_terms, knowledge.index_item, knowledge.fold, knowledge.lock_bot, knowledge.lock_owner,
        knowledge.unindex_item, knowledge.keep_searched_text, knowledge.find_items, knowledge.short_sequences, knowledge.items_with_text, knowledge.item_page, knowledge.item_state, knowledge.note_item_change;
      drop sequence knowledge.item_change;
    `);
  }
}

// Of the columns that decide what a question finds.
const FINDABLE = ['version', 'status', 'activation', 'keywords', 'embedded_with'];
const rowOf = (name: string): string => `(${FINDABLE.map((column) => `${name}.${column}`).join(', ')})`;
const CHANGES = `
  create trigger insert_change before insert on knowledge.item for each row execute function knowledge.note_item_change();
  create trigger update_change before update of ${FINDABLE.join(', ')} on knowledge.item for each row
    when (${rowOf('old')} is distinct from ${rowOf('new')}) execute function knowledge.note_item_change();
`;

// Without statistics, for which the sequences of thousands of texts would be computed.
const SHORT_SEQUENCES = `
  create index searched_text_short on knowledge.searched_text using gin (bot_id, knowledge.short_sequences(text));
  alter index knowledge.searched_text_short alter column 2 set statistics 0;
`;

/** The extension may have been installed before, into another schema than `public`. */
async function findTrigramSchema(runner: QueryRunner): Promise<string> {
  const [extension] = (await runner.query(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`,
  )) as { schema: string }[];
  return extension?.schema ?? 'public';
}
