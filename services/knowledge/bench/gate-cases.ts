import type { Collection, Question } from './collections.js';
import { readAnswered, readTrainingFiles } from './training-messages.js';

/** A message that is sent to a bot with texts of all languages, and to one with those of its language only. */
export interface Case {
  readonly kind: Question['kind'] | 'small talk' | 'foreign question';
  readonly language: string;
  readonly message: string;
  readonly previous?: string | undefined;
  /** The title of the text that answers it. */
  readonly title?: string;
}

/** A question about a text of the language, of which the message is no continuation; in languages without texts an English one. */
export function before(collections: readonly Collection[], language: string, at: number): string {
  const { texts } = collections.find((one) => one.language === language) ?? { texts: [] };
  const others = texts.length > 0 ? texts : collections.flatMap((one) => (one.language === 'english' ? one.texts : []));
  return others[at % others.length]?.questions[0]?.question ?? '';
}

/** Small talk and questions that follow none, and the same messages after a question about another text. */
export const aloneAndAfter = (collections: readonly Collection[], cases: readonly Case[]): Case[] =>
  cases.flatMap((one, at) =>
    one.previous === undefined ? [one, { ...one, previous: before(collections, one.language, at) }] : one,
  );

export const casesOf = ({ language, texts, smallTalk, foreign }: Collection): Case[] => [
  ...texts.flatMap(({ title, questions }) =>
    questions.map(({ kind, question, previous }) => ({ kind, language, message: question, previous, title })),
  ),
  ...smallTalk.map((message) => ({ kind: 'small talk' as const, language, message })),
  ...foreign.map((message) => ({ kind: 'foreign question' as const, language, message })),
];

/** What the gate is learned by. */
export const learnedCases = (collections: readonly Collection[]): Case[] => [
  ...collections.flatMap((one) => casesOf({ ...one, smallTalk: [...one.smallTalk, ...one.unseenSmallTalk] })),
  ...Object.entries(readAnswered()).flatMap(([language, all]) =>
    all.map(({ question, title, previous }) => {
      const kind = previous === undefined ? ('plain' as const) : ('follow-up' as const);
      return { kind, language, message: question, previous, title };
    }),
  ),
  ...readTrainingFiles().flatMap(({ language, smallTalk }) =>
    smallTalk.map((message) => ({ kind: 'small talk' as const, language, message })),
  ),
];
