import { inOrderOf, pageOfList, RpcClient } from '@kith/kit';
import { AppError, bots, type knowledge, type KnowledgeSummary, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { EXCERPT_CHARS, TEXT_SEPARATOR, toItem, toSummary, toTitleOnly, type ItemExcerpt } from './item-view.js';
import { KnowledgeItemEntity } from './knowledge-item.entity.js';
import { SHOWN_TITLES, hidesContents, mayHideContents } from './plan-limits.js';
import { OwnerSearches } from '../search/owner-searches.js';

// A reader of a list waits for all of it, and a message between services may have 1 MB.
const MAX_PAGE_BYTES = 250_000;
/** Matches of a search are counted so far (docs/decisions.md X2). */
const MAX_COUNTED = 1000;

type ListInput = ParsedInputOf<typeof knowledge.list>;

/** The items of a bot as its owner sees them. */
@Injectable()
export class ItemListsService {
  constructor(
    @InjectRepository(KnowledgeItemEntity) private readonly items: Repository<KnowledgeItemEntity>,
    private readonly rpc: RpcClient,
    private readonly searches: OwnerSearches,
  ) {}

  /** A page ends early when it would not fit into one message; `total` shows whether there is more. */
  async list(input: ListInput): Promise<OutputOf<typeof knowledge.list>> {
    const { ids, isTitlesOnly, ...counted } = await this.find(input);
    if (isTitlesOnly) return { items: (await this.titles(ids)).map(withoutContent), ...counted };
    const fitting = await this.idsThatFit(ids);
    const items = fitting.length === 0 ? [] : await this.items.findBy({ id: In(fitting) });
    return { items: takeFitting(inOrderOf(fitting, items, idOf).map(toItem)), ...counted };
  }

  /** Without contents. A page may end early too, because titles, tags and URLs can be long. */
  async summaries(input: ListInput): Promise<OutputOf<typeof knowledge.summaries>> {
    const { ids, isTitlesOnly, ...counted } = await this.find(input);
    if (isTitlesOnly) return { items: await this.titles(ids), ...counted };
    return { items: takeFitting((await this.excerpts(ids)).map(toSummary)), ...counted };
  }

  async get({ actor, botId, itemId }: ParsedInputOf<typeof knowledge.get>): Promise<OutputOf<typeof knowledge.get>> {
    const { ids, isTitlesOnly } = await this.find({ actor, botId, order: 'oldest', limit: SHOWN_TITLES, offset: 0 });
    if (isTitlesOnly) {
      const [title] = await this.titles(ids.filter((id) => id === itemId));
      if (!title) throw new AppError('NOT_FOUND');
      return withoutContent(title);
    }
    const item = await this.items.findOneBy({ id: itemId, botId });
    if (!item) throw new AppError('NOT_FOUND');
    return toItem(item);
  }

  /** One page of the ids that the plan shows and the text matches. Hidden texts are not searched, because a match would reveal their content. */
  private async find({ actor, botId, search = '', order, limit, offset }: ListInput): Promise<Found> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const text = search.trim();
    const isNewestFirst = order === 'newest';
    // Counting thousands of items takes longer than finding a few of them.
    const held = text === '' || mayHideContents(actor) ? await this.items.countBy({ botId }) : 0;
    if (hidesContents(held, actor)) {
      const shown = await this.ids(MATCHING_TITLES, [botId, SHOWN_TITLES, text]);
      const ids = (isNewestFirst ? shown.toReversed() : shown).slice(offset, offset + limit);
      return { ids, total: text === '' ? held : shown.length, isMoreThanTotal: false, isTitlesOnly: true };
    }
    if (text === '') {
      const ids = await pageOfList(held, { limit, offset }, (at, isFromEnd) =>
        this.ids(PAGE, [botId, isFromEnd !== isNewestFirst, at.limit, at.offset]),
      );
      return { ids, total: held, isMoreThanTotal: false, isTitlesOnly: false };
    }
    const select = (): Promise<Matches[]> => this.items.query(MATCHES, [botId, text, isNewestFirst, limit, offset]);
    const [{ ids, total } = NO_MATCH] = await this.searches.run({ key: actor.userId, plan: actor.plan }, select);
    return { ids, total: Math.min(total, MAX_COUNTED), isMoreThanTotal: total > MAX_COUNTED, isTitlesOnly: false };
  }

  private async ids(statement: string, parameters: unknown[]): Promise<string[]> {
    return (await this.items.query<{ id: string }[]>(statement, parameters)).map(({ id }) => id);
  }

  private async titles(ids: readonly string[]): Promise<KnowledgeSummary[]> {
    return (await this.excerpts(ids)).map((item) => toTitleOnly(toSummary(item)));
  }

  /** Reads only the beginning of long texts. */
  private async excerpts(ids: readonly string[]): Promise<ItemExcerpt[]> {
    const found = await this.items.query<ItemExcerpt[]>(
      `select id, bot_id as "botId", title, type, tags, activation, keywords, position, status, status_reason as "statusReason",
         file_url as "fileUrl", file_key as "fileKey", created_at as "createdAt",
         left(left(content, $2) || case when content = '' or extracted = '' then '' else $3 end || left(extracted, $2), $2) as excerpt
       from knowledge.item where id = any($1)`,
      [ids, EXCERPT_CHARS, TEXT_SEPARATOR],
    );
    return inOrderOf(ids, found, idOf);
  }

  /** By the sizes of the texts, which are known without reading them. */
  private idsThatFit(ids: readonly string[]): Promise<string[]> {
    return this.ids(
      `select id from (
         select id, place, sum(octet_length(content) + octet_length(extracted)) over (order by place) as bytes
         from unnest($1::uuid[]) with ordinality page (id, place) join knowledge.item using (id)
       ) p where place = 1 or bytes <= $2::float8 order by place`,
      [ids, MAX_PAGE_BYTES],
    );
  }
}

interface Matches {
  readonly ids: string[];
  /** Counted up to one more than MAX_COUNTED. */
  readonly total: number;
}
const NO_MATCH: Matches = { ids: [], total: 0 };

interface Found {
  readonly ids: string[];
  /** Without a search text it includes the items that the plan hides. */
  readonly total: number;
  readonly isMoreThanTotal: boolean;
  readonly isTitlesOnly: boolean;
}

const PAGE = 'select id from knowledge.item_page($1, $2, $3, $4) as id';
const MATCHES = 'select total, ids from knowledge.find_items($1, $2, $3, $4, $5)';
const MATCHING_TITLES = `
  select id from (select * from knowledge.item where bot_id = $1 order by created_at, id limit $2) shown
  where position(lower($3) in lower(title)) > 0 order by created_at, id`;

const idOf = ({ id }: { readonly id: string }): string => id;
const withoutContent = (title: KnowledgeSummary) => ({ ...title, content: '' });

/** The items from the beginning of the page that fit into one message, at least one. */
function takeFitting<I extends KnowledgeSummary>(page: readonly I[]): I[] {
  let bytes = 0;
  return page.filter((item, place) => (bytes += Buffer.byteLength(JSON.stringify(item))) <= MAX_PAGE_BYTES || place === 0);
}
