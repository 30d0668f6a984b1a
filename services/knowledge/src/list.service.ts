import { RpcClient } from '@kith/kit';
import { AppError, bots, type knowledge, type KnowledgeSummary, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Turns } from './extraction/turns.js';
import { EXCERPT_CHARS, GAP } from './item-text.js';
import { asSeen, asSummary, asTitle, type Headline } from './item-view.js';
import { KnowledgeItem } from './knowledge-item.entity.js';
import { ALWAYS_ACTIVE, hasKnowledge } from './knowledge-plan.js';

// A message between services holds 1 MB.
const MAX_PAGE_BYTES = 700_000;
// Each reads all that a companion knows, on one of five connections.
const SEARCHED_AT_ONCE = 2;
const MAX_WAITING = 50;

type Asked = ParsedInputOf<typeof knowledge.list>;

/** What companions know, as their owners see it. */
@Injectable()
export class ListService {
  private readonly turns = new Turns(SEARCHED_AT_ONCE, MAX_WAITING);

  constructor(
    @InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>,
    private readonly rpc: RpcClient,
  ) {}

  /** A page ends early when it would not fit into one message: `total` tells whether there is more. */
  async list(asked: Asked): Promise<OutputOf<typeof knowledge.list>> {
    const { ids, total } = await this.find(asked);
    if (!hasKnowledge(asked.actor)) return { items: (await this.titles(ids)).map(withoutContent), total };
    const where = await this.idsThatFit(ids);
    const items = where.length === 0 ? [] : await this.items.find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
    return { items: items.map(asSeen), total };
  }

  /** The same: titles, tags and addresses alone can be long. */
  async summaries(asked: Asked): Promise<OutputOf<typeof knowledge.summaries>> {
    const { ids, total } = await this.find(asked);
    if (!hasKnowledge(asked.actor)) return { items: await this.titles(ids), total };
    return { items: fitting((await this.headlines(ids)).map(asSummary)), total };
  }

  async get({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.get>): Promise<OutputOf<typeof knowledge.get>> {
    if (!hasKnowledge(actor)) {
      const { ids } = await this.find({ actor, botId, limit: ALWAYS_ACTIVE, offset: 0 });
      const [title] = await this.titles(ids.filter((id) => id === itemId));
      if (!title) throw new AppError('NOT_FOUND');
      return withoutContent(title);
    }
    await this.rpc.ask(bots.owned, { actor, botId });
    const item = await this.items.findOneBy({ id: itemId, botId });
    if (!item) throw new AppError('NOT_FOUND');
    return asSeen(item);
  }

  /** One page of what the plan shows and the words match. What is hidden is not searched: a match would tell what it says (decision W3). */
  private async find({ actor, botId, search = '', limit, offset }: Asked): Promise<Found> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const isWhole = hasKnowledge(actor);
    const words = search.trim();
    const ask = (): Promise<Found[]> =>
      this.items.query(FIND, [botId, isWhole ? null : ALWAYS_ACTIVE, words, isWhole, limit, offset]);
    const [found] = await (words === '' ? ask() : this.turns.take(actor.userId, ask));
    return found ?? { ids: [], total: 0 };
  }

  private async titles(ids: readonly string[]): Promise<KnowledgeSummary[]> {
    return (await this.headlines(ids)).map((item) => asTitle(asSummary(item)));
  }

  /** Of a long text only the beginning leaves the disk. */
  private headlines(ids: readonly string[]): Promise<Headline[]> {
    return this.items.query(
      `select id, bot_id as "botId", title, type, tags, position, status, status_reason as "statusReason",
         file_url as "fileUrl", file_key as "fileKey", created_at as "createdAt",
         left(left(content, $2) || case when content = '' or extracted = '' then '' else $3 end || left(extracted, $2), $2) as excerpt
       from knowledge.item where id = any($1) order by created_at, id`,
      [ids, EXCERPT_CHARS, GAP],
    );
  }

  private idsThatFit(ids: readonly string[]): Promise<{ id: string }[]> {
    return this.items.query(
      `select id from (
         select id, row_number() over page as place,
           sum(octet_length(to_json(i)::text) + 300) over page as bytes
         from (select * from knowledge.item where id = any($1)) i
         window page as (order by created_at, id)
       ) p where place = 1 or bytes <= $2::float8`,
      [ids, MAX_PAGE_BYTES],
    );
  }
}

interface Found {
  readonly ids: string[];
  readonly total: number;
}

/** Without words `total` counts what is not shown, too. */
const FIND = `
  with shown as (select * from knowledge.item where bot_id = $1 order by created_at, id limit $2),
  sought as (select lower($3) as words),
  found as materialized (
    select id, created_at from shown, sought
    where words = '' or position(words in lower(title)) > 0 or ($4 and (
      exists (select 1 from unnest(tags) tag where position(words in lower(tag)) > 0)
      or position(words in lower(content)) > 0 or position(words in lower(extracted)) > 0
    ))
  )
  select (select count(*)::int from knowledge.item, sought where bot_id = $1 and (words = '' or id in (select id from found))) as total,
    array(select id from found order by created_at, id limit $5 offset $6) as ids
`;

const withoutContent = (title: KnowledgeSummary) => ({ ...title, content: '' });

/** The first of a page, as many as one message can carry. */
function fitting(page: readonly KnowledgeSummary[]): KnowledgeSummary[] {
  let bytes = 0;
  return page.filter((item, place) => (bytes += Buffer.byteLength(JSON.stringify(item))) <= MAX_PAGE_BYTES || place === 0);
}
