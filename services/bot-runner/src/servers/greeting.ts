import { escapedName } from '../discord/markdown.js';

/** What a bot posts when its owner has it say hello. Discord shows `<@id>` as the name of the bot. */
export const greeting = (botName: string, applicationId: string): string =>
  `Hello! I am ${escapedName(botName)}, an AI companion. Mention me with <@${applicationId}> and say hi.`;
