import { fusedRanks } from '@kith/kit';
import type { NearPassage } from '../embeddings/meaning-search.js';
import { passageKey, type RankedPassage } from './fusion.js';
import { MIN_RELEVANCE, type Message } from './gate.js';
import { questionFactor, questionFactorAfter, relevanceAfter } from './question-factor.js';

/**
 * One ranking of what the words and what the meaning of a message found, by reciprocal rank. `near`: the passages that are near to the message, and
 * those near to it together with the message before, if there was one. What is nearer than unrelated messages is relevant enough for the gate,
 * as far as the message is a question; what words found keeps at least the relevance that it has by them.
 */
export function fuseMeaning(
  message: Message,
  byWords: readonly RankedPassage[],
  [own = [], together]: readonly (readonly NearPassage[])[],
): RankedPassage[] {
  const byMeaning = rankedByMeaning(message, own, together);
  const passages = new Map<string, RankedPassage>();
  for (const passage of [...byWords, ...byMeaning]) {
    const known = passages.get(passageKey(passage));
    passages.set(passageKey(passage), known ? moreRelevant(known, passage.relevance) : passage);
  }
  return fusedRanks([byWords.map(passageKey), byMeaning.map(passageKey)]).flatMap((key) => passages.get(key) ?? []);
}

function rankedByMeaning(
  message: Message,
  own: readonly NearPassage[],
  together: readonly NearPassage[] | undefined,
): RankedPassage[] {
  const factor = together ? questionFactorAfter(message) : questionFactor(message);
  const found = new Map<string, { readonly passage: NearPassage; own: number; together: number }>();
  for (const passage of own) found.set(passageKey(passage), { passage, own: relevanceOf(passage), together: 0 });
  for (const passage of together ?? [])
    found.set(passageKey(passage), { passage, own: found.get(passageKey(passage))?.own ?? 0, together: relevanceOf(passage) });
  return [...found.values()]
    .map(({ passage: { itemId, title, body, place }, ...near }) => {
      const relevance = factor * (together ? relevanceAfter(message, near.own, near.together) : near.own);
      return { itemId, title, body, place, score: 0, relevance };
    })
    .filter(({ relevance }) => relevance > 0)
    .toSorted((one, other) => other.relevance - one.relevance);
}

const relevanceOf = ({ nearness }: NearPassage): number => MIN_RELEVANCE + (1 - MIN_RELEVANCE) * nearness;

const moreRelevant = (passage: RankedPassage, relevance: number): RankedPassage =>
  relevance > passage.relevance ? { ...passage, relevance } : passage;
