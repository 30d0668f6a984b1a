import type { MessagePart } from '../discord/message-poster.js';

/** Discord refuses longer messages. It counts code points, of which a text has as many as UTF-16 units or fewer. */
export const MAX_MESSAGE_CHARS = 2000;

interface Segment {
  readonly text: string;
  /** The opening line of a code block, e.g. "```js\n"; null for prose. */
  readonly fence: string | null;
}

const CLOSING = '\n```';
const CODE_BLOCK = /```(?:[\w+#.-]{0,20}\n)?[\s\S]*?(?:```|$)/g;
/** In order of preference: between paragraphs, lines, sentences, words. */
const SEPARATORS = ['\n\n', '\n', '. ', '。', '！', '？', ' ', '、', '，'];

/**
 * Splits a reply into messages of at most `max` UTF-16 units (docs/decisions.md C11). No text is lost, a code block that fits into one
 * message is never split, a longer one is closed and reopened at each cut, and no message is blank.
 */
export function splitMessage(text: string, max = MAX_MESSAGE_CHARS): string[] {
  const parts: string[] = [];
  let current = '';
  for (const segment of segmentsOf(text)) {
    if (current.length + segment.text.length <= max) {
      current += segment.text;
      continue;
    }
    const pieces =
      segment.fence === null
        ? cutProse(segment.text, max, max - current.length)
        : ['', ...cutCode(segment.text, segment.fence, max)];
    pieces[0] = current + (pieces[0] ?? '');
    current = pieces.pop() ?? '';
    parts.push(...pieces);
  }
  return [...parts, current].filter((part) => part.trim() !== '');
}

/** The messages of an answer: its text in as many as it needs, and everything else with the last of them. */
export function messageParts(text: string, attached: MessagePart): MessagePart[] {
  const parts: MessagePart[] = splitMessage(text).map((content) => ({ content }));
  return Object.keys(attached).length === 0 ? parts : [...parts.slice(0, -1), { ...parts.at(-1), ...attached }];
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(CODE_BLOCK)) {
    segments.push({ text: text.slice(end, match.index), fence: null }, { text: closed(match[0]), fence: openingOf(match[0]) });
    end = match.index + match[0].length;
  }
  return [...segments, { text: text.slice(end), fence: null }];
}

/** A model that stops early leaves its last code block open. */
const closed = (block: string): string => (block.length >= 6 && block.endsWith('```') ? block : `${block}${CLOSING}`);

const openingOf = (block: string): string => /^```[\w+#.-]{0,20}\n/.exec(block)?.[0] ?? '```\n';

/** `firstRoom`: the longest first piece; less than `max` when it is appended to a message that has text already. */
function cutProse(text: string, max: number, firstRoom = max): string[] {
  const pieces: string[] = [];
  let rest = text;
  let room = firstRoom;
  while (rest.length > room) {
    const cut = cutAt(rest, room, max);
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
    room = max;
  }
  return [...pieces, rest];
}

function cutCode(block: string, fence: string, max: number): string[] {
  if (block.length <= max) return [block];
  const body = block.slice(block.startsWith(fence) ? fence.length : 3, -3);
  const pieces = cutProse(body, max - fence.length - CLOSING.length);
  return pieces.map((piece) => `${fence}${piece}${piece.endsWith('\n') ? CLOSING.slice(1) : CLOSING}`);
}

function cutAt(text: string, room: number, max: number): number {
  const window = text.slice(0, room);
  // A cut in the first half would make many short messages, so it is the second choice; a cut within a word is the last.
  for (const least of [Math.max(0, room - max / 2), 0]) {
    for (const separator of SEPARATORS) {
      const at = window.lastIndexOf(separator);
      if (at >= least) return at + separator.length;
    }
  }
  if (room < max) return 0;
  const isInsidePair = /[\uD800-\uDBFF]$/.test(window);
  return isInsidePair ? room - 1 : room;
}
