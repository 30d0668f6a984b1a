import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, Queues, type Logger } from '@kith/kit';
import { AppError, queues, type JobOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ChannelType,
  MessageType,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import { Interactions } from '../interactions/interactions.js';
import { decide, type IncomingMessage } from './decide.js';
import { AnswerLog } from './recent-answers.js';
import { Threads } from './threads.js';
import { TypingIndicators } from './typing-indicators.js';

const MAX_CONTENT = 4000;
const THREAD_TYPES: readonly number[] = [ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread];
const ANSWERED_TYPES: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/** What a connected companion remembers between messages. */
export interface Listener {
  /** The settings of this moment. */
  bot: RunnableBot;
  ownUserId: string;
  readonly answers: AnswerLog;
  /** Parent channel by thread. */
  readonly threads: Map<string, string>;
  /** Ends waiting for a queue that cannot be reached. */
  readonly closed: AbortSignal;
}

/** From a gateway event to a job in the queue: parse, decide, enqueue. No model, no query, nothing slow. */
@Injectable()
export class MessageIntake {
  constructor(
    private readonly queues: Queues,
    private readonly threads: Threads,
    private readonly typing: TypingIndicators,
    private readonly interactions: Interactions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Deals with an event. The promise resolves when it need not come again; null: it needed nothing. */
  take(listener: Listener, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'INTERACTION_CREATE') return this.interactions.take(listener, payload.d);
    if (payload.t !== 'MESSAGE_CREATE') return this.threads.learn(listener.bot.applicationId, listener.threads, payload);
    const message = incomingMessage(payload.d, listener);
    if (!message.isThread || message.parentId !== null) return this.#consider(listener, message, payload.d);
    return this.#findParent(listener, message).then((found) => this.#consider(listener, found, payload.d) ?? undefined);
  }

  /** The threads that earlier runners learned of, with their channels. */
  knownThreads(applicationId: string): Promise<Map<string, string>> {
    return this.threads.load(applicationId);
  }

  async #findParent({ bot, threads }: Listener, message: IncomingMessage): Promise<IncomingMessage> {
    return { ...message, parentId: await this.threads.ask(bot.applicationId, bot.botId, threads, message.channelId) };
  }

  #consider(listener: Listener, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): Promise<void> | null {
    const { bot, answers } = listener;
    if (!message.isBot) answers.noteHuman(message.channelId);
    const decision = decide(message, listener.ownUserId, bot, answers.before(message));
    if (!decision.answer) return null;
    answers.noteAnswer(message);
    return this.#enqueue(listener, {
      botId: bot.botId,
      messageId: message.id,
      channelId: message.channelId,
      guildId: message.guildId,
      author: { id: message.authorId, name: (raw.member?.nick ?? raw.author.global_name ?? raw.author.username).slice(0, 100) },
      content: message.content.slice(0, MAX_CONTENT),
    });
  }

  /** Tries until the job is in the queue: a message lost here would be lost for ever. */
  async #enqueue({ bot, closed }: Listener, job: JobOf<typeof queues.replies>): Promise<void> {
    // A replay after a RESUME finds the id taken and adds nothing.
    const jobId = `${job.botId}-${job.messageId}`;
    const delayMs = bot.channelSettings.responseDelay * 1000;
    for (let waitMs = 100; !closed.aborted; waitMs = Math.min(waitMs * 2, 2000)) {
      try {
        await this.queues.add(queues.replies, jobId, job, { delayMs });
        this.typing.start(job.botId, job.channelId, job.messageId);
        return;
      } catch (error) {
        if (error instanceof AppError && error.code === 'BAD_INPUT') {
          this.logger.error({ botId: job.botId, messageId: job.messageId }, 'message does not fit the queue');
          return;
        }
        await sleep(waitMs, undefined, { ref: false });
      }
    }
    // Never "done": the watermark stays before this message, and the next owner of the session gets it again.
    return new Promise(() => undefined);
  }
}

function incomingMessage(raw: GatewayMessageCreateDispatchData, { ownUserId, threads }: Listener): IncomingMessage {
  const parentId = threads.get(raw.channel_id) ?? null;
  return {
    id: raw.id,
    channelId: raw.channel_id,
    parentId,
    isThread: parentId !== null || THREAD_TYPES.includes(raw.channel_type ?? ChannelType.GuildText),
    guildId: raw.guild_id ?? null,
    authorId: raw.author.id,
    isBot: raw.author.bot === true || raw.webhook_id !== undefined,
    isSystem: !ANSWERED_TYPES.includes(raw.type),
    mentionsBot: raw.mentions.some((user) => user.id === ownUserId),
    content: raw.content.replaceAll(`<@${ownUserId}>`, '').replaceAll(`<@!${ownUserId}>`, '').trim(),
  };
}
