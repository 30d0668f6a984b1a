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

const FOLDER = new URL('./questions/', import.meta.url);

export const readCollections = (): Collection[] =>
  readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Collection);
