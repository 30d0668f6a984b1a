import { RpcClient, Slots } from '@kith/kit';
import {
  BUILTIN_LABEL,
  bots,
  type Actor,
  type chat,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type ReplyFrame,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Message } from './message.entity.js';
import { MessageLog } from './message-log.js';
import { Charges } from './replies/charges.js';
import type { Draft } from './replies/draft.js';
import { ReplyPipeline, type ReplyRequest } from './replies/reply-pipeline.js';
import { RequestLock } from './replies/request-lock.js';
import { WRITER, type Writer } from './writer.js';

/** More than one person reads at a time, and few enough that nobody keeps the others waiting. */
const CHATS_PER_USER = 5;

@Injectable()
export class ChatService {
  private readonly slots = new Slots(CHATS_PER_USER, 5);

  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly locks: RequestLock,
    @Inject(WRITER) private readonly writer: Writer,
  ) {}

  /** The test chat. A message that was answered before gets the same reply again, without a charge and without the model. */
  async *say(input: ParsedInputOf<typeof chat.say>, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const persona = await this.ownPersona(input.actor, input.botId);
    const request = requestOf(input, persona);
    const leave = this.slots.take(input.actor.userId);
    try {
      const unlock = await this.locks.take(request.requestId, signal);
      try {
        const known = await this.log.find(persona.id, request.requestId);
        if (known) yield* framesOf(known);
        else yield* this.answer(request, signal);
      } finally {
        await unlock();
      }
    } finally {
      leave();
    }
  }

  async engine({ actor, botId }: ParsedInputOf<typeof chat.engine>): Promise<OutputOf<typeof chat.engine>> {
    await this.rpc.ask(bots.get, { actor, botId });
    const { engine } = this.writer;
    return { engine, label: engine === 'builtin' ? BUILTIN_LABEL : null };
  }

  async counts(botIds: readonly string[]): Promise<OutputOf<typeof chat.counts>> {
    return { counts: await this.log.counts(botIds) };
  }

  async purge(botId: string): Promise<Record<string, never>> {
    await this.log.purge(botId);
    return {};
  }

  private async *answer(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const charge = await this.charges.reserve(request.persona.ownerId, request.requestId);
    let draft: Draft | undefined;
    let kept: Message | undefined;
    try {
      draft = await this.pipeline.begin(request);
      for await (const text of draft.pieces(signal)) yield { type: 'delta', text };
    } finally {
      // Also when the reader left in the middle: what it was shown was delivered.
      kept = draft && draft.text.trim() !== '' ? await this.settle(request, draft) : undefined;
      if (!kept) await this.charges.close('release', request.requestId, charge);
    }
    if (kept) yield doneFrame(kept);
  }

  private async settle(request: ReplyRequest, draft: Draft): Promise<Message> {
    const kept = await this.pipeline.keep(request, draft);
    await this.charges.close('settle', request.requestId);
    await this.log.markDelivered(request.persona.id, request.requestId);
    return kept;
  }

  /** NOT_FOUND alike for missing and foreign companions. */
  private async ownPersona(actor: Actor, botId: string): Promise<Persona> {
    const [persona] = await Promise.all([this.rpc.ask(bots.persona, { botId }), this.rpc.ask(bots.get, { actor, botId })]);
    return persona;
  }
}

function requestOf({ actor, botId, message, requestId }: ParsedInputOf<typeof chat.say>, persona: Persona): ReplyRequest {
  return {
    persona,
    channel: 'web',
    conversation: `web-${actor.userId}`,
    // With the companion in it: the id of another chat is another charge.
    requestId: `web-${botId}-${requestId ?? randomUUID()}`,
    author: actor.userId,
    authorName: actor.username,
    question: message,
  };
}

function* framesOf(message: Message): Generator<ReplyFrame> {
  yield { type: 'delta', text: message.reply };
  yield doneFrame(message);
}

const doneFrame = ({ reply, engine, sources, truncated }: Message): ReplyFrame => ({
  type: 'done',
  response: reply,
  engine,
  sources,
  truncated,
});
