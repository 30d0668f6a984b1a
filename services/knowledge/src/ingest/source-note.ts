import { DAY_MS, MAX_DESCRIPTIONS_PER_DAY, MAX_PICTURE_BYTES } from '@kith/proto';
import type { Extraction, Parts, PicturesBesideText, Scan, UnreadPictures } from '../extraction/extraction.js';
import type { Description, Undescribed } from './picture-descriptions.js';
import type { ReadSite } from './site-reader.js';

const NAMES: Readonly<Record<Parts['unit'], { readonly one: string; readonly other: string }>> = {
  pages: { one: 'page', other: 'pages' },
  sheets: { one: 'sheet', other: 'sheets' },
  slides: { one: 'slide', other: 'slides' },
  chapters: { one: 'chapter', other: 'chapters' },
  rows: { one: 'row', other: 'rows' },
};

/** What was read of a document, for the owner of the item; null for a plain text that was read whole. */
export function sourceNote({ isTruncated, parts, scan, pictures, unreadPictures }: Omit<Extraction, 'text'>): string | null {
  const notes = [
    partsNote({ isTruncated, parts }) ?? (unreadPictures === undefined ? null : 'Its text was read.'),
    ...(parts && scan ? scanNotes(scan, parts) : []),
    ...(pictures ? besideTextNotes(pictures) : []),
    // Of a PDF they may not have been counted in time.
    unreadPictures === undefined && parts?.unit === 'pages' ? UNCOUNTED_NOTE : unreadPicturesNote(unreadPictures ?? 0),
  ].filter(Boolean);
  return notes.length > 0 ? notes.join(' ') : null;
}

const UNCOUNTED_NOTE = 'Whether larger pictures in it were not read is not known.';

function unreadPicturesNote(count: UnreadPictures): string | null {
  if (count === 0) return null;
  if (count === 'some') return 'Not all pictures in it were read.';
  return count === 1 ? '1 picture in it was not read.' : `${counted(count)} pictures in it were not read.`;
}

/** What was read of the larger pictures on pages with text. */
function besideTextNotes({ tried, recognized }: PicturesBesideText): string[] {
  const of = recognized === tried ? counted(tried) : `${counted(recognized)} of ${counted(tried)}`;
  return [
    tried > 0 && `Text was recognized in ${of} larger ${tried === 1 ? 'picture' : 'pictures'} beside its text.`,
    recognized < tried && ONLY_SCRIPTS,
  ].filter((note) => note !== false);
}

const ONLY_SCRIPTS = 'Only Latin, Japanese and Chinese letters are recognized.';

/** What was read on pages that are pictures; nothing where the pages without text are empty. */
function scanNotes({ withoutText, tried, pictures, recognized, unread }: Scan, { read }: Parts): string[] {
  const of = `${counted(pictures)} of ${counted(read)} ${read === 1 ? 'page is a picture' : `pages ${pictures === 1 ? 'is a picture' : 'are pictures'}`}`;
  const left = withoutText - tried;
  return [
    pictures > 0 && `${of}; text was recognized on ${counted(recognized)}.`,
    recognized < pictures && ONLY_SCRIPTS,
    unread > 0 &&
      `${counted(unread)} ${unread === 1 ? 'page is a picture that has' : 'pages are pictures that have'} more than 20 million pixels or ${unread === 1 ? 'is' : 'are'} of a kind that cannot be read: what ${unread === 1 ? 'it says' : 'they say'} is not known.`,
    left > 0 &&
      `${counted(left)} ${left === 1 ? 'page' : 'pages'} without text could not be looked at: what such a picture says is not known.`,
  ].filter((note) => note !== false);
}

function partsNote({ isTruncated, parts }: Pick<Extraction, 'isTruncated' | 'parts'>): string | null {
  const isPartial = parts !== undefined && parts.read < parts.total;
  if (isPartial) return `Only the first ${counted(parts.read)} of ${named(parts)} could be read. The rest is not known.`;
  if (isTruncated) return TOO_LONG_NOTE;
  return parts ? `${named(parts)} read.` : null;
}

/** The last sentence of the note while pages without text, or pictures beside a text, wait to be read, and when they could not be read. */
const SCAN_NOTES = {
  pages: {
    due: 'Its pages without text are being read as pictures: that takes some minutes.',
    failed: 'Its pages without text could not be read as pictures: what is on them is not known.',
  },
  pictures: {
    due: 'It is being checked whether larger pictures in it have text: that takes some minutes.',
    failed: 'It could not be checked whether larger pictures in it have text: what they say is not known.',
  },
} as const;

/** The note of what was read so far of a document. */
export const noteBeforeScans = (note: string | null, due: keyof typeof SCAN_NOTES): string =>
  [note, SCAN_NOTES[due].due].filter(Boolean).join(' ');

