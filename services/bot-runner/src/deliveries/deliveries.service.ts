import { Events, HandleJob, LOGGER, RpcClient, type JobContext, type Logger } from '@kith/kit';
import { chat, events, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { attemptJob } from '../discord/job-attempt.js';
import { MessagePoster } from '../discord/message-poster.js';
import { sentAtMs } from '../messages/connected-bot.js';
import { splitMessage } from './split-message.js';

/** Posts replies and notices. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly poster: MessagePoster,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: JobOf<typeof queues.deliveries>, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const { ownerId, botId, messageId, channelId, kind } = job;
    const reason = await this.post(job, isLastAttempt);
    await this.events.publish(events.messageSettled, { ownerId, botId, messageId, channelId });
    if (reason !== null) this.logger.warn({ botId, channelId, messageId, kind, reason }, 'message not delivered');
    if (kind === 'notice') return;
    if (reason === null) await this.rpc.ask(chat.delivered, { botId, messageId });
    else await this.rpc.ask(chat.undeliverable, { botId, messageId, reason: reason.slice(0, 500) });
  }

  /** Null when all parts are posted, else why they never can be. */
  private async post(job: JobOf<typeof queues.deliveries>, isLastAttempt: boolean): Promise<string | null> {
    const { botId, messageId, channelId, text } = job;
    const parts = splitMessage(text).map((content) => ({ content }));
    if (parts.length === 0) return 'The answer was empty.';
    const post = { botId, postId: messageId, channelId, parts, replyTo: messageId };
    const failure = await attemptJob(() => this.poster.post(post), { isLastAttempt, sinceMs: sentAtMs(messageId) });
    return failure?.reason ?? null;
  }
}
