import type { Collection, Question } from './collections.js';
import { filled, readAnswered, readPatterns, readTrainingFiles } from './training-messages.js';

/** A message that is sent to a bot with texts of all languages, and to one with those of its language only. */
export interface Case {
  readonly kind: Question['kind'] | 'small talk' | 'foreign question';
  readonly language: string;
  readonly message: string;
  readonly previous?: string | undefined;
  /** The title of the text that answers it. */
  readonly title?: string;
}

const STEP_OF_ASKED = 7;

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

/** More of it: small talk with nouns of all kinds, and questions that follow one about a text without sharing a word with it. */
export const patternCases = (collections: readonly Collection[]): Case[] =>
  readPatterns().flatMap(({ language, nouns, followUps, smallTalk }) => {
    const texts = collections.flatMap((one) => (one.language === language ? one.texts : []));
    const asked = texts.flatMap(({ title, questions }) =>
      questions.flatMap(({ kind, question }) => (kind === 'plain' ? [{ title, previous: question }] : [])),
    );
    return [
      ...smallTalk.map((pattern, at) => ({
        kind: 'small talk' as const,
        language,
        message: filled(pattern, nouns, at)[at % 2] ?? pattern,
      })),
      ...followUps.map((message, at) => ({
        kind: 'follow-up' as const,
        language,
        message,
        ...asked[(STEP_OF_ASKED * at) % asked.length],
      })),
    ];
  });
