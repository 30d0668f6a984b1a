import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, type Logger } from '@kith/kit';
import { queues, sentAtMs, type ModerationRule } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  PermissionFlagsBits,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { allows } from '../discord/guild-access.js';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, type IncomingMessage } from '../messages/decide.js';
import { EventPriorities } from '../messages/event-priorities.js';
import { untilQueued } from '../messages/until-queued.js';
import { CaseStore } from './case-store.js';
import { moderatedTextOf } from './moderated-text.js';
import { violationJob, violationJobId, type ViolationJob } from './violation-job.js';
import { compileSettings, exemptMembers, type CompiledSettings } from './compiled-settings.js';
import { ModerationAccess } from './moderation-access.js';
import { SpamLog } from './rules/spam-log.js';
import { speaksOfSelfHarm } from './self-harm.js';

type DiscordMessage = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;

/** What a message breaks. */
interface Finding {
  readonly rule: ModerationRule;
  /** A further message of a burst that was punished already. */
  readonly isRepeated: boolean;
}

/** The state of moderation of one bot while it is connected. */
interface BotModeration {
  /** Of the bot's settings. */
  readonly version: number;
  readonly settings: CompiledSettings | null;
  readonly spam: SpamLog;
}

/** How long a message waits to learn whether its author is exempt; after that the job finds it out. */
const ACCESS_TIMEOUT_MS = 3000;

/** Looks at each message before anything else of the bot does, and queues what is to be done about it. */
@Injectable()
export class Moderation {
  private readonly states = new WeakMap<ConnectedBot, BotModeration>();
  private readonly priorities = new EventPriorities();

  constructor(
    private readonly access: ModerationAccess,
    private readonly cases: CaseStore,
    private readonly accepted: AcceptedJobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Null for a message that breaks no rule, or that moderation does not look at; else it resolves to whether the message was taken out of
   * the conversation: it is not answered. In a dry run and for members who are exempt it is answered as always.
   */
  check(connected: ConnectedBot, message: IncomingMessage, raw: DiscordMessage): Promise<boolean> | null {
    const content = moderatedTextOf(raw);
    const finding = this.find(connected, message, content, (spam, guildId) =>
      spam.count({ guildId, memberId: message.authorId, content, atMs: sentAtMs(message.id) }),
    );
    return finding && this.moderate(connected, jobOf(connected, message, raw, finding));
  }

  /** The same for a message that its author changed, which is no further message of a burst. */
  checkEdit(connected: ConnectedBot, message: IncomingMessage, raw: DiscordMessage): Promise<boolean> | null {
    const finding = this.find(connected, message, moderatedTextOf(raw), () => null);
    return finding && this.moderate(connected, jobOf(connected, message, raw, finding));
  }

  /**
   * Whether a text that a member passes to a command breaks a rule, so that the bot must not repeat it. Leaves alone whom `check` leaves alone,
   * and everybody in a dry run. `permissions`: of the member in the channel.
   */
  forbids(connected: ConnectedBot, message: IncomingMessage, text: string, permissions: bigint): boolean {
    if (connected.bot.channelSettings.moderationDryRun || allows(permissions, PermissionFlagsBits.ManageMessages)) return false;
    return this.find(connected, message, text, () => null) !== null;
  }

  /** Removes what identifies a member: of queued messages from before the interaction `before`, of cases, and in memory. */
  async forgetMember(connected: ConnectedBot, memberId: string, before: string): Promise<void> {
    const { botId } = connected.bot;
    this.states.get(connected)?.spam.forgetMember(memberId);
    await this.accepted.remove(
      queues.moderation,
      `${botId}-`,
      ({ task }) => task.kind === 'violation' && task.member.id === memberId && BigInt(task.messageId) < BigInt(before),
    );
    await this.cases.forgetMember(botId, memberId);
  }

  private find(
    connected: ConnectedBot,
    message: IncomingMessage,
    content: string,
    countBurst: (spam: SpamLog, guildId: string) => ReturnType<SpamLog['count']>,
  ): Finding | null {
    const { guildId, authorId } = message;
    const { settings, spam } = this.stateOf(connected);
    if (!settings || guildId === null || message.isSystem || authorId === connected.ownUserId) return null;
    if (message.isBot && connected.bot.channelSettings.ignoreOtherBots) return null;
    if (settings.exempt.has(authorId) || checkPlace(message, connected.bot) !== null) return null;
    // Counted also when the text breaks a rule of its own.
    const burst = settings.isSpamWatched ? countBurst(spam, guildId) : null;
    if (burst === 'repeated') return { rule: 'spam', isRepeated: true };
    const broken = settings.brokenRule(content);
    const rule = (broken && !speaksOfSelfHarm(content) ? broken : null) ?? (burst && 'spam');
    return rule && { rule, isRepeated: false };
  }

  /** Queues what is to be done about a message; resolves to whether it was taken out of the conversation. */
  async moderate(connected: Pick<ConnectedBot, 'bot' | 'closed'>, job: ViolationJob): Promise<boolean> {
    if (exemptMembers(connected.bot.channelSettings).has(job.task.member.id)) return false;
    const isDryRun = job.task.settings.moderationDryRun;
    if (!isDryRun && (await this.isModerator(job))) return false;
    await this.enqueue(connected, job);
    return !isDryRun;
  }

  /** False also when Discord does not say it in time: the job asks again before it does anything. */
  private async isModerator(job: ViolationJob): Promise<boolean> {
    const timeout = sleep(ACCESS_TIMEOUT_MS, false, { ref: false });
    return Promise.race([this.access.isModerator(job).catch(() => false), timeout]);
  }

  private async enqueue({ closed }: Pick<ConnectedBot, 'closed'>, job: ViolationJob): Promise<void> {
    const priority = this.priorities.next(job.ownerId, `${job.botId} ${job.channelId}`);
    const isQueued = await untilQueued(closed, () =>
      this.accepted.add(queues.moderation, violationJobId(job), job, { priority }),
    );
    const { botId, task } = job;
    if (!isQueued) this.logger.error({ botId, messageId: task.messageId }, 'violation refused by the schema of the queue');
  }

  /** Settings are compiled once for each version of them. */
  private stateOf(connected: ConnectedBot): BotModeration {
    const { version, channelSettings } = connected.bot;
    const known = this.states.get(connected);
    if (known?.version === version) return known;
    const state = { version, settings: compileSettings(channelSettings), spam: known?.spam ?? new SpamLog() };
    this.states.set(connected, state);
    return state;
  }
}

function jobOf(
  connected: ConnectedBot,
  message: IncomingMessage,
  raw: DiscordMessage,
  { rule, isRepeated }: Finding,
): ViolationJob {
  const { autoDelete, issueWarnings, timeoutUsers, timeoutDuration, warningThreshold } = connected.bot.channelSettings;
  const { moderationLogChannelId, moderationDryRun } = connected.bot.channelSettings;
  const log = { moderationLogChannelId, moderationDryRun };
  const settings = { autoDelete, issueWarnings, timeoutUsers, timeoutDuration, warningThreshold, ...log };
  return violationJob(connected, message, raw, { rule, isRepeated, settings });
}
