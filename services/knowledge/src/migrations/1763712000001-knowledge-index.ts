import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writing the index. Both functions need the companion's lock, for the counts of two items touch the same rows. */
export class KnowledgeIndex1763712000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LOCK_BOT);
    await runner.query(UNINDEX_ITEM);
    await runner.query(INDEX_ITEM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function knowledge.index_item(uuid, text[], text), knowledge.unindex_item(uuid), knowledge.lock_bot(uuid)',
    );
  }
}

const LOCK_BOT = `
  create function knowledge.lock_bot(p_bot uuid) returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('knowledge ' || p_bot, 0));
  $$;
`;

const UNINDEX_ITEM = `
  create function knowledge.unindex_item(p_item uuid) returns void language sql as $$
    with gone as (
      delete from knowledge.posting p using knowledge.chunk c where c.item_id = p_item and p.chunk_id = c.id
      returning p.bot_id, p.lex, p.tf
    ),
    lost as (select bot_id, lex, count(*) as n from gone group by bot_id, lex),
    counted as (
      update knowledge.klex k set df = k.df - lost.n from lost where k.bot_id = lost.bot_id and k.lex = lost.lex
    )
    update knowledge.kstat s set n = s.n - c.n, len = s.len - coalesce((select sum(tf) from gone), 0)
    from (select bot_id, count(*) as n from knowledge.chunk where item_id = p_item group by bot_id) c where s.bot_id = c.bot_id;

    delete from knowledge.klex k using knowledge.item i where i.id = p_item and k.bot_id = i.bot_id and k.df = 0;
    delete from knowledge.chunk where item_id = p_item;
  $$;
`;

// 'p_context' holds what is searched with each body but not shown as part of it: title and tags.
const INDEX_ITEM = `
  create function knowledge.index_item(p_item uuid, p_bodies text[], p_context text) returns void language sql as $$
    with bot as (select bot_id from knowledge.item where id = p_item),
    added as (
      insert into knowledge.chunk (bot_id, item_id, ord, body)
      select bot.bot_id, p_item, part.ord, part.body from bot, unnest(p_bodies) with ordinality part (body, ord)
      returning id, bot_id, ord, body
    ),
    term as materialized (
      select a.id, a.bot_id, t.lexeme as lex, array_length(t.positions, 1) as tf
      from added a, unnest(to_tsvector('english', p_context || E'\\n' || a.body)) t
    ),
    size as (select id, sum(tf) as dl from term group by id),
    posted as (
      insert into knowledge.posting (bot_id, lex, chunk_id, tf, dl)
      select term.bot_id, term.lex, term.id, term.tf, size.dl from term join size using (id)
    ),
    counted as (
      insert into knowledge.klex as k (bot_id, lex, df) select bot_id, lex, count(*) from term group by bot_id, lex
      on conflict (bot_id, lex) do update set df = k.df + excluded.df
    )
    insert into knowledge.kstat as s (bot_id, n, len)
    select bot_id, (select count(*) from added), coalesce((select sum(dl) from size), 0) from bot
    on conflict (bot_id) do update set n = s.n + excluded.n, len = s.len + excluded.len;
  $$;
`;
