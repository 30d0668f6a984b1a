import { readFileSync } from 'node:fs';
import { readCollections, type Collection, type Question } from './collections.js';

/** By which the form of messages is learned. */
export interface TrainingMessage {
  readonly message: string;
  readonly isQuestion: boolean;
}

/** Small talk and questions about subjects of no text, by language. */
export interface TrainingFile {
  readonly smallTalk: Readonly<Record<string, readonly string[]>>;
  readonly questions: Readonly<Record<string, readonly string[]>>;
}

export const readTrainingFile = (): TrainingFile =>
  JSON.parse(readFileSync(new URL('./gate-training.json', import.meta.url), 'utf8')) as TrainingFile;

export const isForTraining = (_one: unknown, index: number): boolean => index % 2 === 0;

/** Of one language: the half that the report leaves out. */
export const trainingTalk = ({ smallTalk, unseenSmallTalk }: Collection): string[] => [
  ...smallTalk,
  ...unseenSmallTalk.filter(isForTraining),
];
/** As gate.bench.ts halves them: by kind. */
export const trainingQuestions = ({ texts }: Collection): (Question & { readonly title: string })[] =>
  (['plain', 'typo', 'follow-up'] as const).flatMap((kind) =>
    texts
      .flatMap(({ title, questions }) => questions.filter((one) => one.kind === kind).map((one) => ({ ...one, title })))
      .filter(isForTraining),
  );

export function trainingMessages(): TrainingMessage[] {
  const collections = readCollections();
  const file = readTrainingFile();
  const talk = [...collections.flatMap(trainingTalk), ...Object.values(file.smallTalk).flat()];
  const questions = [
    ...collections.flatMap((one) => [
      ...trainingQuestions(one).map(({ question }) => question),
      ...one.foreign.filter(isForTraining),
    ]),
    ...Object.values(file.questions).flat(),
  ];
  return [
    ...talk.map((message) => ({ message, isQuestion: false })),
    ...questions.map((message) => ({ message, isQuestion: true })),
  ];
}
