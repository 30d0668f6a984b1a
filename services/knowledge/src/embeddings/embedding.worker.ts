import { Interval, LOGGER, RateLimiter, REDIS, type Logger } from '@kith/kit';
import { AppError, MAX_EMBEDDED_TEXTS } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { EmbeddingsClient, type EmbeddingOwner } from './embeddings-client.js';
import { cosine, storedVector } from './vectors.js';

const SWEEP_EVERY_MS = 2000;
const MAX_SWEEP_MS = 20_000;
const ITEMS_AT_ONCE = 4;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 600_000];
/** Batches of one owner a day: 32,000 passages, all that three bots can hold. */
const OWNER_LIMIT = { name: 'knowledge-embeddings', points: 2000, windowS: 86_400, wait: 'window' } as const;
const ITEMS_OF_ANOTHER_MODEL = 1000;

// One item of each owner in turn, those first that wait longest. Who claims an item has two minutes for one batch of it; if the process dies, the
// item is due again after them.
const CLAIM_DUE = `
  with oldest as (
    select id, owner_id, embed_at from knowledge.item where embed_at <= now() and status = 'ready' order by embed_at limit 1000
  ),
  ranked as (select id, row_number() over (partition by owner_id order by embed_at, id) as of_owner from oldest),
  picked as (
    select i.id from knowledge.item i join ranked using (id)
    where of_owner = 1 and i.embed_at <= now() order by i.embed_at limit ${ITEMS_AT_ONCE} for update of i skip locked
  )
  update knowledge.item i set embed_at = now() + interval '2 minutes' from picked where i.id = picked.id
  returning i.id, i.version, i.title, i.owner_id as "ownerId"`;

const NEXT_CHUNKS = `
  select c.id, c.body from knowledge.chunk c
  where c.item_id = $1 and not exists (select from knowledge.vector v where v.chunk_id = c.id and v.model = $2)
  order by c.ord limit ${MAX_EMBEDDED_TEXTS}`;

// A chunk that was deleted meanwhile is left out.
const STORE = `
  insert into knowledge.vector (chunk_id, bot_id, owner_id, item_id, model, signs, numbers, unrelated)
  select c.id, c.bot_id, c.owner_id, c.item_id, $2, signs::varbit, numbers, unrelated
  from unnest($1::bigint[], $3::text[], $4::bytea[], $5::real[]) v (id, signs, numbers, unrelated)
    join knowledge.chunk c on c.id = v.id
  on conflict (chunk_id) do update
    set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers, unrelated = excluded.unrelated`;

const FINISH = `update knowledge.item set embed_at = null, embedded_with = $3 where id = $1 and version = $2`;
const AGAIN = `update knowledge.item set embed_at = now() + make_interval(secs => $3) where id = $1 and version = $2 and embed_at is not null`;

const OF_ANOTHER_MODEL = `
  update knowledge.item set embed_at = now() where id in (
    select id from knowledge.item where embed_at is null and (embedded_with < $1 or embedded_with > $1) limit ${ITEMS_OF_ANOTHER_MODEL}
  )`;

interface DueItem {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly ownerId: string;
}
interface Chunk {
  readonly id: string;
  readonly body: string;
}

/**
 * Stores the vectors of passages, in the background and in batches: items are found by their words as soon as they are indexed, and by their
 * meaning some moments later. A no-op without an embeddings model.
 */
@Injectable()
export class EmbeddingWorker implements OnModuleDestroy {
  private readonly limiter: RateLimiter;
  private isStopped = false;
  private pausedUntil = 0;
  private failures = 0;
  private isOldModelGone = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly client: EmbeddingsClient,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limiter = new RateLimiter(redis, OWNER_LIMIT);
  }

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  /** Returns how many batches were tried. */
  @Interval(SWEEP_EVERY_MS, 'the vectors of knowledge')
  async sweep(): Promise<number> {
    const { model } = this.client;
    if (!model) return 0;
    await this.queueOldModel(model);
    const endsAt = Date.now() + MAX_SWEEP_MS;
    let batches = 0;
    while (!this.isStopped && Date.now() < endsAt && Date.now() >= this.pausedUntil) {
      // oxlint-disable-next-line no-await-in-loop
      const [due] = await this.database.query<[DueItem[], number]>(CLAIM_DUE);
      if (due.length === 0) break;
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(due.map((item) => this.embedSafely(item, model)));
      batches += due.length;
    }
    return batches;
  }

  /** After the operator has changed the model all items are due again; their old vectors are found by no search. */
  private async queueOldModel(model: string): Promise<void> {
    if (this.isOldModelGone) return;
    const [, count] = await this.database.query<[unknown[], number]>(OF_ANOTHER_MODEL, [model]);
    this.isOldModelGone = count < ITEMS_OF_ANOTHER_MODEL;
  }

  private async embedSafely(item: DueItem, model: string): Promise<void> {
    try {
      await this.embed(item, model);
      this.failures = 0;
    } catch (error) {
      const failure = AppError.from(error);
      const waitS = failure.code === 'RATE_LIMITED' ? (failure.details.retryAfterS ?? 60) : 30;
      await this.database.query(AGAIN, [item.id, item.version, waitS]);
      if (failure.status < 500) return;
      this.failures += 1;
      this.pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(this.failures - 1, 10), LONGEST_PAUSE_MS);
      this.logger.warn({ itemId: item.id, err: error }, 'vectors not computed; they will be tried again');
    }
  }

  private async embed(item: DueItem, model: string): Promise<void> {
    const owner: EmbeddingOwner = { ownerId: item.ownerId, ownerPlan: 'free' };
    const chunks = await this.database.query<Chunk[]>(NEXT_CHUNKS, [item.id, model]);
    if (chunks.length > 0) {
      await this.limiter.consume(item.ownerId);
      const texts = chunks.map(({ body }) => (body === item.title ? body : `${item.title}\n${body}`));
      const vectors = await this.passages(owner, texts);
      const unrelated = vectors && (await this.client.unrelatedMessages(owner));
      // Texts of this owner are not sent at present, which may change.
      if (!unrelated) return void (await this.database.query(AGAIN, [item.id, item.version, 86_400]));
      await this.store(model, chunks, vectors, unrelated);
    }
    if (chunks.length < MAX_EMBEDDED_TEXTS) await this.database.query(FINISH, [item.id, item.version, model]);
    else await this.database.query(AGAIN, [item.id, item.version, 0]);
  }

  /** A text that the model refuses has no vector; the others of its batch do. Null where texts of the owner are not sent. */
  private async passages(owner: EmbeddingOwner, texts: readonly string[]): Promise<(Float32Array | undefined)[] | null> {
    try {
      return await this.client.passages(owner, texts);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BAD_INPUT') throw error;
      if (texts.length === 1) return [undefined];
      const half = Math.ceil(texts.length / 2);
      const [first, second] = [await this.passages(owner, texts.slice(0, half)), await this.passages(owner, texts.slice(half))];
      return first && second && [...first, ...second];
    }
  }

  private async store(
    model: string,
    chunks: readonly Chunk[],
    vectors: readonly (Float32Array | undefined)[],
    unrelated: readonly Float32Array[],
  ): Promise<void> {
    const stored = vectors.map((vector) => vector && storedVector(vector));
    await this.database.query(STORE, [
      chunks.map(({ id }) => id),
      model,
      stored.map((vector) => vector?.signs ?? null),
      stored.map((vector) => vector?.bytes ?? null),
      vectors
        .map((vector) => vector && Math.max(...unrelated.map((message) => cosine(message, vector))))
        .map((value) => value ?? null),
    ]);
  }
}
