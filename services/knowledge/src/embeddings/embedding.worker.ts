import { Interval, LOGGER, RateLimiter, REDIS, type Logger, cosine, storedVector } from '@kith/kit';
import { AppError, MAX_EMBEDDED_TEXTS } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noteChange } from '../search/knowledge-changes.js';
import { EmbeddingsClient, type EmbeddingOwner } from './embeddings-client.js';

const SWEEP_EVERY_MS = 2000;
const OLD_MODEL_EVERY_MS = 60_000;
const MAX_SWEEP_MS = 20_000;
const ITEMS_AT_ONCE = 4;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 600_000];
/** Batches of one owner a day: 32,000 passages, all that three bots can hold. */
const OWNER_LIMIT = { name: 'knowledge-embeddings', points: 2000, windowS: 86_400, wait: 'window' } as const;
const ITEMS_OF_ANOTHER_MODEL = 1000;
const DAY_S = 86_400;
const RETRY_S = 30;
/** Each failure of an item halves its batch: after these it is a single text. */
const FAILURES_TO_ONE_TEXT = Math.log2(MAX_EMBEDDED_TEXTS);
const BEFORE_ALL_OWNERS = '00000000-0000-0000-0000-000000000000';

// The oldest item of each of the next owners, one index entry an owner however many items wait. Who claims an item has two minutes for one batch of
// it; if the process dies, the item is due again after them. `claim` is lost to whoever indexes or claims the item meanwhile.
const CLAIM_DUE = `
  with recursive oldest as (
    (
      select owner_id, id, embed_at from knowledge.item
      where owner_id > $1 and embed_at is not null and status = 'ready'
        and exists (select from knowledge.item where embed_at <= now() and status = 'ready')
      order by owner_id, embed_at limit 1
    )
    union all
    select next.owner_id, next.id, next.embed_at from oldest cross join lateral (
      select owner_id, id, embed_at from knowledge.item
      where owner_id > oldest.owner_id and embed_at is not null and status = 'ready' order by owner_id, embed_at limit 1
    ) next
  ),
  picked as materialized (select id from oldest where embed_at <= now() limit ${ITEMS_AT_ONCE}),
  claimed as (
    select id from knowledge.item where id in (select id from picked) and embed_at <= now() and status = 'ready'
    for update skip locked
  )
  update knowledge.item i set embed_at = now() + interval '2 minutes' from claimed where i.id = claimed.id
  returning i.id, i.title, i.owner_id as "ownerId", i.embed_failures as failures, i.embed_at::text as claim`;

const NEXT_CHUNKS = `
  select c.id, c.body from knowledge.chunk c
  where c.item_id = $1 and not exists (select from knowledge.vector v where v.chunk_id = c.id and v.model = $2)
  order by c.ord limit $3`;

// A chunk that was deleted meanwhile is left out.
const STORE = `
  insert into knowledge.vector (chunk_id, bot_id, owner_id, item_id, model, signs, numbers, unrelated)
  select c.id, c.bot_id, c.owner_id, c.item_id, $2, signs::varbit, numbers, unrelated
  from unnest($1::bigint[], $3::text[], $4::bytea[], $5::real[]) v (id, signs, numbers, unrelated)
    join knowledge.chunk c on c.id = v.id
  on conflict (chunk_id) do update
    set model = excluded.model, signs = excluded.signs, numbers = excluded.numbers, unrelated = excluded.unrelated`;

// Not when its chunks were replaced meanwhile: their vectors are missing.
const FINISH = `
  update knowledge.item set embed_at = null, embed_failures = 0, embedded_with = $3
  where id = $1 and embed_at = $2::timestamptz and not exists (
    select from knowledge.chunk c
    where c.item_id = $1 and not exists (select from knowledge.vector v where v.chunk_id = c.id and v.model = $3)
  ) returning bot_id as "botId"`;
const AGAIN = `
  update knowledge.item set embed_at = now() + make_interval(secs => $3), embed_failures = $4
  where id = $1 and embed_at = $2::timestamptz`;

const OF_ANOTHER_MODEL = `
  update knowledge.item set embed_at = now() where id in (
    select id from knowledge.item where embed_at is null and (embedded_with < $1 or embedded_with > $1) limit ${ITEMS_OF_ANOTHER_MODEL}
  )`;

