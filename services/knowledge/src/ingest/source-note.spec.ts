import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@kith/proto';
import type { Undescribed } from './picture-descriptions.js';
import {
  failedPageNote,
  keptPageNote,
  noteBeforeScans,
  noteWithoutScans,
  pageNote,
  pictureNote,
  siteNote,
  sourceNote,
  TOO_LONG_NOTE,
  unchangedPageNote,
} from './source-note.js';

describe('sourceNote', () => {
  it.each([
    [{ isTruncated: false }, null],
    [{ isTruncated: true }, 'This is longer than 2,000 passages: only its beginning is known.'],
    [{ isTruncated: false, parts: { unit: 'pages', read: 1, total: 1 }, unreadPictures: 0 }, '1 page read.'],
    [{ isTruncated: false, parts: { unit: 'sheets', read: 3, total: 3 } }, '3 sheets read.'],
    [
      { isTruncated: true, parts: { unit: 'slides', read: 3, total: 3 } },
      'This is longer than 2,000 passages: only its beginning is known.',
    ],
    [
      { isTruncated: true, parts: { unit: 'pages', read: 500, total: 20_000 }, unreadPictures: 0 },
      'Only the first 500 of 20,000 pages could be read. The rest is not known.',
    ],
    [{ isTruncated: false, unreadPictures: 0 }, 'Its text was read.'],
    [{ isTruncated: false, unreadPictures: 1 }, 'Its text was read. 1 picture in it was not read.'],
    [
      { isTruncated: false, parts: { unit: 'pages', read: 350, total: 350 }, unreadPictures: 'some' },
      '350 pages read. Not all pictures in it were read.',
    ],
    [
      { isTruncated: false, parts: { unit: 'pages', read: 350, total: 350 } },
      '350 pages read. Whether larger pictures in it were not read is not known.',
    ],
    [{ isTruncated: false, parts: { unit: 'rows', read: 350, total: 350 } }, '350 rows read.'],
    [
      { isTruncated: false, parts: { unit: 'slides', read: 2, total: 2 }, unreadPictures: 1500 },
      '2 slides read. 1,500 pictures in it were not read.',
    ],
    [
      { isTruncated: true, unreadPictures: 3 },
      'This is longer than 2,000 passages: only its beginning is known. 3 pictures in it were not read.',
    ],
  ] as const)('says what was read of a document: %j', (extraction, words) => {
    expect(sourceNote(extraction)).toBe(words);
  });
});

describe('the note of a picture', () => {
  const described = { isDescribed: true, text: 'A heron.', by: 'GPT-4o' } as const;
  const missing = <Why extends Undescribed>(why: Why) => ({ isDescribed: false, why }) as const;

  it.each([
    ['read', undefined, 'The text in this picture was read.'],
    ['read', missing('seesNone'), 'The text in this picture was read.'],
    ['read', described, 'The text in this picture was read. GPT-4o described what it shows.'],
    [
      'empty',
      undefined,
      'No text in Latin, Japanese or Chinese letters was found in this picture. It is found by its title and tags.',
    ],
    [
      'empty',
      described,
      'No text in Latin, Japanese or Chinese letters was found in this picture. GPT-4o described what it shows.',
    ],
    [
      'empty',
      missing('tooLarge'),
      'No text in Latin, Japanese or Chinese letters was found in this picture. What it shows was not described, because it is larger than 3.5 MB. For a description, delete it and upload a smaller copy. It is found by its title and tags.',
    ],
  ] as const)('says what became of its text (%s) and of its description (%j)', (text, description, words) => {
    expect(pictureNote(text, description)).toBe(words);
  });

  it.each([
    ['tooLarge', /larger than 3\.5 MB.* upload a smaller copy\.$/],
    ['dailyLimit', /at most 20 pictures are in 24 hours.* upload it again a day later\.$/],
    ['ownKey', /your own API key did not work.* upload it again when the key works\.$/],
    ['failed', /the language model did not answer.* upload it again later\.$/],
    ['refused', /did not describe what it shows\. You can add that to its text\.$/],
  ] as const)('says why nobody described it, and what to do: %s', (why, words) => {
    expect(pictureNote('read', missing(why))).toMatch(words);
  });
});

