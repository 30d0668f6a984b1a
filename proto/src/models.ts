import { z } from 'zod';
import { nameText, text } from './fields.js';
import { PLAN_CATALOGUE, planRank, PLANS, type Plan } from './plans.js';

/**
 * What a bot's setting `model` may hold. These are names of our own: the model catalogue says which model each one runs and what people read
 * (docs/decisions.md D2). The provider shut down `gpt-4` and `gpt-3.5-turbo`; they stay accepted.
 */
export const MODELS = ['gpt-4o', 'gpt-4', 'gpt-3.5-turbo', 'latest'] as const;
export type ModelLabel = (typeof MODELS)[number];

/** What the operator edits in the catalogue: the labels, and the model that draws pictures. */
export const CATALOGUE_LABELS = [...MODELS, 'image'] as const;
export type CatalogueLabel = (typeof CATALOGUE_LABELS)[number];

/** Whose models the catalogue may name: OpenAI, Anthropic, or the operator's own server (docs/decisions.md A12). */
export const CATALOGUE_PROVIDERS = ['openai', 'anthropic', 'local'] as const;
export type CatalogueProvider = (typeof CATALOGUE_PROVIDERS)[number];

/** Who makes the models of a provider, as people read it. */
export const CATALOGUE_PROVIDER_NAMES: Readonly<Record<CatalogueProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  local: 'the local model',
};

/** US dollars per 1,000 tokens, as the provider charges the operator; null when the operator has not named it. */
const price = z.number().min(0).max(1000).nullable();

/** The model that draws pictures. */
export const ImageModel = z.object({
  name: nameText(60).min(1, 'Please give the model a name').describe('What people read.'),
  provider: z.enum(CATALOGUE_PROVIDERS),
  model: text(120)
    .regex(/^[\w.:/@-]+$/, "Must be the provider's id of a model")
    .describe("The provider's id of the model."),
  plan: z.enum(PLANS).describe('The lowest plan that may use it.'),
  inputPrice: price.describe('US dollars per 1,000 tokens of a prompt.'),
  outputPrice: price.describe('US dollars per 1,000 tokens of a reply or picture.'),
  shutdownDate: z.iso
    .date()
    .nullable()
    .describe('The day on which the provider shuts the model down; null when none is announced.'),
});
export type ImageModel = z.infer<typeof ImageModel>;

/** What the operator edits of one label of the catalogue. */
export const ModelEntryFields = ImageModel.extend({
  cachedPrice: price
    .default(null)
    .describe(
      'US dollars per 1,000 tokens of a prompt that the provider had kept from an earlier request; null: as for other tokens.',
    ),
  contextWindow: z.number().int().min(2048).max(10_000_000).describe('In tokens.'),
  seesPictures: z.boolean().nullable().default(null).describe('Whether it can be given pictures; null: as its name tells.'),
  usesTools: z.boolean().nullable().default(null).describe('Whether it can be given tools; null: as its name tells.'),
  reasoningTokens: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .nullable()
    .default(null)
    .describe(
      'Room for tokens that it spends before it writes and that are no text, beside the length of a reply; null: as its name tells.',
    ),
});
export type ModelEntryFields = z.infer<typeof ModelEntryFields>;

const nullableWindow = ModelEntryFields.shape.contextWindow.nullable().describe('In tokens; null for the image model.');

/** What the operator sends: prices and the shutdown date may be absent, which means null. */
export const ModelEntryInput = ModelEntryFields.extend({
  contextWindow: nullableWindow.default(null),
  inputPrice: price.default(null),
  outputPrice: price.default(null),
  shutdownDate: ModelEntryFields.shape.shutdownDate.default(null),
});

/** One label of the model catalogue. */
export const ModelEntry = ModelEntryFields.extend({ label: z.enum(MODELS) });
export type ModelEntry = z.infer<typeof ModelEntry>;

