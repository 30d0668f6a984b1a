import { CONFIG, Keyring, LOGGER, RateLimiter, REDIS, type Config, type Logger } from '@kith/kit';
import { AppError, REPORT_REASONS, type ReportReason } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type APIApplicationCommandInteraction,
} from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { Reports, type NewReport } from '../reports/reports.service.js';
import { AI_MODERATOR_ID } from '../systems/ai-moderator/definition.js';
import { definitionsOf } from '../systems/definitions.js';
import type { CommandDefinition } from './command-definition.js';
import { countOnce } from './handled-interactions.js';
import { MEMORY } from './memory-command.js';
import { RATE_MENU } from './reply-ratings.js';

const { Guild, BotDM } = InteractionContextType;
const EVERYWHERE = { contexts: [Guild, BotDM], default_member_permissions: null } as const;

const REASON_NAMES: Readonly<Record<ReportReason, string>> = {
  harmful: 'Harmful or dangerous',
  harassment: 'Insults or harassment',
  sexual: 'Sexual content',
  private_data: 'Private data of somebody',
  spam: 'Spam or fraud',
  other: 'Something else',
};

export const PRIVACY: CommandDefinition = {
  ...EVERYWHERE,
  type: ApplicationCommandType.ChatInput,
  name: 'privacy',
  description: 'What this companion stores about you, and how to delete it',
  options: [],
};

export const REPORT: CommandDefinition = {
  ...EVERYWHERE,
  type: ApplicationCommandType.ChatInput,
  name: 'report',
  description: 'Report this companion to the people who run it',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'reason',
      description: 'What is wrong',
      required: true,
      choices: REPORT_REASONS.map((reason) => ({ name: REASON_NAMES[reason], value: reason })),
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'details',
      description: 'What happened',
      max_length: 1000,
    },
  ],
};

/** In the context menu of a message. */
export const REPORT_MENU: CommandDefinition = {
  ...EVERYWHERE,
  type: ApplicationCommandType.Message,
  name: 'Report to Kith',
  description: '',
  options: [],
};

/** What every bot offers its members, whatever its owner switches on. */
export const TRUST_COMMANDS: readonly CommandDefinition[] = [PRIVACY, MEMORY, REPORT, REPORT_MENU, RATE_MENU];

const RATE = { name: 'reports', points: 5, windowS: 3600, wait: 'window' } as const;
const THANKS =
  'Thank you. The people who run Kith will look at it. They do not tell the owner of this companion who reported it.';
const NOT_OURS = 'Only messages of this companion can be reported here. For other messages, use the report of Discord.';
const TOO_MANY = 'You have reported a lot just now. Please try again in an hour.';
const FAILED = 'I cannot pass this on right now. Please try again in a minute.';

/** The commands with which members learn what is stored, and report a bot. */
@Injectable()
export class TrustCommands {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly reports: Reports,
    private readonly keyring: Keyring,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'MESSAGE_RETENTION_DAYS'>,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limiter = new RateLimiter(redis, RATE);
  }

  /** The answer, for the member alone; null for another command. */
  answerTo(connected: ConnectedBot, interaction: APIApplicationCommandInteraction, memberId: string): Promise<string> | null {
    const { name, type } = interaction.data;
    const isCalled = (command: CommandDefinition): boolean => command.name === name && command.type === type;
    if (isCalled(PRIVACY)) return Promise.resolve(privacyText(connected, this.config));
    if (!isCalled(REPORT) && !isCalled(REPORT_MENU)) return null;
    const report = reportOf(connected, interaction, memberId);
    return report ? this.report(connected, report) : Promise.resolve(NOT_OURS);
  }

  private async report({ bot }: ConnectedBot, report: NewReport): Promise<string> {
    try {
      if (await countOnce(this.redis, RATE, report.interactionId))
        await this.limiter.consume(this.keyring.fingerprint(`${RATE.name} ${report.memberId}`));
      await this.reports.add(bot, report);
      return THANKS;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return TOO_MANY;
      this.logger.warn({ botId: bot.botId, err: error }, 'report of a member not stored');
      return FAILED;
    }
  }
}

