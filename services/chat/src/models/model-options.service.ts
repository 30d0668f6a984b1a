import type { Actor, chat, ModelOptions, OutputOf, ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ModelAccessCache } from './model-access-cache.js';
import { OwnKeys } from './own-keys.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';

/** What the settings of a user need to know of models, and the test of a pasted key. */
@Injectable()
export class ModelOptionsService {
  constructor(
    private readonly access: ModelAccessCache,
    private readonly ownKeys: OwnKeys,
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
  ) {}

  async testKey({ provider, key }: ParsedInputOf<typeof chat.testApiKey>): Promise<OutputOf<typeof chat.testApiKey>> {
    return { state: await this.ownKeys.test(provider, key) };
  }

  async of({ userId }: Actor): Promise<ModelOptions> {
    const offeredProviders = [...this.providers.keys()];
    const { key } = await this.access.of(userId);
    if (!key) return { offeredProviders, ownModels: [], keyProblem: null };
    const { ids, problem } = await this.ownKeys.models(userId, key);
    return { offeredProviders, ownModels: [...ids], keyProblem: problem };
  }
}
