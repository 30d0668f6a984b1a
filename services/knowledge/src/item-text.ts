import type { KnowledgeItem } from './knowledge-item.entity.js';

/** What one item holds at most, its owner's words and what was read together (proto, CreateKnowledgeInput). */
export const MAX_CHARS = 200_000;

/** What stands between the two. */
export const GAP = '\n\n';

type Texts = Pick<KnowledgeItem, 'content' | 'extracted'>;

/** All text of an item: what is shown, and what is searched. */
export const textOf = ({ content, extracted }: Texts): string =>
  content === '' || extracted === '' ? content + extracted : content + GAP + extracted;

/** How many characters (code points) of a text a list shows. */
export const EXCERPT_CHARS = 200;

/** How a text begins. The same as `left(text, EXCERPT_CHARS)` of Postgres: no sign of two units is cut in its middle. */
export const excerptOf = (text: string): string =>
  Array.from(text.slice(0, 2 * EXCERPT_CHARS))
    .slice(0, EXCERPT_CHARS)
    .join('');

/** How much may still be read in addition to what its owner wrote. */
export const roomFor = ({ content }: Texts): number => Math.max(0, MAX_CHARS - content.length - GAP.length);

/**
 * What becomes of the two when the whole text is saved as `text`: forms send it back as they got it, with another note before it, or
 * corrected, and then all of it is the owner's.
 */
export function withText(item: Texts, text: string): Texts {
  const { extracted } = item;
  const whole = text.trimEnd();
  const before = whole.slice(0, Math.max(0, whole.length - extracted.length));
  const note = before.trimEnd();
  // Words before it on its own line correct it.
  const isNote = note === '' || before.slice(note.length).includes('\n');
  const isKept = extracted !== '' && whole.endsWith(extracted) && isNote;
  return isKept ? { content: note, extracted } : { content: text, extracted: '' };
}
