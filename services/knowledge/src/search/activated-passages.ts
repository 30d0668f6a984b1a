import { PreparedStatement } from '@kith/kit';
import type { Passage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { folded, occursIn, startOf, startsIn } from './keywords.js';

/** Of each activation; the prompt also bounds their tokens. */
const MAX_PASSAGES = 6;

type Activated = Pick<Passage, 'itemId' | 'title' | 'body' | 'activation' | 'place'>;

/**
 * The passages that enter a prompt without a search: of items that are always active, then of those with a key word in the messages. At most six of
 * each activation: the beginning of every item before the rest of any, older items first. p_items (docs/decisions.md B14): null for all items.
 */
const ACTIVATED = new PreparedStatement<Activated>(`
  with active as (
    select i.id, i.title, i.activation, i.created_at from knowledge.item i
    where i.bot_id = $1 and (i.activation = 'always' or (i.activation = 'keywords' and i.id = any($2)))
      and ($3::int is null or i.id in (select id from knowledge.item where bot_id = $1 order by created_at, id limit $3))
  ),
  placed as (
    select a.*, c.ord, c.body, row_number() over (partition by a.activation order by c.ord, a.created_at, a.id) as rank
    from active a join knowledge.chunk c on c.item_id = a.id and c.ord <= ${MAX_PASSAGES}
  )
  select id as "itemId", title, body, activation, ord as place from placed where rank <= ${MAX_PASSAGES}
  order by activation <> 'always', created_at, id, ord`);

/** The key words that may stand in the messages, and a row without one when the bot has items that are always active. */
const CANDIDATES = new PreparedStatement<{ itemId: string | null; word: string | null }>(`
  select item_id as "itemId", word from knowledge.keyword where bot_id = $1 and start = any($2)
  union all (select null, null from knowledge.item where bot_id = $1 and activation = 'always' limit 1)`);

/** Finds items whose activation is `always` or `keywords`. */
@Injectable()
export class ActivatedPassages {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** `texts`: the message and those before it, in which key words are looked for. `items`: how many items of the bot are active; null for all. */
  async find(botId: string, texts: readonly string[], items: number | null): Promise<Activated[]> {
    const read = texts.map(folded);
    const candidates = await CANDIDATES.rowsTogether(this.database, [botId, [...new Set(read.flatMap(startsIn))]]);
    const found = candidates.filter(({ word }) => word === null || read.some((text) => occursIn(word, text)));
    // Of most bots no item is activated.
    if (found.length === 0) return [];
    const ids = new Set(found.flatMap(({ itemId }) => itemId ?? []));
    return ACTIVATED.rows(this.database, [botId, [...ids], items]);
  }
}

/** Replaces the stored key words of an item by those it has now. */
export async function storeKeywords(manager: EntityManager, item: KnowledgeItemEntity): Promise<void> {
  await manager.query('delete from knowledge.keyword where item_id = $1', [item.id]);
  const words = item.activation === 'keywords' ? [...new Set(item.keywords.map(folded))].filter((word) => word !== '') : [];
  if (words.length === 0) return;
  await manager.query(
    `insert into knowledge.keyword (bot_id, owner_id, item_id, start, word)
     select $1, $2, $3, start, word from unnest($4::text[], $5::text[]) k (start, word)`,
    [item.botId, item.ownerId, item.id, words.map(startOf), words],
  );
}