/** One row of the model catalogue as the operator edits it. */
export const EditableModel = ModelEntryFields.extend({
  label: z.enum(CATALOGUE_LABELS),
  contextWindow: nullableWindow,
  isChanged: z.boolean().describe('Whether it differs from the start value of this installation.'),
  isListed: z.boolean().nullable().describe('Whether the provider lists the model; null while it does not say.'),
  announcedShutdown: z.iso.date().nullable().describe('The day on which the provider says that it shuts the model down.'),
  version: z.number().int().describe('Counts the changes; to be sent with the next one.'),
});
export type EditableModel = z.infer<typeof EditableModel>;

const GPT_6_LUNA = {
  name: 'GPT-6 Luna',
  provider: 'openai',
  model: 'gpt-6-luna',
  plan: 'free',
  contextWindow: 128_000,
  inputPrice: 0.0001,
  cachedPrice: null,
  outputPrice: 0.0005,
  shutdownDate: null,
  seesPictures: true,
  usesTools: true,
  reasoningTokens: 4096,
} as const;

/**
 * The catalogue of a new installation. OpenAI shut down gpt-4 and gpt-3.5-turbo on 2026-10-23 and recommends gpt-6-luna instead. The windows are
 * what Kith fills at most; the models themselves have larger ones.
 */
export const BUILT_IN_MODELS: readonly ModelEntry[] = [
  {
    label: 'gpt-4o',
    name: 'GPT-4o',
    provider: 'openai',
    model: 'gpt-4o',
    plan: 'basic',
    contextWindow: 128_000,
    inputPrice: 0.0025,
    cachedPrice: 0.00125,
    outputPrice: 0.01,
    shutdownDate: '2027-01-14',
    seesPictures: true,
    usesTools: true,
    reasoningTokens: 0,
  },
  { label: 'gpt-4', ...GPT_6_LUNA },
  { label: 'gpt-3.5-turbo', ...GPT_6_LUNA },
  {
    label: 'latest',
    name: 'GPT-6.1 Sol',
    provider: 'openai',
    model: 'gpt-6.1-sol',
    plan: 'premium',
    contextWindow: 128_000,
    inputPrice: 0.002,
    cachedPrice: null,
    outputPrice: 0.01,
    shutdownDate: null,
    seesPictures: true,
    usesTools: true,
    reasoningTokens: 8192,
  },
];

/** The image model of a new installation. OpenAI shut down gpt-image-1 on 2026-10-23; its small successors follow on 2026-12-01. */
export const BUILT_IN_IMAGE_MODEL: ImageModel = {
  name: 'GPT Image 2.5 Flare',
  provider: 'openai',
  model: 'gpt-image-2.5-flare',
  plan: PLANS.find((plan) => PLAN_CATALOGUE[plan].hasImages) ?? 'premium',
  inputPrice: null,
  outputPrice: null,
  shutdownDate: null,
};

/** Whether the provider has shut the model down; `today` is an ISO date, or a longer ISO time. */
export const isShutDown = ({ shutdownDate }: Pick<ModelEntry, 'shutdownDate'>, today: string): boolean =>
  shutdownDate !== null && shutdownDate <= today.slice(0, 10);

type Gated = Pick<ModelEntry, 'plan' | 'shutdownDate'> & { readonly label: string };

/**
 * The entry that a bot with this label runs for an owner with this plan (docs/decisions.md D2, D3): the label's own, or the one of the highest
 * plan below when the owner's plan does not have it or the provider has shut it down. `models` holds every label.
 */
export function modelInForce<E extends Gated>(models: readonly E[], label: string, plan: Plan, today: string): E | undefined {
  const isAllowed = (entry: E): boolean => planRank(entry.plan) <= planRank(plan);
  const live = models.filter((entry) => isAllowed(entry) && !isShutDown(entry, today));
  const own = live.find((entry) => entry.label === label);
  if (own) return own;
  const [best] = live.toSorted((one, other) => planRank(other.plan) - planRank(one.plan));
  // Every model of the plan is shut down: the provider refuses, and the reply says so.
  return best ?? models.find((entry) => entry.label === label && isAllowed(entry)) ?? models.find(isAllowed);
}
