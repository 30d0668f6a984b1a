import { z } from 'zod';
import { CATALOGUE_PROVIDER_NAMES, CATALOGUE_PROVIDERS, type CatalogueProvider } from './models.js';

/** The providers of whose models users may choose one as their default; `claude` is Anthropic, `local` the operator's own server. */
export const MODEL_PROVIDERS = ['openai', 'claude', 'local'] as const;
export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

/** The providers for which users may bring a key of their own. */
export const KEY_PROVIDERS = ['openai', 'claude'] as const;
export type KeyProvider = (typeof KEY_PROVIDERS)[number];

/** How the model catalogue names the provider. */
export const catalogueProviderOf = (provider: ModelProviderName): CatalogueProvider =>
  provider === 'claude' ? 'anthropic' : provider;

/** Who makes the models of a provider, as people read it. */
export const providerName = (provider: ModelProviderName): string => CATALOGUE_PROVIDER_NAMES[catalogueProviderOf(provider)];

/** What is known of a personal API key: from its test when it was saved, or from the last reply that it was used for. */
export const API_KEY_STATES = ['untested', 'working', 'wrong', 'expired', 'out_of_quota', 'not_permitted', 'no_model'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** States in which the key writes no reply until its owner does something. */
export const isUnusable = (state: ApiKeyState): boolean => state !== 'untested' && state !== 'working';

/** A sentence for the owner of the key. */
export function describeApiKey(state: ApiKeyState, provider: KeyProvider): string {
  const name = providerName(provider);
  switch (state) {
    case 'untested':
      return `${name} could not be asked about your API key yet. It is tried with the next reply.`;
    case 'working':
      return `Your API key works. ${name} accepted it.`;
    case 'wrong':
      return `${name} does not accept your API key: it is wrong or was revoked. Please paste a valid one.`;
    case 'expired':
      return `Your API key of ${name} has expired. Please paste a new one.`;
    case 'out_of_quota':
      return `Your account at ${name} has no credit or quota left. Add some there, or remove the key here.`;
    case 'not_permitted':
      return `${name} does not let your API key do this. Change its permissions there, or choose another model.`;
    case 'no_model':
      return `${name} does not offer the chosen model to your API key. Please choose another one.`;
  }
}

const OTHER_PROVIDERS: readonly [prefix: RegExp, name: string, provider?: KeyProvider][] = [
  [/^sk-ant-/, 'Anthropic', 'claude'],
  [/^AIza/, 'Google'],
  [/^gsk_/, 'Groq'],
  [/^xai-/, 'xAI'],
  [/^sk-or-/, 'OpenRouter'],
  [/^hf_/, 'Hugging Face'],
  [/^(?:sk|rk|pk)_(?:live|test)_/, 'Stripe'],
  [/^sk-/, 'OpenAI', 'openai'],
];

/** Why a key cannot be one of this provider, as a sentence; undefined when it may be one. Judged by its first characters alone. */
export function describeOtherProvider(key: string, provider: KeyProvider): string | undefined {
  const known = OTHER_PROVIDERS.find(([prefix]) => prefix.test(key));
  if (!known || known[2] === provider) return undefined;
  const [, name, of] = known;
  return of
    ? `This is a key of ${name}. Choose ${name} as your provider, or paste a key of ${providerName(provider)}.`
    : `This is a key of ${name}, which cannot be used here. Please paste a key of ${providerName(provider)}.`;
}

/** A personal API key for the service that uses it. */
export const PersonalKey = z.object({
  id: z.uuid().describe('New with each key: a report about an older key changes nothing.'),
  provider: z.enum(KEY_PROVIDERS),
  value: z.string(),
  state: z.enum(API_KEY_STATES),
});
export type PersonalKey = z.infer<typeof PersonalKey>;

/** How the replies of a user's bots are written, as the user set it. */
export const ModelAccess = z.object({
  provider: z.enum(CATALOGUE_PROVIDERS),
  model: z
    .string()
    .nullable()
    .describe('The model that the user chose for the own key; null: the one that fits the setting of each bot.'),
  key: PersonalKey.nullable().describe('Null also while the stored key is one of another provider than the chosen one.'),
});
export type ModelAccess = z.infer<typeof ModelAccess>;
