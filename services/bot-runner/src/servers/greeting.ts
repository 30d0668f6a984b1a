import { isolated } from '@kith/proto';

/** What a bot posts when its owner has it say hello. Discord shows `<@id>` as the name of the bot. */
export const greeting = (botName: string, applicationId: string): string =>
  `Hello! I am ${escaped(botName)}, an AI companion. Mention me with <@${applicationId}> and say hi.`;

/** The name without a meaning in Discord's Markdown, which does not turn the sentence around it. */
export const escaped = (name: string): string => isolated(name.replaceAll(/[\\`*_~|<>#[\]()-]/g, String.raw`\$&`));
