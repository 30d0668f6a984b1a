import type { Config } from '@kith/kit';
import { BUILT_IN_MODELS, type KeyProvider, type ModelEntry, type ModelLabel } from '@kith/proto';

type Providers = Pick<
  Config,
  'OPENAI_API_KEY' | 'ANTHROPIC_API_KEY' | 'LOCAL_LLM_BASE_URL' | 'LOCAL_LLM_MODEL' | 'LOCAL_LLM_WINDOW'
>;
type StartModel = Pick<
  ModelEntry,
  'name' | 'provider' | 'model' | 'contextWindow' | 'seesPictures' | 'usesTools' | 'reasoningTokens'
>;

const SONNET: StartModel = {
  name: 'Claude Sonnet 5.5',
  provider: 'anthropic',
  model: 'claude-sonnet-5-5',
  contextWindow: 128_000,
  seesPictures: true,
  usesTools: true,
  reasoningTokens: 4096,
};
const HAIKU: StartModel = { ...SONNET, name: 'Claude Haiku 5.5', model: 'claude-haiku-5-5' };
/** Which of Anthropic's models stands in for the label of another provider's. */
const CLAUDE: Readonly<Record<ModelLabel, StartModel>> = {
  'gpt-4o': SONNET,
  'gpt-4': HAIKU,
  'gpt-3.5-turbo': HAIKU,
  latest: SONNET,
};
// Prices and shutdown dates of the built-in models say nothing about others.
const UNKNOWN = { inputPrice: null, cachedPrice: null, outputPrice: null, shutdownDate: null };

/** The model for a label where the catalogue names another provider. */
export function modelAt(provider: KeyProvider, label: ModelLabel): StartModel | undefined {
  return provider === 'claude' ? CLAUDE[label] : BUILT_IN_MODELS.find((entry) => entry.label === label);
}

/** With which models the catalogue begins: those of OpenAI, else those of the provider that is set up. */
export function startModels(config: Providers): readonly ModelEntry[] {
  if (config.OPENAI_API_KEY) return BUILT_IN_MODELS;
  if (config.ANTHROPIC_API_KEY) return BUILT_IN_MODELS.map((entry) => ({ ...entry, ...UNKNOWN, ...CLAUDE[entry.label] }));
  if (!config.LOCAL_LLM_BASE_URL) return BUILT_IN_MODELS;
  // One model, which costs the operator the same on every plan.
  return BUILT_IN_MODELS.map(({ label }) => ({ label, plan: 'free', ...UNKNOWN, ...localModel(config) }));
}

/** The model of the operator's own server. */
export const localModel = ({ LOCAL_LLM_MODEL: model = '', LOCAL_LLM_WINDOW: contextWindow }: Providers): StartModel => ({
  name: model.slice(0, 60),
  provider: 'local',
  model,
  contextWindow,
  // Which model the operator's server runs is known by its name alone.
  seesPictures: null,
  usesTools: null,
  reasoningTokens: null,
});
