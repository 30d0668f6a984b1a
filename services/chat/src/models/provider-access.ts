import { FairScheduler, LRUCache, type FairSchedulerOptions } from '@kith/kit';
import type { Persona } from '@kith/proto';
import { CircuitBreaker } from './circuit-breaker.js';
import { ModelFailure } from './model-provider.js';
import type { RefusedPrompts } from './refused-prompts.js';

/** How owners share the requests to the language model. A request takes seconds, so that no owner may hold more than a quarter of them. */
export const MODEL_POOL = {
  capacity: 32,
  maxWaiting: 200,
  maxWaitingPerKey: 50,
  maxRunningPerKey: 8,
  maxRunningPerKeyWhileOthersWait: 2,
} satisfies FairSchedulerOptions;

/** How owners share the requests to the image model. */
export const IMAGE_POOL = {
  capacity: 8,
  maxWaiting: 40,
  maxWaitingPerKey: 4,
  maxRunningPerKey: 2,
  maxRunningPerKeyWhileOthersWait: 1,
  retryAfterS: 20,
} satisfies FairSchedulerOptions;

/** For whom a request is made. */
export interface Requester {
  readonly persona: Pick<Persona, 'ownerId' | 'ownerPlan'>;
  /** The user or Discord member who wrote the prompt. */
  readonly author: string;
}

/** Knows how many prompts of an author were refused. */
export type RefusalCount = Pick<RefusedPrompts, 'requireFew' | 'count'>;

/** How one model is asked. */
export interface RequestSender {
  /**
   * Makes a request when the owner's turn has come. Throws PROMPT_REFUSED when too many of the author's last prompts were refused; RATE_LIMITED
   * and OVERLOADED when too many requests wait; ModelFailure when the provider fails or refuses.
   */
  request<T>(requester: Requester, signal: AbortSignal, send: () => AsyncIterable<T>): AsyncGenerator<T, void>;
}

/** The circuit breakers of this many models of a key are kept: a user may name any model for the own key. */
const MAX_MODELS = 50;
const REFUSALS: ReadonlySet<unknown> = new Set(['refused', 'filtered', 'picture']);

/**
 * Sends all requests to one provider with one key: owners take turns, refused prompts are counted, and a circuit breaker for each model stops them
 * while it is down.
 */
export class ProviderAccess {
  private readonly breakers = new LRUCache<string, CircuitBreaker>({ max: MAX_MODELS });
  private readonly pool: FairScheduler;

  /** With a scheduler, the pool is shared with other accesses. */
  constructor(
    pool: FairSchedulerOptions | FairScheduler,
    private readonly refusedPrompts: RefusalCount,
  ) {
    this.pool = pool instanceof FairScheduler ? pool : new FairScheduler(pool);
  }

  of(model: string): RequestSender {
    const breaker = this.breakers.get(model) ?? new CircuitBreaker();
    this.breakers.set(model, breaker);
    return { request: (requester, signal, send) => this.request(breaker, requester, signal, send) };
  }

  private async *request<T>(
    breaker: CircuitBreaker,
    requester: Requester,
    signal: AbortSignal,
    send: () => AsyncIterable<T>,
  ): AsyncGenerator<T, void> {
    const { ownerId, ownerPlan } = requester.persona;
    const hasFewRefused = this.refusedPrompts.requireFew(requester.author);
    hasFewRefused.catch(() => undefined);
    const slot = await this.pool.acquire({ key: ownerId, plan: ownerPlan, signal });
    // What the circuit breaker is told about the provider.
    let report = (): void => undefined;
    try {
      await hasFewRefused;
      breaker.enter();
      // A cancelled request says nothing, and neither does one that failed because of its message or of the key.
      report = () => breaker.abandoned();
      for await (const part of send()) yield part;
      report = () => breaker.succeeded();
    } catch (error) {
      if (!signal.aborted && error instanceof ModelFailure && error.isFaultOfProvider)
        report = () => breaker.failed(error.retryAfterMs);
      if (signal.aborted || !(error instanceof ModelFailure) || !REFUSALS.has(error.reason)) throw error;
      await this.refusedPrompts.count(requester.author);
      throw error;
    } finally {
      report();
      slot.release();
    }
  }
}
