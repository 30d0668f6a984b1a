import type { Case } from './gate-cases.js';
import type { Row } from './rows.js';

export interface Result extends Case {
  readonly hasPassages: boolean;
  /** Whether the passage that answers it enters the prompt. */
  readonly isRight: boolean;
}

const MAX_UNANSWERED = 3;

/**
 * Messages that no text answers, by what they are, and the figure that earlier runs had of all of them together: for comparison, without a limit where
 * there are both. `isAfter`: those that are sent after a question.
 */
export function unansweredRows(name: string, results: readonly Result[], isAfter: boolean): Row[] {
  const unanswered = results.filter(({ title, previous }) => title === undefined && (previous !== undefined) === isAfter);
  const talk = unanswered.filter(({ kind }) => kind === 'small talk');
  const foreign = unanswered.filter(({ kind }) => kind === 'foreign question');
  const after = isAfter ? ' after a question' : '';
  const row = (some: readonly Result[], what: string): Row => ({
    what: `${name}: ${some.length} ${what}${after}, % with passages`,
    value: inPercent(shareOf(some, 'hasPassages')),
  });
  const limited = (some: readonly Result[], what: string): Row => ({ ...row(some, what), 'at most': MAX_UNANSWERED });
  if (foreign.length === 0) return [limited(talk, 'messages of small talk')];
  return [
    limited(talk, 'messages of small talk'),
    limited(foreign, 'questions that no text answers'),
    row(unanswered, 'messages of small talk or what no text answers'),
  ];
}

export function shareOf(results: readonly Result[], what: 'hasPassages' | 'isRight'): number {
  return results.filter((one) => one[what]).length / (results.length || 1);
}

export function inPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}
