import { badField, MAX_KNOWLEDGE_CHARS, type KnowledgeItem as Item, type KnowledgeSummary as Summary } from '@kith/proto';
import type { KnowledgeItemEntity } from './knowledge-item.entity.js';

/** The text of a longer item is shown with this much of the extracted text, so that a form has room for a note above it. */
const SHOWN_EXTRACTED_CHARS = 150_000;

const CORRECTION_REFUSED =
  'Only the beginning of this text is shown, so it cannot be corrected here. Please change the file or page itself. You can write a note above the text.';

/** Between the owner's text and the extracted text. */
export const TEXT_SEPARATOR = '\n\n';

type Texts = Pick<KnowledgeItemEntity, 'content' | 'extracted'>;

/** The whole text of an item, as it is searched. */
export const textOf = ({ content, extracted }: Texts): string =>
  content === '' || extracted === '' ? content + extracted : content + TEXT_SEPARATOR + extracted;

/** What is shown of the text, and sent back by a form: all of it, or its beginning where it is longer than a form may send. */
const shownTextOf = ({ content, extracted }: Texts): string =>
  textOf({ content, extracted: shownPartOf({ content, extracted }) });

function shownPartOf(item: Texts): string {
  const isShort = textOf(item).length <= MAX_KNOWLEDGE_CHARS;
  // No surrogate pair is split.
  return isShort
    ? item.extracted
    : item.extracted
        .slice(0, SHOWN_EXTRACTED_CHARS)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
}

/** The length of the excerpts in lists, in code points. */
export const EXCERPT_CHARS = 200;

/** The beginning of a text. Counts code points, as `left(text, EXCERPT_CHARS)` of Postgres does, so no surrogate pair is split. */
export const excerptOf = (text: string): string =>
  Array.from(text.slice(0, 2 * EXCERPT_CHARS))
    .slice(0, EXCERPT_CHARS)
    .join('');

/**
 * The owner's and the extracted text after the whole text was edited to `text`. Forms send the whole text back. If it still ends with the
 * extracted text, what stands before is the owner's note; otherwise the owner corrected the extracted text, and all of it is the owner's. BAD_INPUT
 * for a correction of a text of which only the beginning is shown: the rest would be lost.
 */
export function applyEditedText(item: Texts, text: string): Texts {
  const { extracted } = item;
  const shown = shownPartOf(item);
  const whole = text.trimEnd();
  const before = whole.slice(0, Math.max(0, whole.length - shown.length));
  const note = before.trimEnd();
  // Text before the extracted text on the same line is a correction, not a note.
  const isNote = note === '' || before.slice(note.length).includes('\n');
  const isKept = extracted !== '' && whole.endsWith(shown) && isNote;
  if (!isKept && shown !== extracted) throw badField('content', CORRECTION_REFUSED);
  return isKept ? { content: note, extracted } : { content: text, extracted: '' };
}

/** An item with an excerpt in place of its texts. */
export type ItemExcerpt = Pick<
  KnowledgeItemEntity,
  | 'id'
  | 'botId'
  | 'title'
  | 'type'
  | 'tags'
  | 'activation'
  | 'keywords'
  | 'position'
  | 'status'
  | 'statusReason'
  | 'fileUrl'
  | 'fileKey'
  | 'createdAt'
> & { readonly excerpt: string };

/** An item as its owner sees it in a list. */
export const toSummary = ({ fileKey, createdAt, ...item }: ItemExcerpt): Summary => ({
  ...item,
  fileUrl: fileKey === null ? item.fileUrl : `/api/bots/${item.botId}/knowledge/${item.id}/file`,
  createdAt: createdAt.toISOString(),
});

/** An item as its owner sees it. */
export function toItem(item: KnowledgeItemEntity): Item {
  const { id, botId, title, type, tags, activation, keywords, position, status, statusReason, fileUrl, fileKey, createdAt } =
    item;
  const content = shownTextOf(item);
  const excerpt = excerptOf(content);
  const summary = toSummary({
    id,
    botId,
    title,
    type,
    tags,
    activation,
    keywords,
    position,
    status,
    statusReason,
    fileUrl,
    fileKey,
    createdAt,
    excerpt,
  });
  return { ...summary, content };
}

/** What is shown of an item whose content is hidden: no text, key words or URL (docs/decisions.md W3). */
export const toTitleOnly = (item: Summary): Summary => ({ ...item, excerpt: '', keywords: [], fileUrl: null });
