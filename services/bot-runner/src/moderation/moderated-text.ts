import type { APIMessage } from 'discord-api-types/v10';

/** More than a long message, its embeds and a poll have together. */
export const MAX_MODERATED_CHARS = 12_000;
const MAX_PARTS = 25;

/**
 * All the text that a message shows: its own, that of the message that it forwards, which Discord does not put into the content, and that of
 * a poll. Only the content has been seen to be always there, so everything else is read as something unknown.
 */
export function moderatedTextOf({
  content,
  message_snapshots: snapshots,
  poll,
}: Pick<APIMessage, 'content' | 'message_snapshots' | 'poll'>): string {
  // Most messages have neither.
  if (!snapshots && !poll) return content;
  const forwarded = listOf(snapshots).flatMap((snapshot) => textsOfForwarded(fieldOf(snapshot, 'message')));
  const answers = listOf(fieldOf(poll, 'answers')).map((answer) => fieldOf(fieldOf(answer, 'poll_media'), 'text'));
  const texts = [content, ...forwarded, fieldOf(fieldOf(poll, 'question'), 'text'), ...answers];
  return texts.filter(isText).join('\n').slice(0, MAX_MODERATED_CHARS);
}

function textsOfForwarded(message: unknown): unknown[] {
  const content = fieldOf(message, 'content');
  const embeds = listOf(fieldOf(message, 'embeds')).filter((embed) => !isPreview(embed, content));
  return [content, ...embeds.flatMap(textsOfEmbed)];
}

/** Whether Discord made it for a link: then it says what a website says of itself. Others were written by a bot. */
function isPreview(embed: unknown, content: unknown): boolean {
  const url = fieldOf(embed, 'url');
  return fieldOf(embed, 'type') !== 'rich' || (isText(url) && isText(content) && content.includes(url));
}

function textsOfEmbed(embed: unknown): unknown[] {
  const fields = listOf(fieldOf(embed, 'fields')).flatMap((field) => [fieldOf(field, 'name'), fieldOf(field, 'value')]);
  return [fieldOf(embed, 'title'), fieldOf(embed, 'description'), fieldOf(embed, 'url'), ...fields];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_PARTS) : []);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
