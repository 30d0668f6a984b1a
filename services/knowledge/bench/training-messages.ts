import { readdirSync, readFileSync } from 'node:fs';
import { readCollections, readTexts } from './collections.js';

/** By which the form of messages is learned. `follow-up`: what continues a question; `reaction`: small talk about a reply. */
export interface TrainingMessage {
  readonly message: string;
  readonly kind: 'question' | 'follow-up' | 'small talk' | 'reaction';
}

/** Messages of one language that belong to no text. */
export interface TrainingFile {
  readonly language: string;
  readonly smallTalk: readonly string[];
  readonly reactions: readonly string[];
  readonly questions: readonly string[];
  readonly followUps: readonly string[];
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
  const asked = [
    ...[...collections, ...readTexts()].flatMap(({ texts }) => texts.flatMap(({ questions }) => questions)),
    ...Object.values(readAnswered()).flat(),
  ];
  const messagesOf = (kind: TrainingMessage['kind'], messages: readonly string[]): TrainingMessage[] =>
    messages.map((message) => ({ message, kind }));
  const all = [
    ...collections.flatMap((one) => messagesOf('small talk', [...one.smallTalk, ...one.unseenSmallTalk])),
    ...files.flatMap(({ smallTalk, reactions }) => [
      ...messagesOf('small talk', smallTalk),
      ...messagesOf('reaction', reactions),
    ]),
    ...collections.flatMap(({ foreign }) => messagesOf('question', foreign)),
    ...asked.flatMap(({ question, previous }) => messagesOf(previous === undefined ? 'question' : 'follow-up', [question])),
    ...files.flatMap(({ questions, followUps }) => [...messagesOf('question', questions), ...messagesOf('follow-up', followUps)]),
  ];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}
