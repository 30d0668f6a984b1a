import { BUILT_IN_MODELS, ModelEntryFields, MODELS, type ModelEntry } from '@kith/proto';

/** What MODEL_CATALOGUE may say of one label; what it does not name is as in the built-in catalogue. */
const Override = ModelEntryFields.partial().strict();
// gpt-image-1 was shut down on 2026-10-23; its small successors follow on 2026-12-01.
const IMAGE_MODEL = 'gpt-image-2.5-flare';

/**
 * The catalogue that the installation starts with: `models`, overridden label by label by MODEL_CATALOGUE (JSON). Throws when that is
 * not valid, or leaves no model for the free plan. What the operator changes later is stored in the database.
 */
export function startCatalogue(json: string | undefined, models: readonly ModelEntry[] = BUILT_IN_MODELS): readonly ModelEntry[] {
  const given = json === undefined ? {} : parsed(json);
  const unknown = Object.keys(given).find((key) => key !== 'image' && !MODELS.some((label) => label === key));
  if (unknown !== undefined) throw invalid(`${unknown} is none of ${[...MODELS, 'image'].join(', ')}`);
  const entries = models.map((entry) => overridden(entry, given[entry.label]));
  if (!isUsableForFree(entries)) throw invalid('one label must have the plan "free"');
  return entries;
}

/** Whether the free plan has a model at all: every other plan then has one too. */
export const isUsableForFree = (entries: readonly Pick<ModelEntry, 'plan'>[]): boolean =>
  entries.some(({ plan }) => plan === 'free');

/** The provider's id of the image model: the entry `image` of MODEL_CATALOGUE, else the built-in one. Throws when that is not valid. */
export function imageModel(json: string | undefined): string {
  const given = json === undefined ? undefined : parsed(json)['image'];
  if (given === undefined) return IMAGE_MODEL;
  if (!isRecord(given) || typeof given['model'] !== 'string' || given['model'] === '')
    throw invalid('image.model must be a model id');
  return given['model'];
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

function overridden(entry: ModelEntry, given: unknown): ModelEntry {
  if (given === undefined) return entry;
  const { success, data, error } = Override.safeParse(given);
  if (!success) {
    const [issue] = error.issues;
    throw invalid(`${[entry.label, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  }
  // Name, prices and shutdown date of the built-in model say nothing about another one.
  const isOther = (data.model ?? entry.model) !== entry.model || (data.provider ?? entry.provider) !== entry.provider;
  const unknown = { name: data.model ?? entry.model, inputPrice: null, outputPrice: null, shutdownDate: null };
  return { ...entry, ...(isOther && unknown), ...data };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const invalid = (problem: string): Error => new Error(`Configuration is not valid.\n  MODEL_CATALOGUE: ${problem}`);
