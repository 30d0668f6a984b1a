import { LOGGER, type Logger } from '@kith/kit';
import { AppError, BUILTIN_NAME, catalogueProviderOf, type ModelAccess, type Persona, type PersonalKey } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { BuiltinWriter } from '../builtin/builtin-writer.js';
import type { ReplyWriter } from '../replies/reply-writer.js';
import { ModelAccessCache } from './model-access-cache.js';
import { ModelCatalogueService } from './model-catalogue.service.js';
import { ModelWriter, type ModelInUse } from './model-writer.js';
import { OwnKeys } from './own-keys.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';
import { modelAt } from './start-models.js';

// Of a model that its owner chose by name. All current models of both providers have more; a longer prompt would cost the owner more.
const OWN_MODEL_WINDOW = 64_000;

type Replying = Pick<Persona, 'ownerId' | 'ownerPlan' | 'model'>;

/** Chooses who writes the replies of a bot: its owner's own key, a model of this installation, or the built-in companion. */
@Injectable()
export class ReplyWriters {
  constructor(
    private readonly access: ModelAccessCache,
    private readonly ownKeys: OwnKeys,
    private readonly catalogue: ModelCatalogueService,
    private readonly builtin: BuiltinWriter,
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws UNAVAILABLE while it cannot be known whether the owner brings a key. */
  async of(persona: Replying): Promise<ReplyWriter> {
    const use = await this.modelOf(persona);
    return use ? new ModelWriter(use, this.logger) : this.builtin;
  }

  /** What people read as the model of a bot: what would write its next reply (docs/decisions.md D2). Throws as `of` does. */
  async nameOf(persona: Replying): Promise<string> {
    return (await this.modelOf(persona))?.name ?? BUILTIN_NAME;
  }

  /** Null when the built-in companion answers. Throws as `of` does. */
  async modelOf(persona: Replying): Promise<ModelInUse | null> {
    const access = await this.access.of(persona.ownerId);
    if (access.key) return this.ownModel(persona, access, access.key);
    return this.providers.size === 0 ? null : this.platformModel(persona, access);
  }

  /** With an own key any model of that key may run (docs/decisions.md D3). */
  private async ownModel(
    { ownerId, model: label }: Pick<Persona, 'ownerId' | 'model'>,
    { model }: ModelAccess,
    key: PersonalKey,
  ): Promise<ModelInUse> {
    const own = { ...this.ownKeys.of(ownerId, key), isCharged: false };
    if (model !== null) return { ...own, model, name: model, contextWindow: OWN_MODEL_WINDOW };
    const entry = await this.catalogue.entryFor({ model: label, ownerPlan: 'premium' });
    const isOfProvider = entry.provider === catalogueProviderOf(key.provider);
    const fitting = (isOfProvider ? undefined : modelAt(key.provider, label)) ?? entry;
    return { ...own, model: fitting.model, name: fitting.name, contextWindow: fitting.contextWindow };
  }

  private async platformModel(persona: Pick<Persona, 'ownerPlan' | 'model'>, access: ModelAccess): Promise<ModelInUse> {
    const local = this.providers.get('local');
    if (access.provider === 'local' && local?.localModel) {
      const { model, name, contextWindow } = local.localModel;
      return { ...local, isCharged: true, model, name, contextWindow };
    }
    const { provider, model, name, contextWindow } = await this.catalogue.entryFor(persona);
    const platform = this.providers.get(provider);
    if (platform) return { ...platform, isCharged: true, model, name, contextWindow };
    this.logger.warn({ provider }, 'the model catalogue names a provider that is not set up');
    throw new AppError('MODEL_UNAVAILABLE');
  }
}
