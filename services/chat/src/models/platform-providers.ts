import type { Config } from '@kith/kit';
import type { CatalogueProvider, ModelEntry } from '@kith/proto';
import { AnthropicProvider } from './anthropic.provider.js';
import type { ModelProvider } from './model-provider.js';
import type { ImageProvider } from '../images/image-provider.js';
import { OpenAiImageProvider, OpenAiProvider, type ImageOptions } from './openai.provider.js';
import { IMAGE_POOL, MODEL_POOL, ProviderAccess } from './provider-access.js';
import type { RefusedPrompts } from './refused-prompts.js';
import { ServedModels } from './served-models.js';
import { localModel } from './start-models.js';

/** The providers that the operator has set up, each with its own circuit breaker. Without any the built-in companion answers. */
export type PlatformProviders = ReadonlyMap<CatalogueProvider, PlatformProvider>;

interface PlatformProvider {
  readonly provider: ModelProvider;
  readonly access: ProviderAccess;
  /** Absent where the provider has no models that draw. */
  readonly pictures?: { readonly provider: ImageProvider; readonly access: ProviderAccess };
  /** What its server says of its models; absent where the catalogue alone does. */
  readonly served?: Pick<ServedModels, 'of' | 'known'>;
  /** The model of the operator's own server, for users who chose it instead of the catalogue's models. */
  readonly localModel?: Pick<ModelEntry, 'model' | 'name' | 'contextWindow' | 'seesPictures' | 'usesTools' | 'reasoningTokens'>;
}

/** Nest token of the platform's providers. */
export const PLATFORM_PROVIDERS = Symbol('platform providers');

// A server without a graphics card reads a long prompt for a minute before it writes.
const LOCAL_FIRST_TEXT_TIMEOUT_MS = 100_000;

/** The providers for which there is a key or, for the local one, an address. */
export function platformProvidersOf(config: Config, refusedPrompts: RefusedPrompts): PlatformProviders {
  const access = () => new ProviderAccess(MODEL_POOL, refusedPrompts);
  const pictures = (options: ImageOptions) => ({
    provider: new OpenAiImageProvider(options),
    access: new ProviderAccess(IMAGE_POOL, refusedPrompts),
  });
  const providers = new Map<CatalogueProvider, PlatformProvider>();
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, LOCAL_LLM_BASE_URL } = config;
  if (OPENAI_API_KEY)
    providers.set('openai', {
      provider: new OpenAiProvider({ apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL }),
      access: access(),
      pictures: pictures({ apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL }),
    });
  if (ANTHROPIC_API_KEY)
    providers.set('anthropic', {
      provider: new AnthropicProvider({ apiKey: ANTHROPIC_API_KEY, baseUrl: ANTHROPIC_BASE_URL }),
      access: access(),
    });
  if (LOCAL_LLM_BASE_URL) {
    const local = { apiKey: 'none', baseUrl: LOCAL_LLM_BASE_URL, engine: 'local' as const };
    providers.set('local', {
      provider: new OpenAiProvider({ ...local, firstTextTimeoutMs: LOCAL_FIRST_TEXT_TIMEOUT_MS }),
      access: access(),
      pictures: pictures(local),
      served: new ServedModels(LOCAL_LLM_BASE_URL),
      localModel: localModel(config),
    });
  }
  return providers;
}
