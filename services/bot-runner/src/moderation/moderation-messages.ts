import { LOGGER, Queues, REDIS, type Logger } from '@kith/kit';
import { queues, type ModerationAction, type ProblemAction } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GuildAccess } from '../discord/guild-access.js';
import { MessagePoster } from '../discord/message-poster.js';
import { missingToPost } from '../discord/missing-permission.js';
import { isRefused } from '../discord/refused.js';
import { Problems } from '../problems/problems.service.js';
import type { ViolationJob } from './violation-job.js';
import type { ModerationCaseEntity } from './moderation-case.entity.js';
import { logLineOf, noticeOf } from './moderation-texts.js';

/** One notice in a channel within this time; the others are left out, so that the bot does not add to a flood. */
const NOTICE_EVERY_S = 5;
/** Whichever job meets a pause first tells it; those of later need not repeat it. */
const TELL_PAUSE_WITHIN_MS = 600_000;

interface Text {
  readonly channelId: string;
  /** The same for each attempt. */
  readonly postId: string;
  readonly content: string;
  readonly action: ProblemAction;
  readonly notifiedMembers: readonly string[];
}

type Place = Pick<ViolationJob, 'botId' | 'ownerId' | 'guildId'>;
/** Without a channel nothing is written. */
export type LogLine = Pick<Text, 'channelId' | 'postId' | 'content'>;

/** Tells members, the log channel and the owner what moderation did. */
@Injectable()
export class ModerationMessages {
  constructor(
    private readonly poster: MessagePoster,
    private readonly problems: Problems,
    private readonly access: GuildAccess,
    private readonly queues: Queues,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tells the member in the channel. Nothing when nothing was done, or when another notice was just posted there. */
  async notify(job: ViolationJob, moderationCase: ModerationCaseEntity, done: readonly ModerationAction[]): Promise<void> {
    const { botId, channelId, task } = job;
    const { id } = moderationCase;
    const content = noticeOf(moderationCase, done, task.settings);
    if (content === '') return;
    const key = `runner:moderation-notice:${botId}:${channelId}`;
    const isFirst = (await this.redis.set(key, id, 'EX', NOTICE_EVERY_S, 'NX')) === 'OK';
    // A repeated attempt at the same notice finds its own message there.
    if (!isFirst && (await this.redis.get(key)) !== id) return;
    const notifiedMembers = task.member.isWebhook ? [] : [task.member.id];
    await this.post(job, { channelId, postId: `notice-${id}`, content, action: 'send-messages', notifiedMembers });
  }

  async log(job: ViolationJob, moderationCase: ModerationCaseEntity, done: readonly ModerationAction[]): Promise<void> {
    const channelId = job.task.settings.moderationLogChannelId;
    await this.writeLog(job, { channelId, postId: `log-${moderationCase.id}`, content: logLineOf(moderationCase, done) });
  }

  /** Writes what a command of moderation did. That it cannot must not keep the command from being answered. */
  async logCommand(place: Place, line: LogLine): Promise<void> {
    try {
      await this.writeLog(place, line);
    } catch (error) {
      this.logger.warn({ botId: place.botId, guildId: place.guildId, err: error }, 'command of moderation not logged');
    }
  }

  private async writeLog(place: Place, line: LogLine): Promise<void> {
    const { botId, guildId } = place;
    const { channelId } = line;
    if (channelId === '' || (await this.access.isElsewhere({ botId, guildId, channelId }))) return;
    await this.post(place, { ...line, action: 'write-moderation-log', notifiedMembers: [] });
  }

  /** Notifies the owner of the bot that moderation is paused in a server. */
  async tellPause({ ownerId, botId, guildId, task: { botName } }: ViolationJob, pausedAt: Date): Promise<void> {
    if (Date.now() - pausedAt.getTime() > TELL_PAUSE_WITHIN_MS) return;
    const notice = { kind: 'moderation-paused', userId: ownerId, botId, botName, guildId } as const;
    await this.queues.add(queues.notices, `moderation-paused-${botId}-${guildId}-${pausedAt.getTime()}`, notice);
  }

  /** That the bot may not write somewhere must not keep it from moderating. */
  private async post(job: Place, { channelId, postId, content, action, notifiedMembers }: Text): Promise<void> {
    const place = { guildId: job.guildId, channelId, action };
    try {
      await this.poster.post({ botId: job.botId, postId, channelId, parts: [{ content }], notifiedMembers });
    } catch (error) {
      if (!isRefused(error)) throw error;
      await this.problems.record(job, place, await missingToPost(this.access, { botId: job.botId, channelId }, error.code));
      return;
    }
    void this.problems.resolve(job, place);
  }
}
