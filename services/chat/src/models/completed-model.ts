import { DEFAULT_LOCAL_WINDOW } from '@kith/kit';
import type { ModelEntry } from '@kith/proto';
import { abilitiesOf } from './model-abilities.js';
import type { ServedModel } from './served-models.js';

/** A model as the catalogue or the settings name it; what they do not say is absent or null. */
export type NamedModel = Pick<ModelEntry, 'model' | 'name' | 'contextWindow'> &
  Partial<Pick<ModelEntry, 'seesPictures' | 'usesTools' | 'reasoningTokens'>>;

/**
 * What the catalogue does not say the server of the model does. The window is that of the catalogue or the settings, which the operator may have chosen
 * smaller, as far as server and model have it; where nobody chose one it is that of the server.
 */
export function completed<M extends NamedModel>(model: M, served: ServedModel | null | undefined): M {
  if (!served) return model;
  const { seesPictures = null, usesTools = null, reasoningTokens = null, contextWindow } = model;
  const limits = [served.maxWindow, served.window].filter((limit) => limit !== null);
  const chosen = contextWindow === DEFAULT_LOCAL_WINDOW ? (served.window ?? contextWindow) : contextWindow;
  return {
    ...model,
    seesPictures: seesPictures ?? served.seesPictures,
    usesTools: usesTools ?? served.usesTools,
    reasoningTokens: reasoningTokens ?? served.reasoningTokens,
    contextWindow: Math.min(chosen, ...limits),
  };
}

/** An entry of the catalogue as it is used: also what its server or the name of the model tells. */
export function asItRuns(entry: ModelEntry, served: ServedModel | null | undefined): ModelEntry {
  const known = completed(entry, served);
  return { ...known, ...abilitiesOf(entry.provider, known) };
}
