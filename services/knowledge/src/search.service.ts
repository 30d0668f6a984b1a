import { RpcClient } from '@kith/kit';
import { bots, PLAN_CATALOGUE, type knowledge, type OutputOf, type ParsedInputOf, type Passage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { activeItems, refuseAbove } from './knowledge-plan.js';

// As many as any plan has; fits a message with titles of full length.
const MAX_TITLES = PLAN_CATALOGUE.premium.maxKnowledgeItems;

type Found = OutputOf<typeof knowledge.search>;

@Injectable()
export class SearchService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
  ) {}

  async search({ botId, query, limit, ownerPlan }: ParsedInputOf<typeof knowledge.search>): Promise<Found> {
    return this.passages({ botId, query, limit, items: ownerPlan === undefined ? null : activeItems(ownerPlan) });
  }

  /** What the owner sees of a search is what the companion would get; without a plan the texts are hidden (decision W3). */
  async find({ actor, botId, query, limit }: ParsedInputOf<typeof knowledge.find>): Promise<Found> {
    await this.rpc.ask(bots.owned, { actor, botId });
    refuseAbove(0, actor);
    return this.passages({ botId, query, limit, items: activeItems(actor.plan) });
  }

  async titles({ botId, ownerPlan }: ParsedInputOf<typeof knowledge.titles>): Promise<OutputOf<typeof knowledge.titles>> {
    const limit = Math.min(MAX_TITLES, ownerPlan === undefined ? MAX_TITLES : activeItems(ownerPlan));
    const rows = await this.database.query<{ title: string }[]>(
      `select title from knowledge.item where bot_id = $1 order by created_at, id limit $2`,
      [botId, limit],
    );
    return { titles: rows.map(({ title }) => title) };
  }

  private async passages(asked: { botId: string; query: string; limit: number; items: number | null }): Promise<Found> {
    // Whatever was said may be asked: what Postgres does not take is no word anyway.
    const storable = Buffer.from(asked.query.replaceAll('\0', ' ')).toString();
    const rows = await this.database.query<(Passage & { coverage: number })[]>(
      `select item_id as "itemId", title, body, score, coverage from knowledge.search($1, $2, $3, $4)`,
      [asked.botId, storable, asked.limit, asked.items],
    );
    return { passages: rows, coverage: Math.min(1, rows[0]?.coverage ?? 0) };
  }
}
