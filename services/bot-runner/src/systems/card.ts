import type { SystemAnswer } from './system-handler.js';

/** Discord shows a longer title and description of an embed not at all. */
const MAX_TITLE_CHARS = 256;
const MAX_DESCRIPTION_CHARS = 4096;

/** A list in answer to a slash command, as a card. */
export const card = (title: string, lines: readonly string[]): SystemAnswer => ({
  embeds: [{ title: title.slice(0, MAX_TITLE_CHARS), description: lines.join('\n').slice(0, MAX_DESCRIPTION_CHARS) }],
});
