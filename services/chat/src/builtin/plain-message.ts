const MENTIONS = /<(?:@[!&]?|#)\d+>|<a?:(\w+):\d+>|@(?:everyone|here)\b/g;
const AFTER_NAME = /^[\s,:!，、：！]+/;

/** The message without mentions and without the bot's name at its start. */
export function plainMessage(message: string, botName: string): string {
  const text = message
    .replace(MENTIONS, ' $1')
    .replace(/[ \t]+/g, ' ')
    .trim();
  const rest = text.slice(botName.length);
  const isNamed = text.toLowerCase().startsWith(botName.toLowerCase()) && AFTER_NAME.test(rest);
  return isNamed ? rest.replace(AFTER_NAME, '') : text;
}

const WORD_SIGN = /[\p{L}\p{N}]/u;

/** Whether the message is of signs alone: emoji, those of a server, or punctuation. Mentions do not count. */
export const isWordless = (message: string): boolean => {
  const signs = message.replace(MENTIONS, (mention) => (mention.includes(':') ? '☺' : ' '));
  return signs.trim() !== '' && !WORD_SIGN.test(signs);
};
