import { LOGGER, RateLimiter, REDIS, RpcClient, type Logger } from '@kith/kit';
import {
  AppError,
  chat,
  describeApiKey,
  describeOtherProvider,
  KEY_PROVIDERS,
  type ApiKeyState,
  type KeyProvider,
  type ModelProviderName,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** What a test found out about a key that may be stored. */
export interface TestedKey {
  readonly provider: KeyProvider;
  readonly state: ApiKeyState;
}

const KEYS_PER_HOUR = 10;
const REFUSED: ReadonlySet<ApiKeyState> = new Set(['wrong', 'expired']);

/** Tests the API keys that users paste, with a request to their provider that costs nothing. */
@Injectable()
export class ApiKeyTest {
  private readonly limiter: RateLimiter;

  constructor(
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // So that nobody has keys of others tried out from here.
    this.limiter = new RateLimiter(redis, { name: 'auth-api-keys', points: KEYS_PER_HOUR, windowS: 3600, wait: 'window' });
  }

  /**
   * The key as it may be stored; `untested` when the provider cannot be asked now. BAD_INPUT with a sentence for a key that the provider
   * refuses or that is one of another provider; RATE_LIMITED after ten keys of the user within an hour.
   */
  async run(userId: string, key: string, chosen: ModelProviderName): Promise<TestedKey> {
    const provider = KEY_PROVIDERS.find((one) => one === chosen);
    if (!provider) throw refusal('The local model needs no API key. Choose the provider that your key is for.');
    const otherProvider = describeOtherProvider(key, provider);
    if (otherProvider) throw refusal(otherProvider);
    await this.limiter.consume(userId);
    const state = await this.ask(provider, key);
    if (REFUSED.has(state)) throw refusal(describeApiKey(state, provider));
    return { provider, state };
  }

  private async ask(provider: KeyProvider, key: string): Promise<ApiKeyState> {
    try {
      return (await this.rpc.ask(chat.testApiKey, { provider, key })).state;
    } catch (error) {
      this.logger.warn({ err: error, provider }, 'an API key could not be tested: the chat service is unavailable');
      return 'untested';
    }
  }
}

const refusal = (sentence: string): AppError => new AppError('BAD_INPUT', sentence, { fields: { apiKey: sentence } });
