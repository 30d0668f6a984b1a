import type { APIMessage } from 'discord-api-types/v10';
import { displayName } from '../../discord/display-name.js';

/** What somebody wrote in a ticket. */
export interface TranscriptLine {
  readonly authorId: string;
  readonly author: string;
  /** ISO time. */
  readonly at: string;
  readonly text: string;
}

/** A transcript ends at this size. */
const MAX_CHARS = 400_000;
export const CUT = '… The rest is left out, because the ticket is too long.';

type Written = Pick<APIMessage, 'author' | 'timestamp' | 'content' | 'attachments' | 'embeds'>;

/** The lines of messages, in their order; what a bot posted as an embed is named by its title. */
export function transcriptOf(messages: readonly Written[]): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  let chars = 0;
  for (const { author, timestamp, content, attachments, embeds } of messages) {
    const files = attachments.map(({ filename }) => `[file: ${filename}]`);
    const titles = embeds.flatMap(({ title }) => (title === undefined ? [] : [`[${title}]`]));
    const text = [content, ...titles, ...files].filter((part) => part !== '').join('\n');
    if (text === '') continue;
    chars += text.length;
    const line = { authorId: author.id, author: displayName(author), at: timestamp, text };
    if (chars > MAX_CHARS) return [...lines, { ...line, text: CUT }];
    lines.push(line);
  }
  return lines;
}

/** The transcript as a text file. */
export function transcriptFile(title: string, lines: readonly TranscriptLine[]): string {
  const written = lines.map(({ author, at, text }) => `[${minuteOf(at)}] ${author}: ${text.replaceAll('\n', '\n    ')}`);
  return [title, '', ...written, ''].join('\n');
}

/** In UTC, to the minute. */
export const minuteOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`;
