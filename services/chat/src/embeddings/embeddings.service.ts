import { FairScheduler, LOGGER, type FairSchedulerOptions, type Logger } from '@kith/kit';
import { AppError, MAX_EMBEDDED_CHARS, type embeddings, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CircuitBreaker } from '../models/circuit-breaker.js';
import { ModelAccessCache } from '../models/model-access-cache.js';
import { ModelFailure } from '../models/model-provider.js';
import { keepsTextsAway } from '../models/named-model.js';
import type { EmbeddingsEndpoint } from './embeddings-endpoint.js';
import { EmbeddingsModel } from './embeddings-model.js';

type Input = ParsedInputOf<typeof embeddings.create>;
/** `grouping`: questions of the inbox, for which its owner waits. `fact`: what is remembered of people, for which nobody waits. */
type Kind = Input['kind'] | 'grouping' | 'fact';

/** Questions, for which a reply waits, have a pool of their own beside the passages of knowledge that is indexed. */
const POOLS: Readonly<Record<Kind, FairSchedulerOptions>> = {
  question: { capacity: 16, maxWaiting: 100, maxRunningPerKey: 4 },
  passage: { capacity: 4, maxWaiting: 50, maxRunningPerKey: 1 },
  grouping: { capacity: 4, maxWaiting: 50, maxRunningPerKey: 1 },
  fact: { capacity: 2, maxWaiting: 50, maxRunningPerKey: 1 },
};
const TIMEOUTS_MS: Readonly<Record<Kind, number>> = { question: 700, passage: 30_000, grouping: 3000, fact: 5000 };
/** How a model is told what a text is. */
const EMBEDDED_AS: Readonly<Record<Kind, Input['kind']>> = {
  question: 'question',
  passage: 'passage',
  grouping: 'question',
  fact: 'passage',
};
/** One that is stopped after less says nothing about the model: the time for which an owner waits for the inbox was used up before. */
const FAIR_MS_OF_GROUPING = 1000;

/** How long a model is not asked that the key has no access to, or that does not exist: no search is to wait for it. */
const WITHOUT_ACCESS_MS = 60_000;
const NOTHING = { model: null, vectors: [] };

/** Texts, for whose bot they are. */
interface Texts extends Pick<Input, 'ownerId' | 'ownerPlan'> {
  readonly texts: readonly string[];
  /** Provider and model that their vectors must be of; UNAVAILABLE when another one is in use by now. */
  readonly model?: string | undefined;
}
interface Asked extends Texts {
  readonly kind: Kind;
  readonly timeoutMs?: number;
}

/** Asks the operator's embeddings model, owners in turn, and stops asking while it is down. */
@Injectable()
export class EmbeddingsService {
  private readonly pools: Readonly<Record<Kind, FairScheduler>> = {
    question: new FairScheduler(POOLS.question),
    passage: new FairScheduler(POOLS.passage),
    grouping: new FairScheduler(POOLS.grouping),
    fact: new FairScheduler(POOLS.fact),
  };
  /** One for each kind: passages on which the model fails keep no question from being asked. */
  private readonly breakers: Readonly<Record<Kind, CircuitBreaker>> = {
    question: new CircuitBreaker(),
    passage: new CircuitBreaker(),
    grouping: new CircuitBreaker(),
    fact: new CircuitBreaker(),
  };
  /** Questions that the model is asked at this moment. */
  private readonly asking = new Map<string, Promise<Float32Array[] | null>>();

  constructor(
    private readonly access: ModelAccessCache,
    private readonly models: EmbeddingsModel,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Provider and model; undefined where there is none. */
  get model(): string | undefined {
    return this.models.inUse?.id;
  }

  async create({ kind, ...asked }: Input): Promise<OutputOf<typeof embeddings.create>> {
    const { model } = this;
    // The knowledge service has not heard of it yet.
    if (model === undefined) throw new AppError('UNAVAILABLE');
    const texts = { ...asked, model };
    const vectors = await (kind === 'question' ? this.questions(texts) : this.vectorsOf({ ...texts, kind }));
    return vectors ? { model, vectors: vectors.map(inBase64) } : NOTHING;
  }

  /**
   * The vectors of questions that a reply searches for; null where texts of this owner's bots are not sent. AppError as `create`. Knowledge and memory
   * search for the same at the same time: the model is asked once.
   */
  questions(asked: Texts): Promise<Float32Array[] | null> {
    const key = JSON.stringify([asked.ownerId, asked.model ?? this.model, asked.texts]);
    const known = this.asking.get(key);
    if (known) return known;
    const vectors = this.vectorsOf({ ...asked, kind: 'question' }).finally(() => this.asking.delete(key));
    this.asking.set(key, vectors);
    return vectors;
  }

  /** The same of questions that are compared with each other. */
  grouped(asked: Texts & { readonly timeoutMs: number }): Promise<Float32Array[] | null> {
    return this.vectorsOf({ ...asked, kind: 'grouping' });
  }

  /** The same of what is remembered of people. */
  facts(asked: Texts): Promise<Float32Array[] | null> {
    return this.vectorsOf({ ...asked, kind: 'fact' });
  }

  private async vectorsOf({ ownerId, ownerPlan, kind, texts, model, ...asked }: Asked): Promise<Float32Array[] | null> {
    const use = this.models.inUse;
    if (model !== undefined && model !== use?.id) throw new AppError('UNAVAILABLE');
    if (!use || (use.isForeign && keepsTextsAway(await this.access.of(ownerId)))) return null;
    const timeoutMs = Math.min(asked.timeoutMs ?? TIMEOUTS_MS[kind], TIMEOUTS_MS[kind]);
    const prefix = use.prefixes[EMBEDDED_AS[kind]];
    const prefixed = texts.map((text) => `${prefix}${Buffer.from(text.slice(0, MAX_EMBEDDED_CHARS)).toString()}`);
    await use.endpoint.load();
    const slot = await this.pools[kind].acquire({ key: ownerId, plan: ownerPlan });
    try {
      return await this.ask(use.endpoint, prefixed, { kind, timeoutMs });
    } finally {
      slot.release();
    }
  }

  private async ask(
    endpoint: EmbeddingsEndpoint,
    texts: readonly string[],
    { kind, timeoutMs }: { readonly kind: Kind; readonly timeoutMs: number },
  ): Promise<Float32Array[]> {
    const signal = AbortSignal.timeout(timeoutMs);
    const breaker = this.breakers[kind];
    try {
      breaker.enter();
      const vectors = await endpoint.create(texts, signal);
      breaker.succeeded();
      return vectors;
    } catch (error) {
      const failure = signal.aborted
        ? new ModelFailure('timeout')
        : error instanceof ModelFailure
          ? error
          : new ModelFailure('down');
      const isOutOfTime = kind === 'grouping' && signal.aborted && timeoutMs < FAIR_MS_OF_GROUPING;
      if (failure.origin === 'ours') breaker.failed(WITHOUT_ACCESS_MS);
      else if (failure.isFaultOfProvider && !isOutOfTime) breaker.failed(failure.retryAfterMs);
      else if (failure.reason !== 'circuit-open') breaker.abandoned();
      if (failure.origin === 'message') throw new AppError('BAD_INPUT');
      if (failure.reason !== 'circuit-open') this.logger.warn({ reason: failure.message }, 'embeddings model failed');
      throw new AppError('UNAVAILABLE');
    }
  }
}

const inBase64 = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
