import { setTimeout as after } from 'node:timers/promises';
import { cosine, Keyring, LOGGER, Pause, type Logger } from '@kith/kit';
import { AppError, MAX_EMBEDDED_TEXTS, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EmbeddingsService } from '../embeddings/embeddings.service.js';
import { openedDirection, sealedVector } from '../embeddings/sealed-vectors.js';
import { FACT_COLUMNS, type FactRow } from './known-rows.js';
import { ALL_UP_TO, type AskedOfMemory } from './memory-lines.js';
import { MemoryStore, type Person, type StoredFact } from './memory-store.js';

/** A reply waits so long for the vector of its question, and longer only while it waits for knowledge anyway. */
const MAX_WAIT_MS = 300;

const VECTORS = `select fact_id as id, vector from chat.fact_vector where fact_id = any($1) and model = $2 and dimension > 0`;

// Only where the facts are too many for the prompt. Dimension 0: the model does not take the text.
const MISSING = `
  select ${FACT_COLUMNS} from (
    select f.*, count(*) over () as known from chat.memory_fact f join chat.memory m on m.id = f.memory_id
    where m.bot_id = $1 and m.member = $2 and m.scope = any($3)
  ) f
  where f.known > ${ALL_UP_TO} and not exists (
    select from chat.fact_vector v where v.fact_id = f.id and v.model = $4 and v.dimension in (0, coalesce($5, v.dimension))
  )
  order by f.said_at desc, f.id limit ${MAX_EMBEDDED_TEXTS}`;

const STORE = `
  insert into chat.fact_vector (fact_id, owner_id, content, model, dimension, vector)
  select id, owner_id, content, $1, dimension, vector
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[]) v (id, owner_id, content, dimension, vector)
  on conflict (fact_id) do update set content = excluded.content, model = excluded.model, dimension = excluded.dimension, vector = excluded.vector`;

interface SealedVector {
  readonly id: string;
  readonly vector: string;
}
type Ask = (texts: readonly string[]) => Promise<Float32Array[] | null>;
/** A fact, with its vector; null where the model does not take its text. */
type Embedded = readonly [fact: StoredFact, vector: Float32Array | null];

/** What facts mean, by the operator's embeddings model (docs/decisions.md T13). */
@Injectable()
export class FactMeanings {
  /** The people whose facts the model is asked about at this moment. */
  private readonly running = new Set<string>();
  /** Of the last vector of the model: those of another server behind its name cannot be compared. */
  private dimension: number | undefined;

