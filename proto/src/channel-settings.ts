import { z } from 'zod';
import { snowflake, text } from './fields.js';
import { ProactiveMessages } from './proactive-messages.js';

const channelId = z.union([z.literal(''), snowflake]);
const flag = (value: boolean) => z.boolean().default(value);

/** Each message is searched for all of them. */
const MAX_FORBIDDEN_WORDS = 200;

/** The words and phrases of `blockedWords` as they were typed. */
export const forbiddenEntries = (blockedWords: string): string[] =>
  blockedWords.split(/[,\n]/).filter((entry) => entry.trim() !== '');

/** What becomes of the messages of a channel that waited for an outage (docs/decisions.md C14). */
export const MISSED_MESSAGES = ['newest', 'newest_quietly', 'none'] as const;
export type MissedMessages = (typeof MISSED_MESSAGES)[number];

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
  replyButtons: flag(false).describe('Buttons below answers: to stop one, to have it written again, and to rate it.'),
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
  blockedWords: text(4000)
    .refine((words) => forbiddenEntries(words).length <= MAX_FORBIDDEN_WORDS, {
      error: `Must have at most ${MAX_FORBIDDEN_WORDS} words and phrases`,
    })
    .default('')
    .describe(
      "Words of the owner's own that the profanity filter finds too, separated by commas or lines; `*` at the end stands for any letters.",
    ),
  allowedLinkHosts: text(4000)
    .default('')
    .describe('Hosts that `blockLinks` lets pass, with their subdomains, separated by commas, spaces or lines.'),
  moderationLogChannelId: channelId.default('').describe('The channel in which moderation writes what it did.'),
  moderationDryRun: flag(false).describe('Moderation only records what it would have done.'),
  allowDirectMessages: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Null: on, and off for a bot that is locked to one server (docs/decisions.md C12).'),
  directMessagesPerHour: z
    .number()
    .int()
    .min(0)
    .max(360)
    .default(60)
    .describe('Direct messages of one member that are answered in an hour; 0: as many as the other limits allow.'),
  missedMessages: z
    .enum(MISSED_MESSAGES)
    .default('newest')
    .describe(
      'After an outage: `newest` answers the newest message of each channel and posts a line about the others, `newest_quietly` posts no line, `none` answers none and posts the line.',
    ),
  warningThreshold: z.number().int().min(1).max(10).default(3),
  proactiveMessages: ProactiveMessages.default([]).describe(
    'What it says by itself in which channels; only while the preference `proactiveMessaging` is on.',
  ),
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;
