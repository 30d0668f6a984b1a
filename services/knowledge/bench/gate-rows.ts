import type { Case } from './gate-cases.js';
import type { Row } from './rows.js';

export interface Result extends Case {
  readonly hasPassages: boolean;
  /** Whether the passage that answers it enters the prompt. */
  readonly isRight: boolean;
}

/** The most small talk that may bring passages, and the fewest questions whose answer must enter the prompt, in percent. */
const MAX_SMALL_TALK = 3;
const MIN_QUESTIONS = 90;
/** Questions that no text answers, alone and after another question: no goal, but what is reached, so that it is seen when it gets worse. */
const MAX_FOREIGN = { alone: 35, after: 45 };

/** What the gate let in of one set, for comparison, and with limits of all sets together: a set has too few messages of a kind for a limit. */
export function gateRows(name: string, results: readonly Result[], { isLimited = false } = {}): Row[] {
  const row = (
    some: readonly Result[],
    what: string,
    share: 'hasPassages' | 'isRight',
    limit: Omit<Row, 'what' | 'value'>,
  ): Row[] =>
    some.length === 0
      ? []
      : [{ what: `${name}: ${some.length} ${what}`, value: inPercent(shareOf(some, share)), ...(isLimited && limit) }];
  const unanswered = (['alone', 'after'] as const).flatMap((place) => {
    const some = results.filter(({ title, previous }) => title === undefined && (previous !== undefined) === (place === 'after'));
    const of = (kind: Case['kind']) => some.filter((one) => one.kind === kind);
    const end = `${place === 'after' ? ' after a question' : ''}, % with passages`;
    return [
      ...row(of('small talk'), `messages of small talk${end}`, 'hasPassages', { 'at most': MAX_SMALL_TALK }),
      ...row(of('foreign question'), `questions that no text answers${end}`, 'hasPassages', { 'at most': MAX_FOREIGN[place] }),
    ];
  });
  const questions = results.filter(({ title, kind, previous }) => title !== undefined && isAsWritten(kind, previous));
  return [
    ...unanswered,
    ...row(questions, 'questions, % whose answer enters the prompt', 'isRight', { 'at least': MIN_QUESTIONS }),
  ];
}

/** A question alone, unless it was written to follow another. */
export function isAsWritten(kind: Case['kind'], previous: string | undefined): boolean {
  return (kind === 'follow-up') === (previous !== undefined);
}

export function shareOf(results: readonly Result[], what: 'hasPassages' | 'isRight'): number {
  return results.filter((one) => one[what]).length / (results.length || 1);
}

export function inPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}
