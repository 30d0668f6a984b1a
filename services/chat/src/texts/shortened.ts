const GRANULARITIES = ['sentence', 'word', 'grapheme'] as const;
const SEGMENTERS = GRANULARITIES.map((granularity) => new Intl.Segmenter('und', { granularity }));
const MARK = '…';
/** A sentence that ends earlier than in this share of the room leaves too much of it. */
const MIN_SHARE = 0.5;

/**
 * The longest beginning of a text that fits, with a mark at its end: of whole sentences where they fill half of the room, of whole words, or else of
 * whole characters. The text itself when it fits, and '' when nothing of it does. `fits` is true of a beginning of what it is true of.
 */
export function shortened(text: string, fits: (beginning: string) => boolean): string {
  if (fits(text)) return text;
  const beginnings = SEGMENTERS.map((segmenter) => longestBeginning(text, segmenter, fits));
  const longest = Math.max(...beginnings.map(({ length }) => length));
  return beginnings.find(({ length }) => length > 0 && length >= longest * MIN_SHARE) ?? '';
}

function longestBeginning(text: string, segmenter: Intl.Segmenter, fits: (beginning: string) => boolean): string {
  const ends = Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
  const upTo = (count: number): string => {
    const beginning = text.slice(0, ends[count - 1] ?? 0).trimEnd();
    return beginning === '' ? '' : beginning + MARK;
  };
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(upTo(middle))) low = middle;
    else high = middle - 1;
  }
  return upTo(low);
}