/** The same when its pages could not be read as pictures, or the pictures beside its text. */
export function noteWithoutScans(note: string | null, reason?: string): string {
  const { due, failed } = note?.includes(SCAN_NOTES.pictures.due) ? SCAN_NOTES.pictures : SCAN_NOTES.pages;
  return [note?.replace(due, '').trim(), failed, reason].filter(Boolean).join(' ');
}

/** For a text with more chunks than an item may have. */
export const TOO_LONG_NOTE = 'This is longer than 2,000 passages: only its beginning is known.';

const named = ({ unit, total }: Parts): string => `${counted(total)} ${total === 1 ? NAMES[unit].one : NAMES[unit].other}`;

const counted = (count: number): string => count.toLocaleString('en');

/** The same for pictures, whose text is recognized. */
const PICTURE_NOTES = {
  read: 'The text in this picture was read.',
  // Of other scripts there are no models (docs/decisions.md W8): a picture of them is no picture without text.
  empty: 'No text in Latin, Japanese or Chinese letters was found in this picture.',
  failed: 'The text in this picture could not be read.',
  tooLarge: 'This picture has more than 20 million pixels, too many to read its text.',
} as const;
export type PictureText = keyof typeof PICTURE_NOTES;

/** Why nobody described a picture, and what its owner can do: a file is read once, so that saving its item does not try again. */
const UNDESCRIBED_NOTES: Readonly<Record<Undescribed, string>> = {
  seesNone: '',
  tooLarge: `What it shows was not described, because it is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB. For a description, delete it and upload a smaller copy.`,
  dailyLimit: `What it shows was not described, because at most ${MAX_DESCRIPTIONS_PER_DAY} pictures are in 24 hours. For a description, delete it and upload it again a day later.`,
  refused: 'The language model did not describe what it shows. You can add that to its text.',
  ownKey:
    'What it shows was not described, because your own API key did not work. For a description, delete it and upload it again when the key works.',
  failed:
    'What it shows was not described, because the language model did not answer. For a description, delete it and upload it again later.',
};

/** `description`: absent where no language model was asked for one. */
export function pictureNote(text: PictureText, description?: Description): string {
  if (description?.isDescribed) return `${PICTURE_NOTES[text]} ${description.by} described what it shows.`;
  const why = description ? UNDESCRIBED_NOTES[description.why] : '';
  return [PICTURE_NOTES[text], why, text !== 'read' && 'It is found by its title and tags.'].filter(Boolean).join(' ');
}

/** The same for a page, which is read again and again. */
export const pageNote = (extraction: Omit<Extraction, 'text'>, readAt: Date): string =>
  [readOn(readAt), sourceNote(extraction)].filter(Boolean).join(' ');

/** The note of a page that is unchanged: `note` of the same text, with the new date, and without that it could not be read meanwhile. */
export const unchangedPageNote = (note: string | null, readAt: Date): string =>
  readOn(readAt) + lastReadingIn(note).replace(READ_ON, '');

const READ_ON = /Read on [^,]{1,40}, and again about once a week\./;
/** The note of the last reading that did not fail; empty when there is none. */
const lastReadingIn = (note: string | null): string => note?.slice(READ_ON.exec(note)?.index ?? note.length) ?? '';
const readOn = (date: Date): string => `Read on ${dayOf(date)}, and again about once a week.`;

/** The same for the pages of a website. */
export function siteNote({ read, total, isTruncated, unreadPictures }: Omit<ReadSite, 'text'>, readAt: Date): string {
  const pages = total === 1 ? ONE_PAGE_NOTE : `${counted(read)} of ${counted(total)} pages of this website read.`;
  return [readOn(readAt), pages, isTruncated && TOO_LONG_NOTE, unreadPicturesNote(unreadPictures)].filter(Boolean).join(' ');
}

const ONE_PAGE_NOTE = 'This website lists no other pages in a sitemap, so only this one was read.';

/** The note of a page that could not be read again, with what `note` says of its text. Pictures in it that were due are not read any more. */
export function keptPageNote(note: string | null, reason: string, triedAt: Date): string {
  const failure = `On ${dayOf(triedAt)} it could not be read again, and its earlier text is kept. ${reason}`;
  const known = Object.values(SCAN_NOTES).reduce((said, { due, failed }) => said.replace(due, failed), lastReadingIn(note));
  return [failure, known].filter(Boolean).join(' ');
}

/** Why a page could not be read the first time for a reason that may pass, and when it is tried again; `waitMs`: undefined when it is not any more. */
export function failedPageNote(reason: string, failures: number, waitMs: number | undefined): string {
  if (waitMs === undefined) return `${reason} It was tried ${failures} times and is not tried again by itself.`;
  return `${reason} It is tried again in about ${waitMs < DAY_MS ? 'an hour' : 'a day'}.`;
}

const dayOf = (date: Date): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