/** Null for a message that the bot did not write. */
function reportOf(
  { ownUserId }: ConnectedBot,
  { id: interactionId, channel, guild_id: guildId, data }: APIApplicationCommandInteraction,
  memberId: string,
): NewReport | null {
  const place = { interactionId, memberId, channelId: channel.id, guildId: guildId ?? null };
  if (data.type === ApplicationCommandType.Message) {
    const message = data.resolved.messages[data.target_id];
    if (message?.author.id !== ownUserId) return null;
    return { ...place, messageId: message.id, reason: 'other', text: message.content };
  }
  const options = data.type === ApplicationCommandType.ChatInput ? (data.options ?? []) : [];
  const valueOf = (name: string): string => {
    const option = options.find((one) => one.name === name);
    return option?.type === ApplicationCommandOptionType.String ? option.value : '';
  };
  const reason = REPORT_REASONS.find((one) => one === valueOf('reason')) ?? 'other';
  return { ...place, messageId: null, reason, text: valueOf('details') };
}

/** What this bot stores, by its settings. */
function privacyText(
  { bot }: ConnectedBot,
  { PUBLIC_URL, MESSAGE_RETENTION_DAYS }: Pick<Config, 'PUBLIC_URL' | 'MESSAGE_RETENTION_DAYS'>,
): string {
  const { logMessages, moderationMode, allowFileUploads } = bot.channelSettings;
  const ofSystems = definitionsOf(bot).flatMap(
    ({ keeps, keepsWithoutMessages = keeps }) => (logMessages ? keeps : keepsWithoutMessages) ?? [],
  );
  const stored = logMessages
    ? `I keep what you write to me and what I answer, encrypted, for at most ${MESSAGE_RETENTION_DAYS} days, to follow our conversation.`
    : 'I do not keep what you write to me.';
  return [
    stored,
    ...(logMessages && allowFileUploads
      ? ['Of your files I keep the text, and the last pictures of a channel, 30 days at most.']
      : []),
    ...(logMessages
      ? [
          'Unless my owner switched it off, I remember what you say about yourself, where you said it: /memory shows, corrects and deletes it.',
        ]
      : []),
    'To answer, your message may go to the language model that my owner has chosen, and to models that the operator has set up.',
    ...(isJudging(bot) ? ['A language model reads what is written in this server, to help its moderators.'] : []),
    ...(logMessages ? ['In a server I also see the last lines before your question, and keep none.'] : []),
    ...(moderationMode
      ? [
          'Moderation is on: for a message that breaks a rule I keep your name, the rule and the time for 90 days, without the text.',
        ]
      : []),
    'I keep reminders, encrypted, until delivered, a week after their time at most; reports for 180 days, their texts for 30.',
    ...(ofSystems.length > 0
      ? [`For each server I also keep, with your name encrypted unless I say otherwise: ${ofSystems.join('; ')}.`]
      : []),
    ownersView(bot),
    '/forget-me deletes all about you, also of features that my owner removed. /report reports me.',
    `More: ${new URL('/privacy', PUBLIC_URL).href}`,
  ].join('\n');
}

/** What the inbox shows (docs/decisions.md T15). */
function ownersView({ channelSettings, learnsFromMembers = false }: ConnectedBot['bot']): string {
  if (!channelSettings.logMessages) return 'My owner reads counts, but not our conversations.';
  if (learnsFromMembers)
    return 'In a server my owner may read, without names, questions that I could not answer well and answers rated as not good. Otherwise my owner reads only counts.';
  return 'My owner reads counts, but not our conversations; only an answer in a server that you rate as not good, with your question and without your name.';
}

const isJudging = ({ systems }: ConnectedBot['bot']): boolean => systems.some(({ systemId }) => systemId === AI_MODERATOR_ID);
