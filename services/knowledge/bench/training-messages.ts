import { readdirSync, readFileSync } from 'node:fs';
import { readCollections } from './collections.js';

/** By which the form of messages is learned. */
export interface TrainingMessage {
  readonly message: string;
  readonly isQuestion: boolean;
}

/** Small talk and questions about subjects of no text, of one language. */
interface TrainingFile {
  readonly language: string;
  readonly smallTalk: readonly string[];
  readonly questions: readonly string[];
}

/** Questions that the texts of bench/questions answer, by language. */
type AnsweredQuestions = Readonly<
  Record<string, readonly { readonly question: string; readonly title: string; readonly previous?: string }[]>
>;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

export const readTrainingFiles = (): TrainingFile[] =>
  readdirSync(new URL('./messages/', import.meta.url)).map((file) => read(`./messages/${file}`) as TrainingFile);
export const readAnswered = (): AnsweredQuestions => read('./answered.json') as AnsweredQuestions;

/** All that the gate is learned by: none of the folders bench/unseen*. */
export function trainingMessages(): TrainingMessage[] {
  const collections = readCollections();
  const files = readTrainingFiles();
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
    ...files.flatMap((file) => file.questions),
  ];
  const all = [
    ...talk.map((message) => ({ message, isQuestion: false })),
    ...questions.map((message) => ({ message, isQuestion: true })),
  ];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}
