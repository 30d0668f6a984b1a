/** A part of the text of an item, as the search divides it; `place`: its number among those of the item. */
interface TextPart {
  readonly itemId: string;
  readonly body: string;
  readonly place?: number | undefined;
}

/** Parts that follow one another, as one. */
export interface JoinedParts<P extends TextPart> {
  /** The first of them in the given order, with the text of all. */
  readonly whole: P;
  readonly parts: readonly P[];
}

const PAGE = / ?(\[page \d{1,5}\])$/;
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/;
/** Shorter lines may be equal by chance. */
const MIN_REPEATED_CHARS = 20;
/** A shorter line of headings is not cut. */
const MAX_WHOLE_PATH_CHARS = 100;
/** Longer than the sentences that a part repeats. */
const MAX_REPEATED_CHARS = 600;

/**
 * Each part once, those that follow one another in their item as one text in its order, where the first of them stands. What a part repeats of the one
 * before it is left out: the headings and the page above it, the last sentences, and the header of a table.
 */
export function joinedParts<P extends TextPart>(parts: readonly P[]): JoinedParts<P>[] {
  const byPlace = new Map(parts.map((part) => [keyOf(part, part.place), part]));
  const joined: JoinedParts<P>[] = [];
  const used = new Set<P>();
  for (const part of parts) {
    if (used.has(part)) continue;
    const run = part.place === undefined ? [part] : runAround(part, byPlace);
    for (const each of run) used.add(each);
    const [first = part, ...others] = run;
    let before = first;
    let body = first.body;
    for (const next of others) {
      body += goingOn(before.body, next.body);
      before = next;
    }
    joined.push({ whole: run.length === 1 ? part : { ...part, body }, parts: run });
  }
  return joined;
}

/** The same, but what is longer than `maxChars` together only as far as it fits: parts that come first in the given order before others. */
export function joinedPartsWithin<P extends TextPart>(parts: readonly P[], maxChars: number): P[] {
  return joinedParts(parts).map(({ whole, parts: run }) => {
    if (whole.body.length <= maxChars) return whole;
    const [best = whole, ...others] = parts.filter((part) => run.includes(part));
    let [taken, shown] = [[best], best];
    for (const part of others) {
      const [joined, gap] = joinedParts([...taken, part]);
      if (!joined || gap || joined.whole.body.length > maxChars) continue;
      [taken, shown] = [[...taken, part], joined.whole];
    }
    return shown;
  });
}

const keyOf = ({ itemId }: TextPart, place: number | undefined): string => `${itemId} ${place}`;

function runAround<P extends TextPart>(part: P, byPlace: ReadonlyMap<string, P>): P[] {
  const at = (place: number): P | undefined => byPlace.get(keyOf(part, place));
  let place = part.place ?? 0;
  while (at(place - 1)) place -= 1;
  const run: P[] = [];
  for (let next = at(place); next; next = at((place += 1))) run.push(next);
  return run;
}

/** What a part adds to the one before it, with what separates both. */
function goingOn(before: string, part: string): string {
  const { page, text } = withoutHead(before, part);
  if (page !== '') return `\n\n${page}\n\n${text}`;
  const [first = '', second = '', ...rest] = text.split('\n');
  const isTable = first.startsWith('|');
  if (isTable && TABLE_RULE.test(second) && before.includes(`${first}\n${second}`)) return `\n${rest.join('\n')}`;
  const block = before.slice(before.lastIndexOf('\n\n') + 1).trimStart();
  if (isTable && block.startsWith('|')) return `\n${block.startsWith(`${first}\n`) ? text.slice(first.length + 1) : text}`;
  return isRepeated(before, first) ? `\n${text.slice(first.length + 1)}` : `\n\n${text}`;
}

/** A part without the line of the headings and the page above it, as far as the one before it has them. */
function withoutHead(before: string, part: string): { readonly page: string; readonly text: string } {
  const [line = ''] = part.split('\n', 1);
  const [mark = '', page = ''] = PAGE.exec(line) ?? [];
  const path = line.slice(0, line.length - mark.length);
  const isHead = path === '' ? page !== '' : path.startsWith('# ') && hasHeadings(before, path.slice(2));
  if (!isHead) return { page: '', text: part };
  return { page: before.includes(page) ? '' : page, text: part.slice(line.length).replace(/^\n+/, '') };
}

/** The last of many headings may be cut. */
function hasHeadings(text: string, path: string): boolean {
  const lines = text.split('\n').filter((line) => line.startsWith('#'));
  const known = lines.flatMap((line) => line.replace(/^#+ /, '').replace(PAGE, '').split(' > '));
  const isCut = path.length > MAX_WHOLE_PATH_CHARS;
  return path.split(' > ').every((heading) => known.some((one) => one === heading || (isCut && one.startsWith(heading))));
}

function isRepeated(before: string, line: string): boolean {
  const words = squeezed(line);
  return words.length >= MIN_REPEATED_CHARS && squeezed(before.slice(-MAX_REPEATED_CHARS)).endsWith(words);
}

const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim();
