import { Audit, CONFIG, LOGGER, type Config, type Logger } from '@kith/kit';
import {
  AppError,
  CATALOGUE_PROVIDER_NAMES,
  ImageModel,
  isShutDown,
  ModelEntryFields,
  modelInForce,
  planRank,
  requireSuperAdmin,
  type Actor,
  type CatalogueLabel,
  type CatalogueProvider,
  type chat,
  type EditableModel,
  type ModelEntry,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type Plan,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { asItRuns } from './completed-model.js';
import { isUsableForFree, startCatalogue, startImageModel } from './model-catalogue.js';
import { ModelListings } from './model-listings.js';
import { ModelEntryEntity } from './model-entry.entity.js';
import { startModels } from './start-models.js';
import { PLATFORM_PROVIDERS, type PlatformProviders } from './platform-providers.js';

/** How long a replica answers from what it has read: a change is in force everywhere after this time. */
const MAX_AGE_MS = 2000;
const LOCK_CHANGES = 'select pg_advisory_xact_lock(hashtext($1))';

type Change = ParsedInputOf<typeof chat.resetModel>;
type ChangedFields = ModelEntryFields | ImageModel;
type TextModelInput = ImageModel &
  Pick<EditableModel, 'cachedPrice' | 'contextWindow' | 'seesPictures' | 'usesTools' | 'reasoningTokens'>;

/**
 * Which model each label runs, and which one draws pictures: the start value of the installation, or what the operator made of it
 * (docs/decisions.md D2).
 */
@Injectable()
export class ModelCatalogueService {
  private readonly start: readonly Omit<EditableModel, 'isChanged' | 'version' | 'isListed' | 'announcedShutdown'>[];
  private known: { readonly readAt: number; readonly models: readonly EditableModel[] } | undefined;
  private reading: Promise<readonly EditableModel[]> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PLATFORM_PROVIDERS) private readonly providers: PlatformProviders,
    private readonly audit: Audit,
    private readonly listings: ModelListings,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { MODEL_CATALOGUE: json } = config;
    const image = { ...startImageModel(json), ...NOT_OF_IMAGES, label: 'image' as const };
    this.start = [...startCatalogue(json, startModels(config)), image];
  }

  /** As the models run: their servers tell what the catalogue leaves open, as far as they have said it. */
  async list(): Promise<OutputOf<typeof chat.models>> {
    const [models, image] = await Promise.all([this.textModels(), this.imageModel()]);
    return {
      isConfigured: this.providers.size > 0,
      models: models.map((entry) => asItRuns(entry, this.providers.get(entry.provider)?.served?.known(entry.model))),
      localModel: this.providers.get('local')?.localModel?.name ?? null,
      imageModel: this.providers.get(image.provider)?.pictures ? image : null,
    };
  }

  async editable(actor: Actor): Promise<OutputOf<typeof chat.editableModels>> {
    requireSuperAdmin(actor);
    return { isConfigured: this.providers.size > 0, models: [...(await this.read(this.database.manager))] };
  }

  /** The entry that replies of this bot run. MODEL_UNAVAILABLE when the catalogue has none for its owner's plan. */
  async entryFor({ model, ownerPlan }: Pick<Persona, 'model' | 'ownerPlan'>): Promise<ModelEntry> {
    const entry = modelInForce(await this.textModels(), model, ownerPlan, today());
    if (!entry) throw new AppError('MODEL_UNAVAILABLE');
    return entry;
  }

  /** All entries of this plan that are not shut down, those of the highest plan first. */
  async entriesFor(plan: Plan): Promise<ModelEntry[]> {
    const [models, now] = [await this.textModels(), today()];
    const live = models.filter((entry) => planRank(entry.plan) <= planRank(plan) && !isShutDown(entry, now));
    return live.toSorted((one, other) => planRank(other.plan) - planRank(one.plan));
  }

  /** The model that draws pictures. Whether it is shut down, and whether this installation can use it, is for the caller to see. */
  async imageModel(): Promise<ImageModel> {
    const image = (await this.entries()).find(({ label }) => label === 'image');
    if (!image) throw new AppError('NOT_CONFIGURED');
    return image;
  }

  async change({ actor, label, version, ...fields }: ParsedInputOf<typeof chat.changeModel>): Promise<EditableModel> {
    requireSuperAdmin(actor);
    this.requireProvider(label, fields.provider);
    return this.save({ actor, label, version }, fieldsOf(label, fields));
  }

  async reset(change: Change): Promise<EditableModel> {
    requireSuperAdmin(change.actor);
    return this.save(change, null);
  }

  /** Without any provider the built-in companion answers, and the catalogue may be prepared for each of them. */
  private requireProvider(label: CatalogueLabel, provider: CatalogueProvider): void {
    const name = CATALOGUE_PROVIDER_NAMES[provider];
    if (label === 'image' && provider === 'anthropic') throw badField('provider', `${name} has no model that draws pictures.`);
    if (this.providers.size === 0 || this.providers.has(provider)) return;
    throw badField('provider', `This installation has no access to ${name}. Ask its operator to set it up first.`);
  }

  private async save({ actor, label, version }: Change, entry: ChangedFields | null): Promise<EditableModel> {
    const saved = await this.database.transaction(async (manager) => {
      // One change at a time: two of them could each leave the other's as the only model of the free plan.
      await manager.query(LOCK_CHANGES, ['chat.model_entry']);
      const before = (await this.read(manager)).find((model) => model.label === label);
      if (before?.version !== version) throw new AppError('VERSION_CONFLICT');
      await manager.upsert(ModelEntryEntity, { label, entry, version: version + 1, changedAt: new Date() }, ['label']);
      const after = await this.read(manager);
      if (!isUsableForFree(after.filter(isTextModel))) throw badField('plan', 'At least one model must be in the Free plan.');
      return after.find((model) => model.label === label);
    });
    this.known = undefined;
    if (!saved) throw new AppError('NOT_FOUND');
    const { provider, model, plan } = saved;
    await this.audit.report('model_changed', { actor, target: label, details: { provider, model, plan, reset: entry === null } });
    return saved;
  }

  private async textModels(): Promise<(EditableModel & ModelEntry)[]> {
    return (await this.entries()).filter(isTextModel);
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
      const schema = start.label === 'image' ? ImageModel : ModelEntryFields;
      const stored = row?.entry ? schema.safeParse(row.entry) : undefined;
      // An entry of a former version of Kith that is no longer valid.
      if (stored?.success === false) this.logger.warn({ label: start.label }, 'stored entry of the model catalogue is not valid');
      const model = { ...start, ...stored?.data };
      return { ...model, ...this.listings.of(model), isChanged: stored?.success === true, version: row?.version ?? 0 };
    });
  }
}

/** The image model reads no conversation. */
const NOT_OF_IMAGES = { cachedPrice: null, contextWindow: null, seesPictures: null, usesTools: null, reasoningTokens: null };

const today = (): string => new Date().toISOString();

const badField = (field: string, problem: string): AppError =>
  new AppError('BAD_INPUT', problem, { fields: { [field]: problem } });

const isTextModel = (entry: EditableModel): entry is EditableModel & ModelEntry =>
  entry.label !== 'image' && entry.contextWindow !== null;

/** What is stored: the image model has no context window, all others have one. */
function fieldsOf(
  label: CatalogueLabel,
  { cachedPrice, contextWindow, seesPictures, usesTools, reasoningTokens, ...fields }: TextModelInput,
): ChangedFields {
  if (label === 'image') return fields;
  if (contextWindow === null) throw badField('contextWindow', 'Please name the context window');
  return { ...fields, cachedPrice, contextWindow, seesPictures, usesTools, reasoningTokens };
}
