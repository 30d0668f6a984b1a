import { crisisIn, Events, LOGGER, RateLimiter, REDIS, type Logger } from '@kith/kit';
import {
  AppError,
  events,
  MAX_PROACTIVE_CHARS,
  PROACTIVE_TIMEOUT_MS,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type proactive,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ReplyPipeline } from '../replies/reply-pipeline.js';
import type { ReplyRequest, ReplyWriter } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';

type Input = ParsedInputOf<typeof proactive.write>;
type Message = Pick<Input, 'botId' | 'channelId' | 'eventId'>;

const NO_MODEL = 'No language model is configured.';
const ABOUT_HARM = 'It is about harming oneself or others.';
const NOT_USABLE = 'The language model wrote no message that can be posted as it is.';
const TOO_SLOW = 'The language model took too long.';
const TOO_MANY_UNPAID = 'Too many messages were written for companions of this owner that were not posted.';
/** Of an owner: messages that the operator's models were asked to write and nobody paid, because they were not usable or not posted. */
const UNPAID = { name: 'chat-unpaid-proactive', points: 20, windowS: 86_400, wait: 'window' } as const;

/**
 * Writes messages with which bots begin conversations (docs/decisions.md C41), charged like replies. Nothing of them is stored here: the runner
 * remembers the text that it posts, and asks again only when it has none yet.
 */
@Injectable()
export class ProactiveService {
  private readonly unpaid: RateLimiter;

  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly refused: RefusedPrompts,
    private readonly events: Events,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.unpaid = new RateLimiter(redis, UNPAID);
  }

  async write(input: Input, signal: AbortSignal): Promise<OutputOf<typeof proactive.write>> {
    const persona = await this.pipeline.personaOf(input.botId);
    if (!persona) throw new AppError('NOT_FOUND');
    if (crisisIn(input.hint)) throw new AppError('PROMPT_REFUSED', ABOUT_HARM);
    const request = requestOf(input, persona);
    const writer = await this.pipeline.writerOf(request);
    // It answers what it is asked, and begins nothing.
    if (writer.engine === 'builtin') throw new AppError('MODEL_UNAVAILABLE', NO_MODEL);
    const { requestId } = request;
    if (!writer.isCharged) return { text: (await this.written(request, writer, signal)).text, isCharged: false };
    const charge = await this.reserve(persona, requestId, input.guildId);
    try {
      await this.countUnpaid(persona.ownerId);
      const { text, isCharged } = await this.written(request, writer, signal);
      // Another model wrote in its place for nothing.
      if (!isCharged) await this.charges.close('release', requestId, charge);
      return { text, isCharged };
    } catch (error) {
      await this.charges.close('release', requestId, charge);
      throw error;
    }
  }

  async end({ isPosted, isCharged, ownerId, guildId, ...message }: ParsedInputOf<typeof proactive.end>) {
    const requestId = requestIdOf(message);
    if (!isPosted) {
      await this.charges.release(requestId);
      return {};
    }
    if (!isCharged) return {};
    await this.reserveAgain(message.botId, requestId, guildId);
    await this.charges.settle(requestId);
    await this.unpaid.refund(ownerId);
    // Open pages of the owner show how much of the day is used.
    await this.events.publish(events.usageChanged, { userId: ownerId });
    return {};
  }

  /** What the model wrote, if it can be posted as it is. */
  private async written(
    request: ReplyRequest,
    writer: ReplyWriter,
    signal: AbortSignal,
  ): Promise<OutputOf<typeof proactive.write>> {
    const timeout = AbortSignal.timeout(PROACTIVE_TIMEOUT_MS);
    try {
      const streamed = await this.pipeline.begin(request, writer);
      await streamed.finish(AbortSignal.any([timeout, signal]));
      const { isCharged } = streamed;
      const text = postable(streamed);
      // It cost the operator what a refused prompt costs.
      if (text === null && isCharged) await this.refused.count(request.author);
      if (text === null) throw new AppError('MODEL_UNAVAILABLE', NOT_USABLE);
      return { text, isCharged };
    } catch (error) {
      // An outage would be tried again, and paid again.
      throw timeout.aborted ? new AppError('MODEL_UNAVAILABLE', TOO_SLOW) : error;
    }
  }

  private async countUnpaid(ownerId: string): Promise<void> {
    try {
      await this.unpaid.consume(ownerId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
      throw new AppError('RATE_LIMITED', TOO_MANY_UNPAID, error.details);
    }
  }

  /** Billing releases what is reserved for long, and an attempt that was given up may release the charge of the one that was posted. */
  private async reserveAgain(botId: string, requestId: string, guildId: string | null): Promise<void> {
    const persona = await this.pipeline.personaOf(botId);
    if (!persona) return;
    try {
      await this.charges.reserve({ persona, requestId, guildId });
    } catch (error) {
      if (!isDenial(error)) throw error;
      this.logger.warn(
        { botId, code: error.code },
        'proactive message posted, but its charge was released before and is denied now',
      );
    }
  }

  private async reserve(persona: Persona, requestId: string, guildId: string): Promise<number> {
    try {
      return await this.charges.reserve({ persona, requestId, guildId });
    } catch (error) {
      // Billing may have reserved although its answer was lost.
      if (!isDenial(error)) await this.charges.close('release', requestId);
      throw error;
    }
  }
}

/** Null for what is cut off, too long or about harm: nobody asked for it, so it is not shown in part. */
function postable(streamed: StreamedReply): string | null {
  const { reply, truncated } = streamed.reply;
  const text = reply.trim();
  return truncated || text === '' || text.length > MAX_PROACTIVE_CHARS || crisisIn(text) ? null : text;
}

const requestIdOf = ({ botId, channelId, eventId }: Message): string => `${botId}-proactive-${channelId}-${eventId}`;

const requestOf = ({ event, quietDays, hint, ...message }: Input, persona: Persona): ReplyRequest => ({
  persona,
  channel: 'discord',
  conversation: message.channelId,
  requestId: requestIdOf(message),
  author: persona.ownerId,
  authorName: '',
  question: '',
  task: { kind: 'begin', event, quietDays, hint },
  attachments: [],
  isKept: false,
  mayUseTools: false,
  epoch: 0,
});