interface DueItem {
  readonly id: string;
  readonly title: string;
  readonly ownerId: string;
  /** While the model answered other texts. */
  readonly failures: number;
  readonly claim: string;
}
interface EmbeddedItem extends DueItem {
  /** Provider and model of its vectors, also when another one is in use before they are all there. */
  readonly model: string;
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
  private lastOwner = BEFORE_ALL_OWNERS;

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
    const endsAt = Date.now() + MAX_SWEEP_MS;
    let batches = 0;
    while (!this.isStopped && Date.now() < endsAt && Date.now() >= this.pausedUntil) {
      // oxlint-disable-next-line no-await-in-loop
      const due = await this.claim();
      if (due.length === 0) break;
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all(due.map((item) => this.embedSafely({ ...item, model })));
      batches += due.length;
    }
    return batches;
  }

  /**
   * After the operator has changed the model all items are due again; their old vectors are found by no search. Looked for again and again, because
   * replicas with the old model may still store vectors.
   */
  @Interval(OLD_MODEL_EVERY_MS, 'the knowledge of another embeddings model')
  async queueOldModel(): Promise<number> {
    const { model } = this.client;
    if (!model) return 0;
    const [, count] = await this.database.query<[unknown[], number]>(OF_ANOTHER_MODEL, [model]);
    return count;
  }

  /** One item each of the owners after those of the last claim; after the last owner it begins again. */
  private async claim(): Promise<DueItem[]> {
    for (const after of new Set([this.lastOwner, BEFORE_ALL_OWNERS])) {
      // oxlint-disable-next-line no-await-in-loop
      const [due] = await this.database.query<[DueItem[], number]>(CLAIM_DUE, [after]);
      this.lastOwner =
        due
          .map(({ ownerId }) => ownerId)
          .toSorted()
          .at(-1) ?? BEFORE_ALL_OWNERS;
      if (due.length > 0) return due;
    }
    return [];
  }

  private async embedSafely(item: EmbeddedItem): Promise<void> {
    try {
      await this.embed(item);
      this.failures = 0;
    } catch (error) {
      const failure = AppError.from(error);
      const isOfItem = await this.isFaultOfTexts(error, item);
      const waitS = failure.code === 'RATE_LIMITED' ? (failure.details.retryAfterS ?? 60) : RETRY_S;
      await this.again(item, waitS, isOfItem ? item.failures + 1 : item.failures);
      if (failure.status < 500) return;
      this.logger.warn({ itemId: item.id, err: error }, 'vectors not computed; they will be tried again');
      if (isOfItem) return;
      this.failures += 1;
      this.pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(this.failures - 1, 10), LONGEST_PAUSE_MS);
    }
  }

  private async embed(item: EmbeddedItem): Promise<void> {
    const { model } = item;
    const size = Math.max(1, Math.floor(MAX_EMBEDDED_TEXTS / 2 ** item.failures));
    const chunks = await this.database.query<Chunk[]>(NEXT_CHUNKS, [item.id, model, size]);
    let { failures } = item;
    if (chunks.length > 0) {
      await this.limiter.consume(item.ownerId);
      const texts = chunks.map(({ body }) => (body === item.title ? body : `${item.title}\n${body}`));
      const vectors = await this.passages(item, texts);
      const unrelated = vectors && (await this.unrelatedTo(item, vectors));
      // Texts of this owner are not sent at present, which may change.
      if (!unrelated) return this.again(item, DAY_S, failures);
      await this.store(model, chunks, vectors, unrelated);
      if (vectors.includes(undefined)) failures = 0;
    }
    const [[finished]] = await this.database.query<[{ botId: string }[], number]>(FINISH, [item.id, item.claim, model]);
    if (finished) await noteChange(this.database, finished.botId);
    else await this.again(item, 0, failures);
  }

  private async again({ id, claim }: DueItem, waitS: number, failures: number): Promise<void> {
    await this.database.query(AGAIN, [id, claim, waitS, failures]);
  }

  /** A text that the model refuses has no vector; the others of its batch do. Null where texts of the owner are not sent. */
  private async passages(item: EmbeddedItem, texts: readonly string[]): Promise<(Float32Array | undefined)[] | null> {
    try {
      return await this.client.passages(ownerOf(item), texts);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'BAD_INPUT';
      if (texts.length === 1 && (isRefused || (await this.isRefusedByFailing(error, item)))) return [undefined];
      if (!isRefused) throw error;
      const half = Math.ceil(texts.length / 2);
      const [first, second] = [await this.passages(item, texts.slice(0, half)), await this.passages(item, texts.slice(half))];
      return first && second && [...first, ...second];
    }
  }

  /** Some servers fail on a text that they do not accept: it failed alone, and in each batch before. */
  private async isRefusedByFailing(error: unknown, item: EmbeddedItem): Promise<boolean> {
    return item.failures >= FAILURES_TO_ONE_TEXT && (await this.isFaultOfTexts(error, item));
  }

  /** Whether the model failed and answers another text. */
  private async isFaultOfTexts(error: unknown, item: EmbeddedItem): Promise<boolean> {
    if (!(error instanceof AppError) || error.status < 500 || error.code === 'OVERLOADED') return false;
    return this.client.isAnswering(ownerOf(item));
  }

  /** UNAVAILABLE while vectors of two dimensions arrive: the server behind the model's name changes at this moment. */
  private async unrelatedTo(
    item: EmbeddedItem,
    vectors: readonly (Float32Array | undefined)[],
  ): Promise<readonly Float32Array[] | null> {
    const [dimension, ...others] = new Set(vectors.flatMap((vector) => vector?.length ?? []));
    if (dimension === undefined) return [];
    if (others.length > 0) throw new AppError('UNAVAILABLE');
    return this.client.unrelatedMessages(ownerOf(item), dimension);
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

const ownerOf = ({ ownerId, model }: EmbeddedItem): EmbeddingOwner => ({ ownerId, ownerPlan: 'free', model });
