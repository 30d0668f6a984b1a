import { CATALOGUE, type knowledge, type OutputOf, type ParsedInputOf, type Passage, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

// Decision B14: after a downgrade the first items stay active.
const ALWAYS_ACTIVE = 3;
// As many as any plan has; fits a message with titles of full length.
const MAX_TITLES = CATALOGUE.premium.maxKnowledgeItems;

@Injectable()
export class SearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async search({
    botId,
    query,
    limit,
    ownerPlan,
  }: ParsedInputOf<typeof knowledge.search>): Promise<OutputOf<typeof knowledge.search>> {
    // Whatever was said may be asked: what Postgres does not take is no word anyway.
    const storable = Buffer.from(query.replaceAll('\0', ' ')).toString();
    const rows = await this.database.query<(Passage & { coverage: number })[]>(
      `select item_id as "itemId", title, body, score, coverage from knowledge.search($1, $2, $3, $4)`,
      [botId, storable, limit, activeItems(ownerPlan)],
    );
    return { passages: rows, coverage: Math.min(1, rows[0]?.coverage ?? 0) };
  }

  async titles({ botId, ownerPlan }: ParsedInputOf<typeof knowledge.titles>): Promise<OutputOf<typeof knowledge.titles>> {
    const limit = Math.min(MAX_TITLES, activeItems(ownerPlan) ?? MAX_TITLES);
    const rows = await this.database.query<{ title: string }[]>(
      `select title from knowledge.item where bot_id = $1 order by created_at, id limit $2`,
      [botId, limit],
    );
    return { titles: rows.map(({ title }) => title) };
  }
}

const activeItems = (plan: Plan | undefined): number | null =>
  plan === undefined ? null : Math.max(ALWAYS_ACTIVE, CATALOGUE[plan].maxKnowledgeItems);
