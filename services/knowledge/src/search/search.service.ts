import { RpcClient } from '@kith/kit';
import { AppError, bots, PLAN_CATALOGUE, type knowledge, type OutputOf, type ParsedInputOf, type Passage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { fuse } from './fusion.js';
import { indexedText } from './indexed-text.js';
import { hidesContents, maxActiveItems } from '../items/plan-limits.js';

// The most items of any plan; that many titles of full length fit into one message.
const MAX_TITLES = PLAN_CATALOGUE.premium.maxKnowledgeItems;

/** Of each of the two rankings that are fused. */
const MAX_FUSED = 50;

type Found = OutputOf<typeof knowledge.search>;

@Injectable()
export class SearchService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
  ) {}

  async search({ botId, query, previous, limit, ownerPlan }: ParsedInputOf<typeof knowledge.search>): Promise<Found> {
    const items = ownerPlan === undefined ? null : maxActiveItems(ownerPlan);
    if (previous === undefined) return this.passages({ botId, query, limit, items });
    const search = (question: string): Promise<Found> => this.passages({ botId, query: question, limit: MAX_FUSED, items });
    const [alone, together] = await Promise.all([search(query), search(`${previous}\n${query}`)]);
    return { passages: fuse(alone, together).slice(0, limit), coverage: Math.max(alone.coverage, together.coverage) };
  }

  /** What the bot would find, for its owner. UPGRADE_REQUIRED where the owner sees only titles, because passages are contents. */
  async find({ actor, botId, query, limit }: ParsedInputOf<typeof knowledge.find>): Promise<Found> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const [held] = await this.database.query<{ count: number }[]>(
      `select count(*)::int as count from knowledge.item where bot_id = $1`,
      [botId],
    );
    if (hidesContents(held?.count ?? 0, actor)) throw new AppError('UPGRADE_REQUIRED');
    return this.passages({ botId, query, limit, items: maxActiveItems(actor.plan) });
  }

  async titles({ botId, ownerPlan }: ParsedInputOf<typeof knowledge.titles>): Promise<OutputOf<typeof knowledge.titles>> {
    const limit = Math.min(MAX_TITLES, ownerPlan === undefined ? MAX_TITLES : maxActiveItems(ownerPlan));
    const rows = await this.database.query<{ title: string }[]>(
      `select title from knowledge.item where bot_id = $1 order by created_at, id limit $2`,
      [botId, limit],
    );
    return { titles: rows.map(({ title }) => title) };
  }

  private async passages(request: { botId: string; query: string; limit: number; items: number | null }): Promise<Found> {
    // Members may write any characters. Postgres refuses NUL and lone surrogates, which are never part of a word.
    const storable = Buffer.from(request.query.replaceAll('\0', ' ')).toString();
    const rows = await this.database.query<(Passage & { coverage: number })[]>(
      `select item_id as "itemId", title, body, score, coverage from knowledge.search($1, $2, $3, $4)`,
      [request.botId, indexedText(storable), request.limit, request.items],
    );
    return { passages: rows, coverage: Math.min(1, rows[0]?.coverage ?? 0) };
  }
}
