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
    // The bot was stopped, or its owner has changed their mind; an earlier attempt may have posted all the same.
    if (!bot || message?.event !== job.event) return this.end(job, { guildId: null, isRefused: false, isLastAttempt });
    let progress: Progress = { guildId: null, isOver: true };
    const failure = await attemptJob(
      async () => {
        progress = await this.begin(job, { bot, message, isLastAttempt });
      },
      { isLastAttempt, sinceMs: addedAtMs },
    );
    if (failure) this.logger.warn({ botId, channelId, reason: failure.reason }, 'proactive message not posted');
    const { guildId, isOver } = progress;
    if (isOver) await this.end(job, { guildId, isRefused: failure?.refusal !== undefined, isLastAttempt });
  }

  private async begin(job: Job, { bot, message, isLastAttempt }: Beginning): Promise<Progress> {
    const guildId = await this.posts.seeing(job, bot, () => this.channels.openGuildOf(job, bot));
    if (guildId === null) return { guildId, isOver: true };
    // What an earlier attempt has decided to say may be posted already, so that the channel would speak against it.
    if (!(await this.texts.isDecided(job)) && !(await this.mayBegin(job, { bot, message, guildId })))
      return { guildId, isOver: false };
    const text = await this.texts.of(job, { message, guildId, isLastAttempt });
    if (text.outcome !== null) return { guildId, isOver: false };
    if (text.text !== '') await this.posts.post(job, { bot, guildId, text });
    return { guildId, isOver: true };
  }

  /** Nothing is left to be said. Throws while what was posted is not settled: it is never given back. */
  private async end(job: Job, { guildId, isRefused, isLastAttempt }: Ending): Promise<void> {
    const { botId, channelId } = job;
    const isPosted = await this.posts.isPosted(job);
    try {
      await this.texts.end(job, { guildId, isPosted });
    } catch (error) {
      if (isLastAttempt) this.logger.warn({ botId, channelId }, 'proactive message posted, but its charge could not be settled');
      throw error;
    }
    // What Discord refuses is not repeated until somebody writes.
    if (!isPosted && !isRefused) await this.log.noteNothingSaid(job);
  }

  private async mayBegin(job: Job, { bot, message, guildId }: Reason): Promise<boolean> {
    const { botId, channelId, eventId } = job;
    const nowMs = Date.now();
    const last = await this.channels.lastMessages(job);
    const isReadable = last.length > 0 || (await this.channels.mayReadHistory(job, guildId, bot));
    await this.posts.noteReading(job, { bot, guildId, isReadable });
    const writtenAtMs = lastWrittenBefore(message, last, { nowMs, applicationId: bot.applicationId });
    return writtenAtMs !== null && this.log.claim({ botId, channelId, eventId, nowMs, writtenAtMs });
  }
}

interface Reason {
  readonly bot: RunnableBot;
  readonly message: ProactiveMessage;
  readonly guildId: string;
}

interface Progress {
  /** Null where the bot may not begin a conversation, and where it is not known. */
  readonly guildId: string | null;
  /** False where there is no reason to speak, or another attempt speaks. */
  readonly isOver: boolean;
}

interface Ending {
  readonly guildId: string | null;
  /** By Discord. */
  readonly isRefused: boolean;
  readonly isLastAttempt: boolean;
}

interface Beginning {
  readonly bot: RunnableBot;
  readonly message: ProactiveMessage;
  readonly isLastAttempt: boolean;
}