  constructor(
    private readonly embeddings: EmbeddingsService,
    private readonly store: MemoryStore,
    private readonly keyring: Keyring,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * How near facts are to the meaning of a message, by their id; empty where words alone decide: without vectors, and while the model does not answer in
   * time. `knowledge`: what the reply waits for as well.
   */
  async nearness(
    { id: botId, ownerId, ownerPlan }: Persona,
    facts: readonly StoredFact[],
    { query, previous }: AskedOfMemory,
    knowledge: Promise<unknown>,
  ): Promise<ReadonlyMap<string, number>> {
    const { model } = this.embeddings;
    if (!model || query.trim() === '') return new Map();
    try {
      const ids = facts.map(({ id }) => id);
      const sealed = await this.database.query<SealedVector[]>(VECTORS, [ids, model]);
      if (sealed.length === 0) return new Map();
      // As knowledge asks, so that the model is asked once.
      const texts = [query, ...(previous === undefined ? [] : [`${previous}\n${query}`])];
      const asked = this.embeddings.questions({ ownerId, ownerPlan, texts, model }).catch(() => null);
      const patience = Promise.allSettled([after(MAX_WAIT_MS, undefined, { ref: false }), knowledge]);
      // While the model is asked.
      const directions = await this.opened(sealed);
      const questions = await Promise.race([asked, patience.then(() => null)]);
      if (!questions) return new Map();
      this.dimension = questions[0]?.length;
      const near = directions.filter(([, { length }]) => length === this.dimension);
      return new Map(near.map(([id, one]) => [id, questions.reduce((sum, question) => sum + cosine(question, one), 0)]));
    } catch (error) {
      this.note(botId, error);
      return new Map();
    }
  }

  /**
   * Asks the model about those facts of a person, known in these scopes, that have no vector: one request, behind a reply. What fails is tried again behind
   * the next one.
   */
  async complete({ id: botId, ownerId, ownerPlan }: Persona, person: Person, scopes: readonly string[]): Promise<void> {
    const { model } = this.embeddings;
    const key = `${botId} ${person.member}`;
    if (!model || this.running.has(key)) return;
    this.running.add(key);
    try {
      const rows = await this.database.query<FactRow[]>(MISSING, [botId, person.member, scopes, model, this.dimension ?? null]);
      const facts = this.store.openedFacts(rows);
      if (facts.length === 0) return;
      const embedded = await this.embed(facts, (texts) => this.embeddings.facts({ ownerId, ownerPlan, texts, model }));
      this.dimension = embedded.find(([, vector]) => vector)?.[1]?.length ?? this.dimension;
      await this.store.locked(botId, (transaction) => this.keep(transaction, { person, scopes, model }, embedded));
    } catch (error) {
      this.note(botId, error);
    } finally {
      this.running.delete(key);
    }
  }

  private async opened(sealed: readonly SealedVector[]): Promise<(readonly [id: string, direction: Float32Array])[]> {
    const directions: (readonly [string, Float32Array])[] = [];
    const pause = new Pause();
    for (const { id, vector } of sealed) {
      directions.push([id, openedDirection(this.keyring, vector, placeOf(id))]);
      // oxlint-disable-next-line no-await-in-loop
      await pause.ifDue();
    }
    return directions;
  }

  /** None where texts of this owner's bots are not sent. A text that the model does not take is found by asking for halves. `isAgain`: it failed on these. */
  private async embed(facts: readonly StoredFact[], ask: Ask, isAgain = false): Promise<Embedded[]> {
    try {
      const vectors = await ask(facts.map(textOf));
      return (vectors ?? []).flatMap((vector, at): Embedded[] => {
        const fact = facts[at];
        return fact ? [[fact, vector]] : [];
      });
    } catch (error) {
      const { code } = AppError.from(error);
      const isRefused = code === 'BAD_INPUT';
      if (!isRefused && !(code === 'UNAVAILABLE' && (await isAnswering(ask)))) throw error;
      const [first] = facts;
      if (first && facts.length === 1) return isRefused || isAgain ? [[first, null]] : this.embed(facts, ask, true);
    }
    const half = Math.ceil(facts.length / 2);
    return [...(await this.embed(facts.slice(0, half), ask, true)), ...(await this.embed(facts.slice(half), ask, true))];
  }

  /** Of facts that still say the same: others were deleted or corrected meanwhile. */
  private async keep(
    transaction: EntityManager,
    { person, scopes, model }: { readonly person: Person; readonly scopes: readonly string[]; readonly model: string },
    embedded: readonly Embedded[],
  ): Promise<void> {
    const contents = new Map((await this.store.facts(person, scopes, transaction)).map((fact) => [fact.id, textOf(fact)]));
    const kept = embedded.filter(([fact]) => contents.get(fact.id) === textOf(fact));
    if (kept.length === 0) return;
    await transaction.query(STORE, [
      model,
      kept.map(([{ id }]) => id),
      kept.map(([{ ownerId }]) => ownerId),
      kept.map(([fact]) => this.store.contentOf(fact)),
      kept.map(([, vector]) => vector?.length ?? 0),
      kept.map(([{ id }, vector]) => (vector ? sealedVector(this.keyring, vector, placeOf(id)) : '')),
    ]);
  }

  /** That the model failed is logged where it was asked. */
  private note(botId: string, error: unknown): void {
    if (!(error instanceof AppError)) this.logger.warn({ botId, err: error }, 'what is remembered is searched by words alone');
  }
}

/** Some servers fail on a text that they do not take, instead of refusing it: whether the model answers another one. */
const isAnswering = (ask: Ask): Promise<boolean> =>
  ask(['Hello']).then(
    () => true,
    () => false,
  );

const textOf = ({ key, value }: StoredFact): string => `${key}: ${value}`;
/** Encrypted for its place, so that none can be moved to another fact. */
const placeOf = (factId: string): string => `chat.fact_vector.vector.${factId}`;
