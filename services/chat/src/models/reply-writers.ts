import { LOGGER, type Logger } from '@kith/kit';
import {
  AppError,
  BUILTIN_NAME,
  catalogueProviderOf,
  type CatalogueProvider,
  type ModelAccess,
  type Persona,
  type PersonalKey,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { BuiltinWriter } from '../builtin/builtin-writer.js';
import type { ReplyWriter } from '../replies/reply-writer.js';
import { ModelAccessCache } from './model-access-cache.js';
import { ModelCatalogueService } from './model-catalogue.service.js';
import { completed, type NamedModel } from './completed-model.js';
import { FallbackWriter } from './fallback-writer.js';
import { abilitiesOf } from './model-abilities.js';
import type { ModelProvider } from './model-provider.js';
import type { ModelInUse } from './model-writer.js';
import type { RequestSender } from './provider-access.js';
import { OwnKeys } from './own-keys.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';
import type { ServedModel } from './served-models.js';
import { modelAt } from './start-models.js';

// Of a model that its owner chose by name. All current models of both providers have more; a longer prompt would cost the owner more.
const OWN_MODEL_WINDOW = 64_000;

/** How many other models are asked for one reply at most. */
const MAX_OTHERS = 2;

/** Where a model is asked. */
interface Asked {
  readonly provider: ModelProvider;
  readonly access: { of(model: string): RequestSender };
}

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
    if (!use) return this.builtin;
    return new FallbackWriter(use, await this.othersThan(use, persona), this.logger);
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

  /**
   * What answers when a model of the installation does not: other models of the owner's plan, those of other providers first, and the operator's
   * own server last. None in place of a key of the owner, and none in place of the operator's server where the owner chose it.
   */
  private async othersThan(use: ModelInUse, persona: Replying): Promise<ModelInUse[]> {
    const { provider: chosen } = await this.access.of(persona.ownerId);
    const isOwnersChoice = chosen === 'local' && use.provider === this.providers.get('local')?.provider;
    // What is not charged runs with a key of the owner.
    if (!use.isCharged || isOwnersChoice) return [];
    const entries = await this.catalogue.entriesFor(persona.ownerPlan);
    const local = this.providers.get('local')?.localModel;
    const named = [...entries, ...(local ? [{ ...local, provider: 'local' as const }] : [])];
    // No reply waits for a server that is perhaps not asked at all.
    const all = named.flatMap(
      (entry) => this.inUse(entry.provider, entry, this.providers.get(entry.provider)?.served?.known(entry.model)) ?? [],
    );
    const others = all.filter(
      (other, index) => !isSame(other, use) && all.findIndex((earlier) => isSame(earlier, other)) === index,
    );
    const isElsewhere = (other: ModelInUse): boolean => other.provider !== use.provider;
    return [...others.filter(isElsewhere), ...others.filter((other) => !isElsewhere(other))].slice(0, MAX_OTHERS);
  }

  /** Undefined for a provider that is not set up. `served`: what its server says of the model. */
  private inUse(provider: CatalogueProvider, model: NamedModel, served: ServedModel | null | undefined): ModelInUse | undefined {
    const platform = this.providers.get(provider);
    if (!platform) return undefined;
    return { ...askedAt(platform, completed(model, served)), isCharged: true };
  }

  /** With an own key any model of that key may run (docs/decisions.md D3). */
  private async ownModel(
    { ownerId, model: label }: Pick<Persona, 'ownerId' | 'model'>,
    { model }: ModelAccess,
    key: PersonalKey,
  ): Promise<ModelInUse> {
    const own = this.ownKeys.of(ownerId, key);
    const ofKey = { isCharged: false, moderation: own.moderation };
    const named = model === null ? undefined : { model, name: model, contextWindow: OWN_MODEL_WINDOW };
    if (named) return { ...askedAt(own, named), ...ofKey };
    const entry = await this.catalogue.entryFor({ model: label, ownerPlan: 'premium' });
    const isOfProvider = entry.provider === catalogueProviderOf(key.provider);
    const fitting = (isOfProvider ? undefined : modelAt(key.provider, label)) ?? entry;
    return { ...askedAt(own, fitting), ...ofKey };
  }

  private async platformModel(persona: Pick<Persona, 'ownerPlan' | 'model'>, access: ModelAccess): Promise<ModelInUse> {
    const local = this.providers.get('local')?.localModel;
    const entry =
      access.provider === 'local' && local ? { ...local, provider: 'local' as const } : await this.catalogue.entryFor(persona);
    const served = await this.providers.get(entry.provider)?.served?.of(entry.model);
    const use = this.inUse(entry.provider, entry, served);
    if (use) return use;
    const { provider } = entry;
    this.logger.warn({ provider }, 'the model catalogue names a provider that is not set up');
    throw new AppError('MODEL_UNAVAILABLE');
  }
}

function askedAt({ provider, access }: Asked, model: NamedModel): Omit<ModelInUse, 'isCharged'> {
  const { model: id, name, contextWindow } = model;
  return { provider, access: access.of(id), model: id, name, contextWindow, ...abilitiesOf(provider.engine, model) };
}

const isSame = (one: ModelInUse, other: ModelInUse): boolean => one.provider === other.provider && one.model === other.model;
