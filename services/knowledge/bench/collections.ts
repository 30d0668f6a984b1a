import { readdirSync, readFileSync } from 'node:fs';

export interface Question {
  readonly kind: 'plain' | 'typo' | 'follow-up';
  readonly question: string;
  readonly previous?: string;
}

/** The texts of one language with questions that they answer, and messages that they do not. */
export interface Collection {
  readonly language: string;
  readonly texts: readonly { readonly title: string; readonly text: string; readonly questions: readonly Question[] }[];
  /** Messages by which the words of everyday talk were listed. */
  readonly smallTalk: readonly string[];
  /** Written after them. */
  readonly unseenSmallTalk: readonly string[];
  /** Questions that look answerable and are not. */
  readonly foreign: readonly string[];
}

const readFolder = <One>(folder: URL): One[] =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as One);

/** Texts of one language with questions that they answer. */
export type TextsOfLanguage = Pick<Collection, 'language' | 'texts'>;

export const readCollections = (): Collection[] => readFolder<Collection>(new URL('./questions/', import.meta.url));

/** By which the gate is learned, beside those, and nothing is measured. */
export const readTexts = (): TextsOfLanguage[] => readFolder<TextsOfLanguage>(new URL('./texts/', import.meta.url));

/**
 * The sets by which no weight was learned, and whose texts no other measurement has. The second was written later by one who knew neither the gate nor a
 * message of the first, the third after both; features of the gate were chosen by the first two, its levels by all. The fourth was written beside the messages of
 * bench/messages, by another. All but the first also have questions that no text answers.
 */
export const UNSEEN_SETS = ['unseen', 'unseen-2', 'unseen-3', 'unseen-4'] as const;

export const readUnseen = (folder: (typeof UNSEEN_SETS)[number]): Collection[] =>
  readFolder<Omit<Collection, 'foreign'> & Partial<Collection>>(new URL(`./${folder}/`, import.meta.url)).map(
    ({ foreign = [], ...one }) => ({ ...one, foreign, unseenSmallTalk: [] }),
  );
