import { Events } from '@kith/kit';
import {
  AppError,
  events,
  MAX_PROACTIVE_CHARS,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type proactive,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { crisisIn } from '../care/crisis.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ReplyPipeline } from '../replies/reply-pipeline.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';

type Input = ParsedInputOf<typeof proactive.write>;
type Message = Pick<Input, 'botId' | 'channelId' | 'eventId'>;

const NO_MODEL = 'No language model is configured.';
const ABOUT_HARM = 'It is about harming oneself or others.';
const NOT_USABLE = 'The language model wrote no message that can be posted as it is.';

/**
 * Writes messages with which bots begin conversations (docs/decisions.md C41), charged like replies. Nothing of them is stored here: the runner
 * remembers the text that it posts, and asks again only when it has none yet.
 */
@Injectable()
export class ProactiveService {
  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly events: Events,
  ) {}

  async write(input: Input, signal: AbortSignal): Promise<OutputOf<typeof proactive.write>> {
    const persona = await this.pipeline.personaOf(input.botId);
    if (!persona) throw new AppError('NOT_FOUND');
    if (crisisIn(input.hint)) throw new AppError('PROMPT_REFUSED', ABOUT_HARM);
    const request = requestOf(input, persona);
    const writer = await this.pipeline.writerOf(request);
    // It answers what it is asked, and begins nothing.
    if (writer.engine === 'builtin') throw new AppError('MODEL_UNAVAILABLE', NO_MODEL);
    const { requestId } = request;
    const charge = writer.isCharged ? await this.reserve(persona, requestId, input.guildId) : null;
    try {
      const streamed = await this.pipeline.begin(request, writer);
      await streamed.finish(signal);
      const text = postable(streamed);
      // Another model wrote in its place for nothing.
      if (charge !== null && !streamed.isCharged) await this.charges.close('release', requestId, charge);
      return { text };
    } catch (error) {
      if (charge !== null) await this.charges.close('release', requestId, charge);
      throw error;
    }
  }

  async end({ isPosted, ownerId, ...message }: ParsedInputOf<typeof proactive.end>): Promise<Record<string, never>> {
    const requestId = requestIdOf(message);
    if (!isPosted) {
      await this.charges.release(requestId);
      return {};
    }
    await this.charges.settle(requestId);
    // Open pages of the owner show how much of the day is used.
    await this.events.publish(events.usageChanged, { userId: ownerId });
    return {};
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

/** What is cut off, too long or about harm is not shown in part: nobody asked for it. */
function postable(streamed: StreamedReply): string {
  const { reply, truncated } = streamed.reply;
  const text = reply.trim();
  if (truncated || text === '' || text.length > MAX_PROACTIVE_CHARS || crisisIn(text))
    throw new AppError('MODEL_UNAVAILABLE', NOT_USABLE);
  return text;
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
