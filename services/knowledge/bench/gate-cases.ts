import { readCollections, readTexts, type Collection, type Question, type TextsOfLanguage } from './collections.js';
import { readAnswered, readTrainingFiles, type TrainingFile } from './training-messages.js';

/** A message that is sent to a bot with texts of all languages, and to one with those of its language only. */
export interface Case {
  readonly kind: Question['kind'] | 'small talk' | 'reaction' | 'foreign question';
  readonly language: string;
  readonly message: string;
  readonly previous?: string | undefined;
  /** The title of the text that answers it. */
  readonly title?: string;
}

/** A question about a text of the language, of which the message is no continuation; in languages without texts an English one. */
export function before(collections: readonly TextsOfLanguage[], language: string, at: number): string {
  const { texts } = collections.find((one) => one.language === language) ?? { texts: [] };
  const others = texts.length > 0 ? texts : collections.flatMap((one) => (one.language === 'english' ? one.texts : []));
  return others[at % others.length]?.questions[0]?.question ?? '';
}

/** Small talk and questions that follow none, and the same messages after a question about another text. */
export const aloneAndAfter = (collections: readonly TextsOfLanguage[], cases: readonly Case[]): Case[] =>
  cases.flatMap((one, at) =>
    one.previous === undefined ? [one, { ...one, previous: before(collections, one.language, at) }] : one,
  );

export const casesOf = ({ language, texts, smallTalk, foreign }: Omit<Collection, 'unseenSmallTalk'>): Case[] => [
  ...texts.flatMap(({ title, questions }) =>
    questions.map(({ kind, question, previous }) => ({ kind, language, message: question, previous, title })),
  ),
  ...smallTalk.map((message) => ({ kind: 'small talk' as const, language, message })),
  ...foreign.map((message) => ({ kind: 'foreign question' as const, language, message })),
];

/** Bots with the texts of one folder, and the messages that are sent to them. */
export interface LearnedBots {
  readonly collections: readonly TextsOfLanguage[];
  readonly cases: readonly Case[];
}

/** What the gate is learned by: bots with the texts of bench/questions, and others with those of bench/texts, which hear the messages of bench/messages. */
export function learnedBots(): LearnedBots[] {
  const [collections, texts] = [readCollections(), readTexts()];
  const files = readTrainingFiles();
  return [
    { collections, cases: aloneAndAfter(collections, [...collections.flatMap(ofCollection), ...answered()]) },
    {
      collections: texts,
      cases: [
        ...aloneAndAfter(
          texts,
          texts.flatMap((one) => casesOf({ ...one, ...NO_MESSAGES })),
        ),
        ...aloneAndAfter(
          texts,
          files.flatMap(({ language, smallTalk }) =>
            casesOf({ language, texts: [], foreign: [], smallTalk: everyOne(smallTalk, 2) }),
          ),
        ),
        ...files.flatMap((file) => ofFile(texts, file)),
      ],
    },
  ];
}

/** One of so many: all of them would take half an hour to search for. */
const everyOne = (messages: readonly string[], of: number): string[] => messages.filter((_one, at) => at % of === 0);
const NO_MESSAGES = { smallTalk: [], foreign: [] };

const ofCollection = (one: Collection): Case[] => casesOf({ ...one, smallTalk: [...one.smallTalk, ...one.unseenSmallTalk] });

const answered = (): Case[] =>
  Object.entries(readAnswered()).flatMap(([language, all]) =>
    all.map(({ question, title, previous }) => {
      const kind = previous === undefined ? ('plain' as const) : ('follow-up' as const);
      return { kind, language, message: question, previous, title };
    }),
  );

/** Small talk about a reply, and questions about no text of these bots. */
const ofFile = (texts: readonly TextsOfLanguage[], { language, reactions, questions }: TrainingFile): Case[] => [
  ...reactions.map((message, at) => ({ kind: 'reaction' as const, language, message, previous: before(texts, language, at) })),
  ...everyOne(questions, 6).flatMap((message, at) => {
    const one = { kind: 'foreign question' as const, language, message };
    return [one, { ...one, previous: before(texts, language, at) }];
  }),
];
