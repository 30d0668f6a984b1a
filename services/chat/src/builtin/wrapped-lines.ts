const SENTENCE_END = /[.!?。！？؟۔।၊။។…:：]["'”’»)\]」』]*$/u;
const SENTENCE_MARK = /[.!?؟۔।](?=["'”’»)\]]*(?:\s|$))|[。！？။។]/u;
const BEGINS_SMALL = /^["'“‘«„(]?\p{Ll}/u;
/** Begins with a letter of a script without capitals. */
const BEGINS_CASELESS = /^["'“‘«„(「『]?\p{Lo}/u;
const UNSPACED_END =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、，,]$/u;
const UNSPACED_BEGIN =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー、。，]/u;
/** In characters: shorter lines are entries of a list more often than prose. Those without spaces say more with fewer. */
const MIN_WIDTH = 25;
const MIN_WIDTH_UNSPACED = 8;
/** A line is cut for its width when the next word would have come at least this close to the longest line: letters differ in width. */
const MIN_SHARE_OF_WIDTH = 0.6;

/**
 * The lines of a paragraph, with those joined that were cut only because the page was not wider: in PDFs, pictures and texts with a fixed width. Lines
 * of lists, addresses and opening hours stay as they are.
 */
export function withoutWraps(lines: readonly string[]): string[] {
  const trimmed = lines.map((line) => line.trim());
  if (!isProse(trimmed)) return [...lines];
  const width = Math.max(...trimmed.map((line) => line.length));
  const joined: string[] = [];
  for (const [index, line] of trimmed.entries()) {
    const before = trimmed[index - 1];
    const last = joined.at(-1);
    if (before === undefined || last === undefined || !isCutAt(before, line, width)) joined.push(line);
    else joined[joined.length - 1] = `${last}${isUnspaced(before, line) ? '' : ' '}${line}`;
  }
  return joined;
}

/** Whether there are sentences, of which one goes on in the next line. */
function isProse(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map((line) => line.length));
  const goesOn = lines.some((line, index) => {
    const before = lines[index - 1];
    if (before === undefined || SENTENCE_END.test(before)) return false;
    if (isUnspaced(before, line)) return width >= MIN_WIDTH_UNSPACED;
    return width >= MIN_WIDTH && (BEGINS_SMALL.test(line) || BEGINS_CASELESS.test(line));
  });
  return goesOn && lines.some((line) => SENTENCE_MARK.test(line));
}

function isCutAt(before: string, line: string, width: number): boolean {
  if (SENTENCE_END.test(before)) return false;
  const next = isUnspaced(before, line) ? 1 : (line.split(' ', 1)[0]?.length ?? 0) + 1;
  return before.length + next > MIN_SHARE_OF_WIDTH * width;
}

const isUnspaced = (before: string, line: string): boolean => UNSPACED_END.test(before) && UNSPACED_BEGIN.test(line);
