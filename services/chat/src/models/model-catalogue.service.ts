import { Audit, CONFIG, LOGGER, type Config, type Logger } from '@kith/kit';
import {
  AppError,
  ModelEntryFields,
  modelInForce,
  requireSuperAdmin,
  type Actor,
  type chat,
  type EditableModel,
  type ModelEntry,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isUsableForFree, startCatalogue } from './model-catalogue.js';
import { ModelEntryEntity } from './model-entry.entity.js';
import { startModels } from './start-models.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';

/** How long a replica answers from what it has read: a change is in force everywhere after this time. */
const MAX_AGE_MS = 2000;
const LOCK_CHANGES = 'select pg_advisory_xact_lock(hashtext($1))';

type Change = ParsedInputOf<typeof chat.resetModel>;

/** Which model each label runs: the start value of the installation, or what the operator made of it (docs/decisions.md D2). */
@Injectable()
export class ModelCatalogueService {
  private readonly start: readonly ModelEntry[];
  private known: { readonly readAt: number; readonly models: readonly EditableModel[] } | undefined;
  private reading: Promise<readonly EditableModel[]> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
    private readonly audit: Audit,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.start = startCatalogue(config.MODEL_CATALOGUE, startModels(config));
  }

  async list(): Promise<OutputOf<typeof chat.models>> {
    return { isConfigured: this.providers.size > 0, models: [...(await this.entries())] };
  }

  async editable(actor: Actor): Promise<OutputOf<typeof chat.editableModels>> {
    requireSuperAdmin(actor);
    return { isConfigured: this.providers.size > 0, models: [...(await this.read(this.database.manager))] };
  }

  /** The entry that replies of this bot run. MODEL_UNAVAILABLE when the catalogue has none for its owner's plan. */
  async entryFor({ model, ownerPlan }: Pick<Persona, 'model' | 'ownerPlan'>): Promise<ModelEntry> {
    const entry = modelInForce(await this.entries(), model, ownerPlan, new Date().toISOString());
    if (!entry) throw new AppError('MODEL_UNAVAILABLE');
    return entry;
  }

  async change({ actor, label, version, ...fields }: ParsedInputOf<typeof chat.changeModel>): Promise<EditableModel> {
    requireSuperAdmin(actor);
    this.requireProvider(fields.provider);
    return this.save({ actor, label, version }, fields);
  }

  async reset(change: Change): Promise<EditableModel> {
    requireSuperAdmin(change.actor);
    return this.save(change, null);
  }

  /** Without any provider the built-in companion answers, and the catalogue may be prepared for each of them. */
  private requireProvider(provider: ModelEntry['provider']): void {
    if (this.providers.size === 0 || this.providers.has(provider)) return;
    const problem = `This installation has no access to ${PROVIDER_NAMES[provider]}. Ask its operator to set it up first.`;
    throw new AppError('BAD_INPUT', problem, { fields: { provider: problem } });
  }

  private async save({ actor, label, version }: Change, entry: ModelEntryFields | null): Promise<EditableModel> {
    const saved = await this.database.transaction(async (manager) => {
      // One change at a time: two of them could each leave the other's as the only model of the free plan.
      await manager.query(LOCK_CHANGES, ['chat.model_entry']);
      const before = (await this.read(manager)).find((model) => model.label === label);
      if (before?.version !== version) throw new AppError('VERSION_CONFLICT');
      await manager.upsert(ModelEntryEntity, { label, entry, version: version + 1, changedAt: new Date() }, ['label']);
      const after = await this.read(manager);
      if (!isUsableForFree(after)) {
        const problem = 'At least one model must be in the Free plan.';
        throw new AppError('BAD_INPUT', problem, { fields: { plan: problem } });
      }
      return after.find((model) => model.label === label);
    });
    this.known = undefined;
    if (!saved) throw new AppError('NOT_FOUND');
    const { provider, model, plan } = saved;
    await this.audit.report('model_changed', { actor, target: label, details: { provider, model, plan, reset: entry === null } });
    return saved;
  }

  /** The catalogue, at most two seconds old. While the database cannot be read, what was read last. */
  private async entries(): Promise<readonly EditableModel[]> {
    if (this.known && Date.now() - this.known.readAt < MAX_AGE_MS) return this.known.models;
    this.reading ??= this.refresh().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async refresh(): Promise<readonly EditableModel[]> {
    try {
      const models = await this.read(this.database.manager);
      this.known = { readAt: Date.now(), models };
      return models;
    } catch (error) {
      if (!this.known) throw error;
      this.logger.warn({ err: error }, 'model catalogue could not be read again');
      return this.known.models;
    }
  }

  private async read(manager: EntityManager): Promise<readonly EditableModel[]> {
    const rows = new Map((await manager.find(ModelEntryEntity)).map((row) => [row.label, row]));
    return this.start.map((start) => {
      const row = rows.get(start.label);
      const stored = row?.entry ? ModelEntryFields.safeParse(row.entry) : undefined;
      // An entry of a former version of Kith that is no longer valid.
      if (stored?.success === false) this.logger.warn({ label: start.label }, 'stored entry of the model catalogue is not valid');
      return { ...start, ...stored?.data, isChanged: stored?.success === true, version: row?.version ?? 0 };
    });
  }
}

const PROVIDER_NAMES: Readonly<Record<ModelEntry['provider'], string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  local: 'a local model',
};
