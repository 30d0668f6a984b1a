import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { formsOf } from './message-form.js';
import { looksLikeSmallTalk } from './small-talk.js';

interface Unseen {
  readonly smallTalk?: readonly string[];
  readonly foreign?: readonly string[];
  readonly texts?: readonly { readonly questions: readonly { readonly kind: string; readonly question: string }[] }[];
}
const BENCH = new URL('../../bench/', import.meta.url);
/** In languages that the built-in companion does not speak, each with the same eight messages and four questions. */
const BEYOND = JSON.parse(readFileSync(new URL('../../test/small-talk.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly smallTalk: readonly string[]; readonly questions: readonly string[] }>
>;
const LEARNED = ['nl', 'pl', 'ko', 'ar', 'hi', 'th'];

const unseen = ['unseen', 'unseen-2', 'unseen-3', 'unseen-4'].flatMap((set) => {
  const folder = new URL(`${set}/`, BENCH);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Unseen);
});
const questionsOf = (isFollowUp: boolean): string[] =>
  unseen.flatMap(({ texts = [] }) =>
    texts.flatMap(({ questions }) =>
      questions.filter(({ kind }) => (kind === 'follow-up') === isFollowUp).map(({ question }) => question),
    ),
  );
const share = (messages: readonly string[], isAfterAnother = false): number =>
  messages.filter((message) => looksLikeSmallTalk({ forms: formsOf(message) }, isAfterAnother)).length / messages.length;
const of = (codes: readonly string[], kind: 'smallTalk' | 'questions') => codes.flatMap((code) => BEYOND[code]?.[kind] ?? []);

describe('what looks like small talk', () => {
  it('is most small talk and hardly any question, by messages of which no weight was learned', () => {
    const talk = unseen.flatMap(({ smallTalk = [] }) => smallTalk);
    const questions = [...questionsOf(false), ...unseen.flatMap(({ foreign = [] }) => foreign)];
    expect(talk.length).toBeGreaterThan(700);
    expect(share(talk)).toBeGreaterThan(0.7);
    expect(share(questions)).toBeLessThan(0.025);
    expect(share(questionsOf(true), true)).toBeLessThan(0.025);
  });

  it('is told in six languages beyond those of the built-in companion', () => {
    expect(share(of(LEARNED, 'smallTalk'))).toBeGreaterThan(0.8);
    expect(share(of(LEARNED, 'questions'))).toBeLessThan(0.05);
  });

  it('is no question in languages whose form was not learned, where most of it is not told', () => {
    const others = Object.keys(BEYOND).filter((code) => !LEARNED.includes(code));
    expect(share(of(others, 'questions'))).toBe(0);
    expect(share(of(others, 'smallTalk'))).toBeLessThan(0.3);
  });
});