describe('the note of a page', () => {
  const day = new Date('2026-03-04T23:30:00Z');

  it('says when it was read, and what of it', () => {
    expect(pageNote({ isTruncated: false }, day)).toBe('Read on 4 March 2026, and again about once a week.');
    const parts = { unit: 'pages', read: 3, total: 3 } as const;
    expect(pageNote({ isTruncated: false, parts, unreadPictures: 0 }, day)).toMatch(/a week\. 3 pages read\.$/);
  });

  it('says how many of its pictures, or of those of a website, were not read', () => {
    const readOn = 'Read on 4 March 2026, and again about once a week.';
    expect(pageNote({ isTruncated: false, unreadPictures: 2 }, day)).toBe(
      `${readOn} Its text was read. 2 pictures in it were not read.`,
    );
    const site = { read: 3, total: 9, isTruncated: false };
    expect(siteNote({ ...site, unreadPictures: 7 }, day)).toBe(
      `${readOn} 3 of 9 pages of this website read. 7 pictures in it were not read.`,
    );
    expect(siteNote({ ...site, unreadPictures: 0 }, day)).toBe(`${readOn} 3 of 9 pages of this website read.`);
  });

  it.each([
    [1, HOUR_MS, 'No answer. It is tried again in about an hour.'],
    [2, DAY_MS, 'No answer. It is tried again in about a day.'],
    [5, undefined, 'No answer. It was tried 5 times and is not tried again by itself.'],
  ])('says after %i failures of the first reading when it is tried again', (failures, waitMs, words) => {
    expect(failedPageNote('No answer.', failures, waitMs)).toBe(words);
  });

  it('says of an unchanged page when it was read again, and what was read of it', () => {
    const earlier = new Date('2026-02-25T12:00:00Z');
    const extraction = { isTruncated: false, unreadPictures: 2 };
    expect(unchangedPageNote(pageNote(extraction, earlier), day)).toBe(pageNote(extraction, day));
    const plain = pageNote({ isTruncated: false }, day);
    for (const note of [null, keptPageNote(null, 'The page is gone.', earlier), pageNote({ isTruncated: false }, earlier)])
      expect(unchangedPageNote(note, day)).toBe(plain);
  });

  it('says why it could not be read again, before what was read of it, which an unchanged page has again', () => {
    const failed = 'On 4 March 2026 it could not be read again, and its earlier text is kept. The page is gone.';
    expect(keptPageNote(null, 'The page is gone.', day)).toBe(failed);
    const earlier = new Date('2026-02-25T12:00:00Z');
    const extraction = { isTruncated: false, unreadPictures: 2 };
    const once = keptPageNote(pageNote(extraction, earlier), 'No answer.', earlier);
    const twice = keptPageNote(once, 'The page is gone.', day);
    expect(twice).toBe(`${failed} ${pageNote(extraction, earlier)}`);
    expect(unchangedPageNote(twice, day)).toBe(pageNote(extraction, day));
  });

  it('says of a scan that the failed reading ended that it failed', () => {
    const note = noteBeforeScans(pageNote({ isTruncated: false }, day), 'pictures');
    expect(keptPageNote(note, 'The page is gone.', day)).toMatch(
      / a week\. It could not be checked whether larger pictures in it have text: what they say is not known\.$/,
    );
  });
});

describe('what was read of scanned pages', () => {
  const note = ([read = 0, withoutText = 0, tried = 0, pictures = 0, recognized = 0, unread = 0]: readonly number[]) =>
    sourceNote({
      isTruncated: false,
      parts: { unit: 'pages', read, total: read },
      scan: { withoutText, tried, pictures, recognized, unread },
      unreadPictures: 0,
    });

  it.each([
    [[12, 3, 3, 3, 3], '12 pages read. 3 of 12 pages are pictures; text was recognized on 3.'],
    [[1, 1, 1, 1, 1], '1 page read. 1 of 1 page is a picture; text was recognized on 1.'],
    [[2, 1, 1, 0, 0], '2 pages read.'],
    [
      [12, 3, 3, 3, 1],
      '12 pages read. 3 of 12 pages are pictures; text was recognized on 1. Only Latin, Japanese and Chinese letters are recognized.',
    ],
    [
      [40, 35, 30, 30, 30],
      '40 pages read. 30 of 40 pages are pictures; text was recognized on 30. 5 pages without text could not be looked at: what such a picture says is not known.',
    ],
    [
      [3, 1, 1, 0, 0, 1],
      '3 pages read. 1 page is a picture that has more than 20 million pixels or is of a kind that cannot be read: what it says is not known.',
    ],
    [
      [4, 3, 3, 1, 1, 2],
      '4 pages read. 1 of 4 pages is a picture; text was recognized on 1. 2 pages are pictures that have more than 20 million pixels or are of a kind that cannot be read: what they say is not known.',
    ],
    [[2, 1, 0, 0, 0], '2 pages read. 1 page without text could not be looked at: what such a picture says is not known.'],
  ] as const)('is said of %j', (counts, words) => {
    expect(note(counts)).toBe(words);
  });
});

describe('what was read of pictures beside a text', () => {
  const note = (tried: number, recognized: number, unreadPictures: number) =>
    sourceNote({
      isTruncated: false,
      parts: { unit: 'pages', read: 2, total: 2 },
      pictures: { tried, recognized },
      unreadPictures,
    });

  it.each([
    [0, 0, 2, '2 pages read. 2 pictures in it were not read.'],
    [1, 1, 0, '2 pages read. Text was recognized in 1 larger picture beside its text.'],
    [30, 30, 1, '2 pages read. Text was recognized in 30 larger pictures beside its text. 1 picture in it was not read.'],
    [
      3,
      1,
      0,
      '2 pages read. Text was recognized in 1 of 3 larger pictures beside its text. Only Latin, Japanese and Chinese letters are recognized.',
    ],
  ])('is said of %i looked at, %i with text and %i others', (tried, recognized, others, words) => {
    expect(note(tried, recognized, others)).toBe(words);
  });

  it.each([
    [
      'pages',
      /^2 pages read\. Its pages without text are being read/,
      /^2 pages read\. Its pages without text could not be read/,
    ],
    [
      'pictures',
      /^2 pages read\. It is being checked whether larger pictures in it have text: that takes some minutes\.$/,
      /^2 pages read\. It could not be checked whether larger pictures in it have text: what they say is not known\./,
    ],
  ] as const)('says of %s while they are read and when they could not be', (due, before, failed) => {
    const words = noteBeforeScans('2 pages read.', due);
    expect(words).toMatch(before);
    expect(noteWithoutScans(words, 'Please delete something.')).toMatch(failed);
    const cut = noteWithoutScans(`${words} ${TOO_LONG_NOTE}`, 'Please delete something.');
    expect(cut).toMatch(due === 'pictures' ? /It could not be checked whether larger pictures/ : /without text could not/);
    expect(cut).not.toMatch(/being (?:read|checked)/);
    expect(cut).toMatch(/Please delete something\.$/);
  });
});
