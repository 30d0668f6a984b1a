/** The formats of documents; each has a module `extract-<format>`, which the child process loads. */
export const FORMATS = ['text', 'csv', 'json', 'html', 'pdf', 'docx', 'xlsx', 'pptx', 'epub', 'picture', 'scan'] as const;
export type Format = (typeof FORMATS)[number];

/** The most text of a document: about 2,000 chunks of the search index. */
export const MAX_EXTRACTED_CHARS = 3_200_000;

/** What a document consists of, as its owner counts it. */
export const PART_UNITS = ['pages', 'sheets', 'slides', 'chapters', 'rows'] as const;
export type PartUnit = (typeof PART_UNITS)[number];

/** How many parts of a document were read, from its beginning. */
export interface Parts {
  readonly unit: PartUnit;
  readonly read: number;
  readonly total: number;
}

/** Of the pages of a PDF that were read. */
export interface Scan {
  readonly withoutText: number;
  /** Of those without text: how many were looked at, how many of them are pictures, and on how many text was recognized. */
  readonly tried: number;
  readonly pictures: number;
  readonly recognized: number;
  /** On how many pages there are pictures that were not decoded, as they are too large or of a kind that is not known. */
  readonly unread: number;
}

/** Of the larger pictures on pages of a PDF that have text: how many different ones were looked at, and in how many text was recognized. */
export interface PicturesBesideText {
  readonly tried: number;
  readonly recognized: number;
}

export interface Extraction {
  readonly text: string;
  /** Whether the document has more text than this. */
  readonly isTruncated: boolean;
  /** Absent for a document that has no parts, such as a plain text. */
  readonly parts?: Parts | undefined;
  /** Of a PDF. */
  readonly scan?: Scan | undefined;
  /** Of a PDF; absent where they were not looked at. */
  readonly pictures?: PicturesBesideText | undefined;
  /** How many pictures in the document are not read: `some` where not all were counted; absent where it is not known. */
  readonly unreadPictures?: UnreadPictures | undefined;
}

export type UnreadPictures = number | 'some';

/**
 * What an extraction module returns. Pictures that take long to count are counted by a function, after the text was sent. `more` reads further after
 * that; what it returns takes the place of this, unless it fails or the process ends before.
 */
export interface Extracted extends Omit<Extraction, 'unreadPictures'> {
  readonly unreadPictures?: UnreadPictures | (() => Promise<UnreadPictures | undefined>) | undefined;
  readonly more?: (() => Promise<Extracted>) | undefined;
}

/** The input of an extraction module. */
export interface Source {
  readonly bytes: Uint8Array;
  /** The bytes as text, by their byte order mark, their declared character set, or the one that they look like. */
  decoded(): string;
  readonly maxChars: number;
}

/** Throws a RangeError for a document that is too large or too deep, any other error for a damaged one. */
export type ExtractText = (source: Source) => Extracted | Promise<Extracted>;

/**
 * Ends the text in the child's output. What follows may be missing: the number of unread pictures, or `some`; then a second output that takes the place
 * of this one, between two such marks.
 */
export const END_OF_TEXT = '\0';

/** The child's output begins with a line of one of these, and the parts, the scan and the pictures where there are any; the text follows after it. */
export const OUTCOMES = ['complete', 'truncated', 'empty', 'damaged', 'protected', 'complex'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a document has no text, for the owner of the item. */
export const FAILURE_TEXTS: Readonly<
  Record<Exclude<Outcome, 'complete' | 'truncated'> | 'slow' | 'scanned' | 'unread' | 'pictures', string>
> = {
  empty: 'No text was found.',
  pictures: 'No text was found: pictures within a file or page are not read. Please upload them as pictures.',
  // Of other scripts there are no models (docs/decisions.md W8).
  scanned: 'No text was found: its pages are pictures, and no text in Latin, Japanese or Chinese letters was recognized on them.',
  unread:
    'No text was found: its pages are pictures that have more than 20 million pixels or are of a kind that cannot be read. Please scan them with 300 dpi.',
  damaged: 'This could not be read: it is damaged, or not what it claims to be.',
  protected: 'This file is protected by a password or a copy protection. Please upload one without.',
  complex: 'This is too large or too complex to be read. Please split it, or save it as plain text.',
  slow: 'Reading this took too long. Please split it, or save it as plain text.',
};
