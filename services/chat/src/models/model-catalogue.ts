import { MODELS, type Persona } from '@kith/proto';

export interface CatalogueEntry {
  /** The provider's id of the model. */
  readonly model: string;
  /** Context window in tokens. */
  readonly window: number;
}
export type ModelCatalogue = Readonly<Record<Persona['model'], CatalogueEntry>>;

// The labels of the forms. OpenAI shut down gpt-4 and gpt-3.5-turbo on 2026-10-23 and recommends gpt-6-luna instead; gpt-4o follows on
// 2027-01-14. MODEL_CATALOGUE overrides the entries without a release.
const BUILT_IN: ModelCatalogue = {
  'gpt-4o': { model: 'gpt-4o', window: 128_000 },
  'gpt-4': { model: 'gpt-6-luna', window: 128_000 },
  'gpt-3.5-turbo': { model: 'gpt-6-luna', window: 128_000 },
};
const MIN_WINDOW = 2048;
// gpt-image-1 was shut down on 2026-10-23; its small successors follow on 2026-12-01.
const IMAGE_MODEL = 'gpt-image-2.5-flare';

/** The built-in catalogue, overridden by MODEL_CATALOGUE (JSON: label -> {model, window}). Throws when that is not valid. */
export function modelCatalogue(json: string | undefined): ModelCatalogue {
  if (json === undefined) return BUILT_IN;
  const given = parsed(json);
  const entries = MODELS.map((label) => [label, entryOf(label, given[label])] as const);
  return Object.fromEntries(entries) as ModelCatalogue;
}

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
  throw invalid('must be an object: label -> {model, window}');
}

function entryOf(label: Persona['model'], given: unknown): CatalogueEntry {
  if (given === undefined) return BUILT_IN[label];
  if (!isRecord(given)) throw invalid(`${label} must be an object`);
  const { model = BUILT_IN[label].model, window = BUILT_IN[label].window } = given;
  if (typeof model !== 'string' || model === '') throw invalid(`${label}.model must be a model id`);
  if (typeof window !== 'number' || !Number.isInteger(window) || window < MIN_WINDOW) {
    throw invalid(`${label}.window must be a whole number of tokens, at least ${MIN_WINDOW}`);
  }
  return { model, window };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const invalid = (problem: string): Error => new Error(`Configuration is not valid.\n  MODEL_CATALOGUE: ${problem}`);
