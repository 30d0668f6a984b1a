import { z } from 'zod';
import { snowflake, text } from './fields.js';

const channelId = z.union([z.literal(''), snowflake]);
const flag = (value: boolean) => z.boolean().default(value);

/** How a bot behaves on Discord. */
export const ChannelSettings = z.object({
  dedicatedChannelId: channelId.default(''),
  allowedChannels: z.array(snowflake).max(100).default([]),
  restrictedChannels: z.array(snowflake).max(100).default([]),
  autoReply: flag(true),
  mentionOnly: flag(false),
  ignoreOtherBots: flag(true),
  logMessages: flag(true),
  moderationMode: flag(false),
  responseDelay: z.number().int().min(0).max(30).default(0).describe('Seconds before a reply.'),
  maxMessagesPerMinute: z.number().int().min(1).max(60).default(10),
  allowCommands: flag(true),
  allowFileUploads: flag(false),
  customPrefix: text(5).min(1).default('!'),
  enableThreads: flag(true),
  autoCreateThreads: flag(false),
  profanityFilter: flag(false),
  spamDetection: flag(false),
  blockLinks: flag(false),
  blockInvites: flag(false),
  capsFilter: flag(false),
  autoDelete: flag(false),
  issueWarnings: flag(false),
  timeoutUsers: flag(false),
  timeoutDuration: z.number().int().min(1).max(1440).default(10).describe('In minutes.'),
  whitelistUsers: text(4000).default(''),
  warningThreshold: z.number().int().min(1).max(10).default(3),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;
