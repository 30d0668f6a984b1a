import {
  END_OF_TEXT,
  OUTCOMES,
  PART_UNITS,
  type Extraction,
  type Outcome,
  type Parts,
  type PicturesBesideText,
  type Scan,
  type UnreadPictures,
} from './extraction.js';

/** What the process that reads a document answered. */
export interface Read {
  readonly outcome: Outcome;
  readonly extraction: Extraction;
}

/** Checks everything about the output, because a document may have taken control of the child. */
export function parseOutput(output: string): Read {
  const [first = '', picturesOfFirst, second = '', picturesOfSecond, end] = output.split(END_OF_TEXT, 5);
  // The second one counts when it was sent to its end.
  return end === undefined ? readOf(first, picturesOfFirst) : readOf(second, picturesOfSecond);
}

function readOf(sent: string, pictures: string | undefined): Read {
  const end = sent.indexOf('\n');
  const [known, ...counts] = sent.slice(0, Math.max(end, 0)).split(' ');
  // A child whose heap is full ends without output, or within the text.
  const outcome: Outcome = (pictures !== undefined && OUTCOMES.find((name) => name === known)) || 'complex';
  const extraction = {
    text: sent.slice(end + 1),
    isTruncated: outcome === 'truncated',
    parts: partsOf(counts),
    scan: scanOf(counts.slice(3)),
    pictures: picturesOf(counts.slice(8)),
    unreadPictures: unreadOf(pictures),
  };
  return { outcome, extraction };
}

function unreadOf(given: string | undefined): UnreadPictures | undefined {
  const count = countOf(given);
  return given === 'some' ? given : Number.isNaN(count) ? undefined : count;
}

/** NaN for anything but a whole number of at most nine digits. */
const countOf = (given = ''): number => (/^\d{1,9}$/.test(given) ? Number(given) : NaN);

function partsOf([name, ...counts]: readonly string[]): Parts | undefined {
  const unit = PART_UNITS.find((known) => known === name);
  const [read = NaN, total = NaN] = counts.map(countOf);
  return unit && !Number.isNaN(read + total) ? { unit, read, total } : undefined;
}

function scanOf(given: readonly string[]): Scan | undefined {
  const [withoutText = NaN, tried = NaN, pictures = NaN, recognized = NaN, unread = NaN] = given.map(countOf);
  const areCounts = !Number.isNaN(withoutText + tried + pictures + recognized + unread);
  return areCounts ? { withoutText, tried, pictures, recognized, unread } : undefined;
}

function picturesOf(given: readonly string[]): PicturesBesideText | undefined {
  const [tried = NaN, recognized = NaN] = given.map(countOf);
  return Number.isNaN(tried + recognized) ? undefined : { tried, recognized };
}
