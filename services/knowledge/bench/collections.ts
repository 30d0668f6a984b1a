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

const readFolder = (folder: URL): Collection[] =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Collection);

export const readCollections = (): Collection[] => readFolder(new URL('./questions/', import.meta.url));

/** By which nothing was learned or chosen, and whose texts no other measurement has. */
export const readUnseen = (): Collection[] =>
  readFolder(new URL('./unseen/', import.meta.url)).map((one) => ({ ...one, unseenSmallTalk: [], foreign: [] }));

/** The same, written later by one who knew neither the gate nor a message of the other sets; also has questions that no text answers. */
export const readSecondUnseen = (): Collection[] =>
  readFolder(new URL('./unseen-2/', import.meta.url)).map((one) => ({ ...one, unseenSmallTalk: [] }));
