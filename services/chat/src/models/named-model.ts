import type { Config } from '@kith/kit';
import type { ModelAccess } from '@kith/proto';
import type { OpenAiOptions } from './openai.provider.js';

/** A model that a variable of the environment names by provider and model. */
export interface NamedModel {
  readonly model: string;
  readonly options: OpenAiOptions;
  /** Whether texts leave the operator's own server. */
  readonly isForeign: boolean;
}

/** `openai:` or `local:` and the name of a model. Throws where the provider is not set up; `variable`: which one names it. */
export function namedModel(
  { OPENAI_API_KEY, OPENAI_BASE_URL, LOCAL_LLM_BASE_URL }: Config,
  id: string,
  variable: 'EMBEDDINGS_MODEL' | 'QUESTION_MODEL',
): NamedModel {
  const isForeign = id.startsWith('openai:');
  const options = isForeign
    ? OPENAI_API_KEY && { apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL }
    : LOCAL_LLM_BASE_URL && { apiKey: 'none', baseUrl: LOCAL_LLM_BASE_URL };
  if (!options) {
    const missing = isForeign ? 'OPENAI_API_KEY' : 'LOCAL_LLM_BASE_URL';
    throw new Error(`Configuration is not valid.\n  ${missing}: is missing (required by ${variable})`);
  }
  return { model: id.slice(id.indexOf(':') + 1), options, isForeign };
}

/** Who brings a key of their own, or chose the operator's server, did not choose that texts go to another provider. */
export const keepsTextsAway = ({ key, provider }: ModelAccess): boolean => key !== null || provider === 'local';
