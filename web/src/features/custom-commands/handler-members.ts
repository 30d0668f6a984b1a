/** What custom code is given (part 2, section 3). */
export const CONTEXT = [
  ['message', 'string'],
  ['userId', 'string'],
  ['channelId', 'string'],
  ['guildId', 'string | null'],
  ['botId', 'string'],
  ['trigger', 'string'],
  ['args', 'string[]'],
] as const;

/** What it has to answer. */
export const RESULT = [
  ['success', 'boolean'],
  ['response', 'string'],
  ['shouldReply', 'boolean'],
] as const;
