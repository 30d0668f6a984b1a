import { useQuery } from '@apollo/client/react';
import { isShutDown, modelInForce, planRank, providerName, type Plan } from '@kith/proto';
import { t } from '../lib/i18n.js';
import { useAuth, useUser } from './auth.js';
import { MODEL_CATALOGUE, type CatalogueModel } from './models.graphql.js';

/** What is known of the models: `undefined` while the catalogue loads. */
export interface KnownModels {
  readonly models: readonly CatalogueModel[] | undefined;
  /** Whether a language model answers at all: of the installation, or of the user's own key. */
  readonly isConfigured: boolean;
  /** The model that answers for all companions of the user, whatever they store: chosen in Settings. */
  readonly fixedModel: string | undefined;
  readonly isFailed: boolean;
}

export function useModels(): KnownModels {
  const settings = useAuth().state.user?.apiSettings;
  const { data, error } = useQuery(MODEL_CATALOGUE);
  const catalogue = data?.modelCatalogue;
  const hasOwnKey = settings !== undefined && settings.apiKeyProvider === settings.defaultModelProvider;
  const isLocal = settings?.defaultModelProvider === 'local';
  return {
    models: catalogue?.models,
    isConfigured: hasOwnKey || catalogue?.isConfigured !== false,
    fixedModel: (hasOwnKey ? settings.ownModel : isLocal ? catalogue?.localModel : null) ?? undefined,
    isFailed: error !== undefined && !data,
  };
}

const today = (): string => new Date().toISOString();

/** The model that a bot with this label runs for an owner with this plan. */
export const runningModel = (models: readonly CatalogueModel[], label: string, plan: Plan): CatalogueModel | undefined =>
  modelInForce(models, label, plan, today());

/** Labels that run the same model are one choice, and models that are shut down are none; the chosen label always is. */
export function choosableModels(models: readonly CatalogueModel[], chosen: string): CatalogueModel[] {
  const own = models.find(({ label }) => label === chosen);
  const others = models.filter((each) => each !== own && !isShutDown(each, today()) && !(own && runsTheSame(each, own)));
  const different = others.filter((each, index) => others.findIndex((one) => runsTheSame(one, each)) === index);
  return [...(own ? [own] : []), ...different].toSorted((one, other) => planRank(one.plan) - planRank(other.plan));
}

const runsTheSame = (one: CatalogueModel, other: CatalogueModel): boolean =>
  one.provider === other.provider && one.model === other.model && one.name === other.name;

/** A model, and the labels that run it on the same terms. */
export interface LabelledModel extends Omit<CatalogueModel, 'label' | 'contextWindow'> {
  /** Empty for a model that no bot stores. */
  readonly labels: readonly string[];
  /** Null where the model reads no conversation. */
  readonly contextWindow: number | null;
}

/** Each model of the catalogue once, in the order of the labels. */
export function distinctModels(models: readonly CatalogueModel[]): LabelledModel[] {
  const byFacts = new Map<string, LabelledModel>();
  for (const { label, ...facts } of models) {
    const key = JSON.stringify(facts);
    byFacts.set(key, { ...facts, labels: [...(byFacts.get(key)?.labels ?? []), label] });
  }
  return [...byFacts.values()];
}

/** The name of the model that answers for a bot of the user: `Built-in companion` without one, a dash while it is not known. */
export function useModelName(label: string): string {
  const { subscriptionPlan, apiSettings } = useUser();
  const { models, isConfigured, fixedModel } = useModels();
  const { apiKeyProvider, defaultModelProvider } = apiSettings;
  if (apiKeyProvider !== null && apiKeyProvider === defaultModelProvider)
    return t('models.withOwnKey', { model: fixedModel ?? providerName(apiKeyProvider) });
  if (!isConfigured) return t('models.builtIn');
  return fixedModel ?? (models && runningModel(models, label, subscriptionPlan)?.name) ?? '—';
}
