import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, Queues, type Logger } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ChannelType,
  MessageType,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import { Interactions } from '../interactions/interactions.js';
import { ServerChanges } from '../servers/server-changes.js';
import type { ConnectedBot } from './connected-bot.js';
import { decide, type IncomingMessage } from './decide.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { ThreadParents } from './thread-parents.js';
import { TypingIndicators } from './typing-indicators.js';

const MAX_CONTENT_CHARS = 4000;
const THREAD_TYPES: readonly number[] = [ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread];
const REPLIED_TYPES: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/** From a gateway event to a job in the queue: parse, decide, enqueue. Nothing here is slow: no model call, no database query. */
@Injectable()
export class MessageIntake {
  constructor(
    private readonly queues: Queues,
    private readonly threadParents: ThreadParents,
    private readonly typing: TypingIndicators,
    private readonly interactions: Interactions,
    private readonly outstanding: OutstandingMessages,
    private readonly serverChanges: ServerChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Handles an event. The promise resolves when the event is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'INTERACTION_CREATE') return this.interactions.handle(connected, payload.d);
    if (payload.t !== 'MESSAGE_CREATE') {
      void this.serverChanges.handle(connected, payload);
      return this.threadParents.learn(connected.bot.applicationId, connected.threadParents, payload);
    }
    const message = incomingMessage(payload.d, connected);
    if (!message.isThread || message.parentId !== null) return this.handleMessage(connected, message, payload.d);
    return this.withParent(connected, message).then((found) => this.handleMessage(connected, found, payload.d) ?? undefined);
  }

  /** The parent channels of threads that earlier runners learned, by thread id. */
  knownThreads(applicationId: string): Promise<Map<string, string>> {
    return this.threadParents.load(applicationId);
  }

  private async withParent({ bot, threadParents }: ConnectedBot, message: IncomingMessage): Promise<IncomingMessage> {
    return { ...message, parentId: await this.threadParents.fetch(bot, threadParents, message.channelId) };
  }

  private handleMessage(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<void> | null {
    const { bot, replies } = connected;
    if (!message.isBot) replies.recordHumanMessage(message.channelId);
    const decision = decide(message, connected.ownUserId, bot, replies.before(message));
    if (!decision.shouldReply) return null;
    replies.recordReply(message);
    return this.enqueue(connected, {
      ownerId: bot.ownerId,
      botId: bot.botId,
      messageId: message.id,
      channelId: message.channelId,
      guildId: message.guildId,
      author: { id: message.authorId, name: (raw.member?.nick ?? raw.author.global_name ?? raw.author.username).slice(0, 100) },
      content: message.content.slice(0, MAX_CONTENT_CHARS),
    });
  }

  /** Retries until the job is in the queue: Discord does not deliver a processed message again. */
  private async enqueue({ bot, closed }: ConnectedBot, job: JobOf<typeof queues.replies>): Promise<void> {
    // When Discord delivers the message again after a RESUME, the queue ignores the second job with the same id.
    const jobId = `${job.botId}-${job.messageId}`;
    const delayMs = bot.channelSettings.responseDelay * 1000;
    for (let waitMs = 100; !closed.aborted; waitMs = Math.min(waitMs * 2, 2000)) {
      try {
        const priority = await this.outstanding.admit(job);
        if (priority === null) return;
        await this.queues.add(queues.replies, jobId, job, { delayMs, priority });
        this.typing.start(job.botId, job.channelId, job.messageId);
        return;
      } catch (error) {
        if (error instanceof AppError && error.code === 'BAD_INPUT') {
          this.logger.error({ botId: job.botId, messageId: job.messageId }, 'message refused by the schema of the queue');
          return;
        }
        await sleep(waitMs, undefined, { ref: false });
      }
    }
    // Never resolves, so that the processed sequence stays before this message and the next owner of the session receives it again.
    return new Promise(() => undefined);
  }
}

function incomingMessage(raw: GatewayMessageCreateDispatchData, { ownUserId, threadParents }: ConnectedBot): IncomingMessage {
  const parentId = threadParents.get(raw.channel_id) ?? null;
  return {
    id: raw.id,
    channelId: raw.channel_id,
    parentId,
    isThread: parentId !== null || THREAD_TYPES.includes(raw.channel_type ?? ChannelType.GuildText),
    guildId: raw.guild_id ?? null,
    authorId: raw.author.id,
    isBot: raw.author.bot === true || raw.webhook_id !== undefined,
    isSystem: !REPLIED_TYPES.includes(raw.type),
    mentionsBot: raw.mentions.some((user) => user.id === ownUserId),
    content: raw.content.replaceAll(`<@${ownUserId}>`, '').replaceAll(`<@!${ownUserId}>`, '').trim(),
  };
}
