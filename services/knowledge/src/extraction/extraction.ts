/** What can be turned into text; each has a module `extract-<format>` that the child process loads. */
export const FORMATS = ['text', 'html', 'pdf', 'docx'] as const;
export type Format = (typeof FORMATS)[number];

export interface Extraction {
  readonly text: string;
  /** There was more than was allowed. */
  readonly isCut: boolean;
}

/** What an extracting module is given. */
export interface Source {
  readonly bytes: Uint8Array;
  /** The bytes as text, by their byte order mark, their declared character set or as UTF-8. */
  decoded(): string;
  readonly maxChars: number;
}

/** Throws a RangeError for what is too big or too deep, anything else for what is damaged. */
export type ExtractText = (source: Source) => Extraction | Promise<Extraction>;

/** How the child begins its answer; the text follows after a line break. */
export const OUTCOMES = ['whole', 'cut', 'empty', 'damaged', 'protected', 'complex'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why there is no text, in words that the owner of the item reads. */
export const REASONS: Readonly<Record<Exclude<Outcome, 'whole' | 'cut'> | 'slow', string>> = {
  empty: 'No text was found. Scanned pages and pictures of text cannot be read.',
  damaged: 'This could not be read: it is damaged, or not what it claims to be.',
  protected: 'This file is protected by a password. Please upload it without one.',
  complex: 'This is too large or too complex to be read. Please split it, or save it as plain text.',
  slow: 'Reading this took too long. Please split it, or save it as plain text.',
};
