import { FairScheduler, type FairSchedulerOptions } from '@kith/kit';
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

/** Sends all requests to one provider of models: owners take turns, refused prompts are counted, a circuit breaker stops them while it is down. */
export class ProviderAccess {
  private readonly breaker = new CircuitBreaker();
  private readonly pool: FairScheduler;

  /** With a scheduler, the pool is shared with other accesses. */
  constructor(
    pool: FairSchedulerOptions | FairScheduler,
    private readonly refusedPrompts: RefusedPrompts,
  ) {
    this.pool = pool instanceof FairScheduler ? pool : new FairScheduler(pool);
  }

  /**
   * Makes a request when the owner's turn has come. Throws PROMPT_REFUSED when the provider refused the prompt, or too many of the author's
   * last ones; RATE_LIMITED and OVERLOADED when too many requests wait; ModelFailure when the provider fails.
   */
  async *request<T>(requester: Requester, signal: AbortSignal, send: () => AsyncIterable<T>): AsyncGenerator<T, void> {
    await this.refusedPrompts.requireFew(requester.author);
    const { ownerId, ownerPlan } = requester.persona;
    const slot = await this.pool.acquire({ key: ownerId, plan: ownerPlan, signal });
    try {
      yield* this.observe(send, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof ModelFailure) || error.reason !== 'refused') throw error;
      await this.refusedPrompts.count(requester.author);
      throw error;
    } finally {
      slot.release();
    }
  }

  /** Tells the circuit breaker what the request says about the provider. */
  private async *observe<T>(send: () => AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
    this.breaker.enter();
    // A cancelled request says nothing, and neither does one that the provider refused: users choose their prompts.
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned';
    try {
      yield* send();
      outcome = 'succeeded';
    } catch (error) {
      if (!signal.aborted && error instanceof ModelFailure && error.isFaultOfProvider) outcome = 'failed';
      throw error;
    } finally {
      this.breaker[outcome]();
    }
  }
}
