import type { FairScheduler, FairSchedulerOptions } from '@kith/kit';
import { AppError, describeApiKey, providerName, type ApiKeyState, type PersonalKey } from '@kith/proto';
import { ModelFailure, type FailureReason } from './model-provider.js';
import { waitInWords } from './failure-texts.js';
import { ProviderAccess, type RequestSender, type Requester } from './provider-access.js';
import type { RefusedPrompts } from './refused-prompts.js';

/** How owners share the requests that they make with their own keys; apart from those that the operator pays. */
export const OWN_KEY_POOL = {
  capacity: 64,
  maxWaiting: 400,
  maxWaitingPerKey: 50,
  maxRunningPerKey: 8,
  maxRunningPerKeyWhileOthersWait: 4,
} satisfies FairSchedulerOptions;

/** How owners share the pictures that they draw with their own keys: each is some megabytes, which this process holds for a moment. */
export const OWN_KEY_IMAGE_POOL = {
  ...OWN_KEY_POOL,
  capacity: 16,
  maxWaiting: 80,
  maxWaitingPerKey: 4,
  maxRunningPerKey: 2,
} satisfies FairSchedulerOptions;

/** After this time a key that was refused is tried again: its owner may have mended it at the provider. */
const SUSPENDED_MS = 60_000;

const STATES: Partial<Record<FailureReason, ApiKeyState>> = {
  unauthorized: 'wrong',
  expired: 'expired',
  quota: 'out_of_quota',
  forbidden: 'not_permitted',
  missing: 'no_model',
};

/** Of these nothing but the owner's account or another key helps; in the other states another model may. */
const REFUSED: ReadonlySet<ApiKeyState> = new Set(['wrong', 'expired', 'out_of_quota']);

/** What a failed request says about the key; undefined when it says nothing. */
export const stateOfFailure = (error: unknown): ApiKeyState | undefined =>
  error instanceof ModelFailure ? STATES[error.reason] : undefined;

/** Whether the provider does not accept the key at all, whatever it is used for. */
export const isRefusal = (state: ApiKeyState | undefined): state is ApiKeyState => state !== undefined && REFUSED.has(state);

interface OwnKeyParts {
  readonly key: Omit<PersonalKey, 'value'>;
  readonly pool: FairScheduler;
  readonly imagePool: FairScheduler;
  readonly refusedPrompts: RefusedPrompts;
  /** Is told when the state of the key changes. */
  readonly report: (state: ApiKeyState) => void;
}

/**
 * The requests that are made with one user's own key. Its outages are its own: another key, or the operator's, is not affected. After the provider
 * refused the key itself, it is not asked again for a minute.
 */
export class OwnKeyAccess {
  private readonly access: ProviderAccess;
  private readonly imageAccess: ProviderAccess;
  private readonly key: OwnKeyParts['key'];
  private readonly report: OwnKeyParts['report'];
  private state: ApiKeyState;
  private suspendedUntil = 0;

  constructor({ key, pool, imagePool, refusedPrompts, report }: OwnKeyParts) {
    this.access = new ProviderAccess(pool, refusedPrompts);
    this.imageAccess = new ProviderAccess(imagePool, refusedPrompts);
    this.key = key;
    this.report = report;
    this.state = key.state;
  }

  /** In place of a failure that is about the key its requests throw OWN_KEY_FAILED with a sentence for its owner. */
  of(model: string): RequestSender {
    const access = this.access.of(model);
    return { request: (requester, signal, send) => this.request(access, requester, signal, send) };
  }

  /** As `of`, for pictures: a key that may not draw still writes replies, so that its state stays as it is. */
  ofImages(model: string): RequestSender {
    const access = this.imageAccess.of(model);
    return { request: (requester, signal, send) => this.requestImage(access, requester, signal, send) };
  }

  private async *request<T>(
    access: RequestSender,
    requester: Requester,
    signal: AbortSignal,
    send: () => AsyncIterable<T>,
  ): AsyncGenerator<T, void> {
    if (this.isSuspended) throw this.failure();
    try {
      yield* access.request(this.ofOwner(requester), signal, send);
      this.setState('working');
    } catch (error) {
      throw signal.aborted ? error : this.explained(error);
    }
  }

  private async *requestImage<T>(
    access: RequestSender,
    requester: Requester,
    signal: AbortSignal,
    send: () => AsyncIterable<T>,
  ): AsyncGenerator<T, void> {
    if (this.isSuspended) throw this.failure();
    try {
      yield* access.request(this.ofOwner(requester), signal, send);
      if (isRefusal(this.state)) this.setState('working');
    } catch (error) {
      const state = stateOfFailure(error);
      if (signal.aborted || state === undefined || isRefusal(state)) throw signal.aborted ? error : this.explained(error);
      const name = providerName(this.key.provider);
      throw new AppError('OWN_KEY_FAILED', `${name} does not let your API key draw pictures. Nothing was charged.`);
    }
  }

  /** Whether the provider refused the key within the last minute. */
  get isSuspended(): boolean {
    return Date.now() < this.suspendedUntil;
  }

  /** What is known of the key, as a sentence for its owner. */
  get description(): string {
    return describeApiKey(this.state, this.key.provider);
  }

  /** What is stored of the key, which another replica may have changed. */
  learn(state: ApiKeyState): void {
    if (!this.isSuspended) this.state = state;
  }

  /** The provider refused a request with the key. */
  refuse(state: ApiKeyState): void {
    if (isRefusal(state)) this.suspendedUntil = Date.now() + SUSPENDED_MS;
    this.setState(state);
  }

  /** Prompts that this owner's provider refuses do not count where the operator's is asked. */
  private ofOwner(requester: Requester): Requester {
    return { ...requester, author: `own-key:${requester.persona.ownerId}:${requester.author}` };
  }

  /** The error for the owner. */
  private explained(error: unknown): unknown {
    if (!(error instanceof ModelFailure)) return error;
    const state = stateOfFailure(error);
    if (state) {
      this.refuse(state);
      return this.failure();
    }
    if (error.reason !== 'busy') return error;
    const { detail, retryAfterMs } = error;
    const explanation = `${providerName(this.key.provider)} limits how often your own API key may be used. Please try again in ${waitInWords(retryAfterMs)}.`;
    return new ModelFailure('busy', detail, { retryAfterMs, explanation });
  }

  private setState(state: ApiKeyState): void {
    if (state === this.state) return;
    this.state = state;
    this.report(state);
  }

  private failure(): AppError {
    return new AppError('OWN_KEY_FAILED', `${this.description} Nothing was charged.`);
  }
}
