import { DiscordAPIError } from '@discordjs/rest';
import { HandleJob, JobPostponed, LOGGER, type JobContext, type Logger } from '@kith/kit';
import { queues, type JobOf, type ProactiveMessage, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { MISSING_PERMISSIONS } from '../deliveries/delivery-outcomes.js';
import { attemptJob } from '../discord/job-attempt.js';
import { MessagePoster } from '../discord/message-poster.js';
import { Problems } from '../problems/problems.service.js';
import { ProactiveChannels } from './proactive-channels.js';
import { ProactiveLog } from './proactive-log.js';
import { proactiveMessagesOf } from './proactive-messages.service.js';
import { lastWrittenBefore } from './proactive-schedule.js';

type Job = JobOf<typeof queues.proactive>;

const LIST_RETRY_MS = 500;

/** Begins conversations, each once and within the bounds of docs/decisions.md C41. A job that runs twice has one effect. */
@Injectable()
export class ProactiveWorker {
  constructor(
    private readonly channels: ProactiveChannels,
    private readonly desired: DesiredBotsSource,
    private readonly log: ProactiveLog,
    private readonly poster: MessagePoster,
    private readonly problems: Problems,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.proactive)
  async work(job: Job, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    // Right after the start of this process.
    if (!this.desired.bots.isLoaded) throw new JobPostponed(LIST_RETRY_MS);
    const { botId, channelId } = job;
    const bot = this.desired.bots.get(botId);
    const message = bot && proactiveMessagesOf(bot).find((one) => one.channelId === channelId);
    // The bot was stopped, or its owner has changed their mind.
    if (!bot || message?.event !== job.event) return;
    const failure = await attemptJob(() => this.begin(job, bot, message), { isLastAttempt, sinceMs: addedAtMs });
    if (failure) this.logger.warn({ botId, channelId, reason: failure.reason }, 'proactive message not posted');
  }

  private async begin(job: Job, bot: RunnableBot, message: ProactiveMessage): Promise<void> {
    const { botId, channelId, eventId } = job;
    const guildId = await this.channels.openGuildOf(job, bot);
    if (guildId === null) return;
    const nowMs = Date.now();
    const writtenAtMs = lastWrittenBefore(message, await this.channels.lastMessages(job), nowMs);
    if (writtenAtMs === null) return;
    if (!(await this.log.claim({ botId, channelId, eventId, nowMs, writtenAtMs }))) return;
    const place = { guildId, channelId, action: 'send-messages' } as const;
    try {
      const parts = [{ content: message.text }];
      await this.poster.post({ botId, postId: `proactive-${channelId}-${eventId}`, channelId, parts });
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        await this.problems.record(bot, place, MISSING_PERMISSIONS.get(error.code) ?? null);
      throw error;
    }
    await this.problems.resolve(bot, place);
  }
}
