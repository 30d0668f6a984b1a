import { callScope, CONFIG, FairScheduler, growingCache, LOGGER, RpcClient, type Config, type Logger } from '@kith/kit';
import { auth, providerName, type ApiKeyState, type KeyProvider, type PersonalKey } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ModerationEndpoint } from '../care/moderation-endpoint.js';
import { AnthropicProvider } from './anthropic.provider.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { ImageProvider } from '../images/image-provider.js';
import type { ModelProvider } from './model-provider.js';
import { OpenAiImageProvider, OpenAiProvider } from './openai.provider.js';
import { isRefusal, OWN_KEY_IMAGE_POOL, OWN_KEY_POOL, OwnKeyAccess, stateOfFailure } from './own-key-access.js';
import type { RequestSender } from './provider-access.js';
import { RefusedPrompts } from './refused-prompts.js';

/** A user's own key with the provider that it is used at. */
export interface OwnKey {
  readonly provider: ModelProvider;
  readonly access: OwnKeyAccess;
  /** By which replies that it writes are checked; absent for a provider without such an endpoint. */
  readonly moderation?: ModerationEndpoint | undefined;
}

/** A user's own key with which pictures are drawn. */
export interface OwnImageKey {
  readonly provider: ImageProvider;
  readonly access: { of(model: string): RequestSender };
}

interface KnownKey {
  readonly access: OwnKeyAccess;
  readonly moderationBreaker: CircuitBreaker;
  models: { readonly ids: readonly string[]; readonly readAt: number } | undefined;
}

const TEST_TIMEOUT_MS = 8000;
const MODELS_FRESH_MS = 300_000;
const MAX_MODELS = 200;
const MAX_KEYS = 10_000;

/** The users' own keys in use: at their provider itself, never at an address that the operator set for the own key of the installation. */
@Injectable()
export class OwnKeys {
  private readonly pool = new FairScheduler(OWN_KEY_POOL);
  private readonly imagePool = new FairScheduler(OWN_KEY_IMAGE_POOL);
  /** By the id of the key. Holds no key. */
  private readonly known = growingCache<KnownKey>(MAX_KEYS);

  constructor(
    private readonly rpc: RpcClient,
    private readonly refusedPrompts: RefusedPrompts,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  of(ownerId: string, key: PersonalKey): OwnKey {
    const { access, moderationBreaker } = this.knownKey(ownerId, key);
    return { provider: this.providerOf(key.provider, key.value), access, moderation: this.moderationOf(key, moderationBreaker) };
  }

  private moderationOf({ provider, value }: PersonalKey, breaker: CircuitBreaker): ModerationEndpoint | undefined {
    return provider === 'openai' ? new ModerationEndpoint(value, this.config.OPENAI_API_URL, undefined, breaker) : undefined;
  }

  /** Null for a provider without models that draw. */
  ofImages(ownerId: string, key: PersonalKey): OwnImageKey | null {
    if (key.provider !== 'openai') return null;
    const { access } = this.knownKey(ownerId, key);
    return {
      provider: new OpenAiImageProvider({ apiKey: key.value, baseUrl: this.config.OPENAI_API_URL }),
      access: { of: (model) => access.ofImages(model) },
    };
  }

  /** What the provider says about a key; `untested` when it cannot say anything now. */
  async test(provider: KeyProvider, value: string): Promise<ApiKeyState> {
    try {
      await this.providerOf(provider, value).models(AbortSignal.timeout(TEST_TIMEOUT_MS));
      return 'working';
    } catch (error) {
      const state = stateOfFailure(error);
      // A key may be allowed to write replies and not to list models.
      return state === undefined || state === 'not_permitted' || state === 'no_model' ? 'untested' : state;
    }
  }

  /** The models that the key may run, at most five minutes old; without them a sentence that says why. */
  async models(ownerId: string, key: PersonalKey): Promise<{ ids: readonly string[]; problem: string | null }> {
    const known = this.knownKey(ownerId, key);
    if (known.models && Date.now() - known.models.readAt < MODELS_FRESH_MS) return { ids: known.models.ids, problem: null };
    if (known.access.isSuspended) return { ids: [], problem: known.access.description };
    try {
      const ids = await this.providerOf(key.provider, key.value).models(AbortSignal.timeout(TEST_TIMEOUT_MS));
      known.models = { ids: ids.slice(0, MAX_MODELS), readAt: Date.now() };
      return { ids: known.models.ids, problem: null };
    } catch (error) {
      const state = stateOfFailure(error);
      if (isRefusal(state)) {
        known.access.refuse(state);
        return { ids: [], problem: known.access.description };
      }
      return { ids: [], problem: `${providerName(key.provider)} does not say now which models your API key may use.` };
    }
  }

  private providerOf(provider: KeyProvider, apiKey: string): ModelProvider {
    return provider === 'claude'
      ? new AnthropicProvider({ apiKey, baseUrl: this.config.ANTHROPIC_BASE_URL })
      : new OpenAiProvider({ apiKey, baseUrl: this.config.OPENAI_API_URL });
  }

  private knownKey(ownerId: string, { value: _secret, ...key }: PersonalKey): KnownKey {
    const known = this.known.get(key.id) ?? this.newKey(ownerId, key);
    known.access.learn(key.state);
    this.known.set(key.id, known);
    return known;
  }

  private newKey(ownerId: string, key: Omit<PersonalKey, 'value'>): KnownKey {
    const report = (state: ApiKeyState): void => {
      this.logger.info({ ownerId, provider: key.provider, state }, 'the state of an own API key changed');
      // In a new call scope: the reply may be cancelled, what it showed stays true.
      const sent = callScope.run({ meta: callScope.getStore()?.meta ?? {} }, () =>
        this.rpc.ask(auth.reportApiKey, { userId: ownerId, keyId: key.id, state }),
      );
      sent.catch((error: unknown) => this.logger.warn({ err: error }, 'the state of an own API key could not be reported'));
    };
    const { pool, imagePool, refusedPrompts } = this;
    return {
      access: new OwnKeyAccess({ key, pool, imagePool, refusedPrompts, report }),
      moderationBreaker: new CircuitBreaker(),
      models: undefined,
    };
  }
}
