import { HandleJob, LOGGER, type JobContext, type Logger } from '@kith/kit';
import { queues, type JobOf, type ProactiveMessage, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { attemptJob } from '../discord/job-attempt.js';
import { ProactiveChannels } from './proactive-channels.js';
import { ProactiveLog } from './proactive-log.js';
import { proactiveMessagesOf } from './proactive-messages.service.js';
import { lastWrittenBefore } from './proactive-schedule.js';
import { ProactivePosts } from './proactive-posts.js';
import { ProactiveTexts } from './proactive-texts.js';

type Job = JobOf<typeof queues.proactive>;

/** Begins conversations, each once and within the bounds of docs/decisions.md C41. A job that runs twice has one effect. */
@Injectable()
export class ProactiveWorker {
  constructor(
    private readonly channels: ProactiveChannels,
    private readonly desired: DesiredBotsSource,
    private readonly log: ProactiveLog,
    private readonly texts: ProactiveTexts,
    private readonly posts: ProactivePosts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.proactive)
  async work(job: Job, { isLastAttempt, addedAtMs }: Pick<JobContext, 'isLastAttempt' | 'addedAtMs'>): Promise<void> {
    const { botId, channelId } = job;
    const bot = this.desired.botOfJob(job);
    const message = bot && proactiveMessagesOf(bot).find((one) => one.channelId === channelId);
    // The bot was stopped, or its owner has changed their mind.
    if (!bot || message?.event !== job.event) return;
    const failure = await attemptJob(() => this.begin(job, { bot, message, isLastAttempt }), {
      isLastAttempt,
      sinceMs: addedAtMs,
    });
    if (!failure) return;
    this.logger.warn({ botId, channelId, reason: failure.reason }, 'proactive message not posted');
    await this.texts.end(job, message, false);
  }

  private async begin(job: Job, { bot, message, isLastAttempt }: Beginning): Promise<void> {
    const guildId = await this.posts.seeing(job, bot, () => this.channels.openGuildOf(job, bot));
    if (guildId === null) return;
    // What an earlier attempt has decided to say may be posted already, so that the channel would speak against it.
    if (!(await this.texts.isDecided(job, message)) && !(await this.mayBegin(job, bot, message))) return;
    const saying = await this.texts.of(job, { message, guildId, isLastAttempt });
    if (saying.isEnded) return;
    if (saying.text !== '') await this.posts.post(job, { bot, guildId, saying });
    await this.texts.end(job, message, true);
  }

  private async mayBegin(job: Job, { applicationId }: RunnableBot, message: ProactiveMessage): Promise<boolean> {
    const { botId, channelId, eventId } = job;
    const nowMs = Date.now();
    const writtenAtMs = lastWrittenBefore(message, await this.channels.lastMessages(job), { nowMs, applicationId });
    return writtenAtMs !== null && this.log.claim({ botId, channelId, eventId, nowMs, writtenAtMs });
  }
}

interface Beginning {
  readonly bot: RunnableBot;
  readonly message: ProactiveMessage;
  readonly isLastAttempt: boolean;
}
