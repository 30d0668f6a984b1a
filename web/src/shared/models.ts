import { useQuery } from '@apollo/client/react';
import { isShutDown, modelInForce, planRank, PROVIDER_NAMES, type Plan } from '@kith/proto';
import { t } from '../lib/i18n.js';
import { useAuth, useUser } from './auth.js';
import { MODEL_CATALOGUE, type CatalogueModel } from './models.graphql.js';

/** What is known of the models: `undefined` while the catalogue loads. */
export interface KnownModels {
  readonly models: readonly CatalogueModel[] | undefined;
  /** Whether a language model answers at all: of the installation, or of the user's own key. */
  readonly isConfigured: boolean;
  readonly isFailed: boolean;
}

export function useModels(): KnownModels {
  const settings = useAuth().state.user?.apiSettings;
  const hasOwnKey = settings !== undefined && settings.apiKeyProvider === settings.defaultModelProvider;
  const { data, error } = useQuery(MODEL_CATALOGUE);
  return {
    models: data?.modelCatalogue.models,
    isConfigured: hasOwnKey || data?.modelCatalogue.isConfigured !== false,
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

/** The name of the model that answers for a bot of the user: `Built-in companion` without one, a dash while it is not known. */
export function useModelName(label: string): string {
  const { subscriptionPlan, apiSettings } = useUser();
  const { models, isConfigured } = useModels();
  const { apiKeyProvider, defaultModelProvider, ownModel } = apiSettings;
  if (apiKeyProvider !== null && apiKeyProvider === defaultModelProvider)
    return t('models.withOwnKey', { model: ownModel ?? PROVIDER_NAMES[apiKeyProvider] });
  if (!isConfigured) return t('models.builtIn');
  return (models && runningModel(models, label, subscriptionPlan)?.name) ?? '—';
}
