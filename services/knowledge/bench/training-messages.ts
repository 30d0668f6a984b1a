import { readdirSync, readFileSync } from 'node:fs';
import { readCollections, readTaught } from './collections.js';

/** By which the form of messages is learned. */
export interface TrainingMessage {
  readonly message: string;
  readonly isQuestion: boolean;
  /** The pattern that it was made by; a model that is tried by one such message has learned none of them. */
  readonly pattern?: string;
}

/** Small talk and questions about subjects of no text, of one language. */
interface TrainingFile {
  readonly language: string;
  readonly smallTalk: readonly string[];
  readonly questions: readonly string[];
}

/**
 * What people ask and say in one language, with a gap for a noun: {} with its article, {-} without. The same nouns fill questions and small talk, so that
 * the words around them are learned.
 */
interface PatternFile {
  readonly language: string;
  readonly nouns: readonly string[];
  readonly questions: readonly string[];
  /** What is asked after a question, without a word of the text that answers it. */
  readonly followUps: readonly string[];
  readonly smallTalk: readonly string[];
}

/** Questions that the texts of bench/questions answer, by language. */
type AnsweredQuestions = Readonly<
  Record<string, readonly { readonly question: string; readonly title: string; readonly previous?: string }[]>
>;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

export const readTrainingFiles = (): TrainingFile[] =>
  readdirSync(new URL('./messages/', import.meta.url)).map((file) => read(`./messages/${file}`) as TrainingFile);
export const readPatterns = (): PatternFile[] =>
  readdirSync(new URL('./patterns/', import.meta.url)).map((file) => read(`./patterns/${file}`) as PatternFile);
export const readAnswered = (): AnsweredQuestions => read('./answered.json') as AnsweredQuestions;

/** Steps through the nouns of a language without a common divisor with their numbers, so that patterns in a row have different ones. */
const STEPS = [5, 7];

/** A pattern with as many nouns as there are steps, or as it is. */
export function filled(pattern: string, nouns: readonly string[], at: number): string[] {
  if (!pattern.includes('{')) return [pattern];
  return STEPS.map((step) => {
    const noun = nouns[(step * at) % nouns.length] ?? '';
    return pattern.replaceAll('{-}', withoutArticle(noun)).replaceAll('{}', noun);
  });
}

const withoutArticle = (noun: string): string => noun.slice(noun.indexOf(' ') + 1);

/** All that the gate is learned by: none of bench/unseen and bench/unseen-2. */
export function trainingMessages(): TrainingMessage[] {
  const collections = readCollections();
  const files = readTrainingFiles();
  const patterns = readPatterns();
  const talk = [
    ...collections.flatMap(({ smallTalk, unseenSmallTalk }) => [...smallTalk, ...unseenSmallTalk]),
    ...files.flatMap(({ smallTalk }) => smallTalk),
  ];
  const questions = [
    ...collections.flatMap(({ texts, foreign }) => [
      ...texts.flatMap((text) => text.questions.map(({ question }) => question)),
      ...foreign,
    ]),
    ...Object.values(readAnswered()).flatMap((all) => all.map(({ question }) => question)),
    ...readTaught().flatMap(({ texts }) => texts.flatMap((text) => text.questions.map(({ question }) => question))),
    ...files.flatMap((file) => file.questions),
  ];
  const made = (isQuestion: boolean, many: readonly string[], nouns: readonly string[]): TrainingMessage[] =>
    many.flatMap((pattern, at) => filled(pattern, nouns, at).map((message) => ({ message, isQuestion, pattern })));
  const all = [
    ...patterns.flatMap(({ nouns, questions: asked, followUps, smallTalk }) => [
      ...made(true, [...asked, ...followUps], nouns),
      ...made(false, smallTalk, nouns),
    ]),
    ...talk.map((message) => ({ message, isQuestion: false })),
    ...questions.map((message) => ({ message, isQuestion: true })),
  ];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}
