import { cosine, numbersIn, signsOf } from '@kith/kit';
import type { Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { EmbeddingsClient } from './embeddings-client.js';

/** The passages whose signs are nearest are compared exactly; the rest of a large bot by its signs alone. */
const CANDIDATES = 300;
const MAX_FOUND = 50;

/** The limit for items that no search finds or that are above the plan, as in search.sql. */
const EXCLUDED = `
  select id from knowledge.item where bot_id = $1 and activation <> 'search'
  union all (select id from knowledge.item where bot_id = $1 and $2::int is not null order by created_at, id offset $2)`;

/** Whether the bot has vectors, of whom, and how near an unrelated message is to one of its passages at most. */
const STATE = `
  select owner_id as "ownerId", unrelated from knowledge.vector
  where bot_id = $1 and model = $2 and unrelated is not null order by unrelated desc limit 1`;

// A vector of another dimension is none of this question: the server behind the model's name changed.
const NEAREST = `
  with excluded as materialized (${EXCLUDED})
  select chunk_id as id, numbers from knowledge.vector
  where bot_id = $1 and model = $3 and signs is not null and bit_length(signs) = bit_length($4::varbit)
    and item_id not in (select id from excluded)
  order by bit_count(signs # $4::varbit) limit ${CANDIDATES}`;

const TEXTS = `
  select c.id, c.item_id as "itemId", i.title, c.body, c.ord as place from knowledge.chunk c join knowledge.item i on i.id = c.item_id
  where c.bot_id = $1 and c.id = any ($2)`;

/** A passage by its meaning. */
export interface NearPassage {
  readonly itemId: string;
  readonly title: string;
  readonly body: string;
  readonly place?: number;
  /** How much nearer it is than any unrelated message: above 0, up to 1. */
  readonly nearness: number;
}

interface Asked {
  readonly botId: string;
  readonly ownerPlan: Plan;
  /** How many items of the bot are active, the oldest first; null for all. */
  readonly items: number | null;
}

/** Finds passages by the meaning of a question: by the cosine of vectors. */
@Injectable()
export class MeaningSearch {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly client: EmbeddingsClient,
  ) {}

  /** Whether there is an embeddings model. */
  get isOn(): boolean {
    return this.client.model !== undefined;
  }

  /**
   * For each question the passages that are nearer to it than any unrelated message is to any passage of the bot, nearest first, at most 50. Null
   * where the bot is searched by words alone: without an embeddings model, without vectors, and while the model does not answer.
   */
  async find({ botId, ownerPlan, items }: Asked, questions: readonly string[]): Promise<NearPassage[][] | null> {
    const { model } = this.client;
    if (!model) return null;
    const [state] = await this.database.query<{ ownerId: string; unrelated: number }[]>(STATE, [botId, model]);
    if (!state) return null;
    const vectors = await this.client.questions({ ownerId: state.ownerId, ownerPlan, model }, questions);
    if (!vectors) return null;
    const nearest = await Promise.all(vectors.map((vector) => this.nearest([botId, items, model], vector, state.unrelated)));
    return this.withTexts(botId, nearest);
  }

  private async nearest(
    asked: readonly [string, number | null, string],
    vector: Float32Array,
    unrelated: number,
  ): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; numbers: Buffer }[]>(NEAREST, [...asked, signsOf(vector)]);
    const near = rows.map(({ id, numbers }): [string, number] => [
      id,
      (cosine(vector, numbersIn(numbers)) - unrelated) / (1 - unrelated),
    ]);
    return new Map(
      near
        .filter(([, nearness]) => nearness > 0)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, MAX_FOUND),
    );
  }

  private async withTexts(botId: string, rankings: readonly ReadonlyMap<string, number>[]): Promise<NearPassage[][]> {
    const ids = [...new Set(rankings.flatMap((ranking) => [...ranking.keys()]))];
    if (ids.length === 0) return rankings.map(() => []);
    const rows = await this.database.query<(Omit<NearPassage, 'nearness'> & { id: string })[]>(TEXTS, [botId, ids]);
    const texts = new Map(rows.map(({ id, ...text }) => [id, text]));
    return rankings.map((ranking) =>
      [...ranking].flatMap(([id, nearness]) => {
        const text = texts.get(id);
        return text ? [{ ...text, nearness }] : [];
      }),
    );
  }
}
