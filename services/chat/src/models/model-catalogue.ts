import {
  BUILT_IN_IMAGE_MODEL,
  BUILT_IN_MODELS,
  CATALOGUE_LABELS,
  ImageModel,
  ModelEntryFields,
  type ModelEntry,
} from '@kith/proto';

/** What MODEL_CATALOGUE may say of one label; what it does not name is as in the built-in catalogue. */
const { cachedPrice, seesPictures, usesTools, reasoningTokens } = ModelEntryFields.shape;
const OF_TEXT_MODELS = {
  cachedPrice: cachedPrice.unwrap(),
  seesPictures: seesPictures.unwrap(),
  usesTools: usesTools.unwrap(),
  reasoningTokens: reasoningTokens.unwrap(),
};
const Override = ModelEntryFields.extend(OF_TEXT_MODELS).partial().strict();
const ImageOverride = ImageModel.partial().strict();

/**
 * The catalogue that the installation starts with: `models`, overridden label by label by MODEL_CATALOGUE (JSON). Throws when that is
 * not valid, or leaves no model for the free plan. What the operator changes later is stored in the database.
 */
export function startCatalogue(json: string | undefined, models: readonly ModelEntry[] = BUILT_IN_MODELS): readonly ModelEntry[] {
  const given = json === undefined ? {} : parsed(json);
  const unknown = Object.keys(given).find((key) => !CATALOGUE_LABELS.some((label) => label === key));
  if (unknown !== undefined) throw invalid(`${unknown} is none of ${CATALOGUE_LABELS.join(', ')}`);
  const entries = models.map((entry) =>
    overridden(
      entry,
      accepted(entry.label, given[entry.label], (value) => Override.safeParse(value)),
    ),
  );
  if (!isUsableForFree(entries)) throw invalid('one label must have the plan "free"');
  return entries;
}

/** Whether the free plan has a model at all: every other plan then has one too. */
export const isUsableForFree = (entries: readonly Pick<ModelEntry, 'plan'>[]): boolean =>
  entries.some(({ plan }) => plan === 'free');

/** The image model that the installation starts with: the built-in one, overridden by the entry `image` of MODEL_CATALOGUE. */
export function startImageModel(json: string | undefined): ImageModel {
  const given = json === undefined ? undefined : parsed(json)['image'];
  return overridden(
    BUILT_IN_IMAGE_MODEL,
    accepted('image', given, (value) => ImageOverride.safeParse(value)),
  );
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return value;
  } catch {
    throw invalid('must be JSON');
  }
  throw invalid('must be an object: label -> entry');
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
    };

function accepted<T>(label: string, given: unknown, parse: (given: unknown) => Parsed<T>): T | undefined {
  if (given === undefined) return undefined;
  const result = parse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${[label, ...(issue?.path ?? [])].map(String).join('.')}: ${issue?.message}`);
}

function overridden<E extends ImageModel>(entry: E, given: Partial<ModelEntryFields> | undefined): E {
  if (given === undefined) return entry;
  // Name, prices, shutdown date and abilities of the built-in model say nothing about another one.
  const isOther = (given.model ?? entry.model) !== entry.model || (given.provider ?? entry.provider) !== entry.provider;
  const unknown = { name: given.model ?? entry.model, inputPrice: null, outputPrice: null, shutdownDate: null };
  const abilities = 'contextWindow' in entry && { cachedPrice: null, seesPictures: null, usesTools: null, reasoningTokens: null };
  return { ...entry, ...(isOther && { ...unknown, ...abilities }), ...given };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const invalid = (problem: string): Error => new Error(`Configuration is not valid.\n  MODEL_CATALOGUE: ${problem}`);
