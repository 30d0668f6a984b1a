import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { bots, type Actor, type chat, type ParsedInputOf, type Persona, type ReplyFrame } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { MessageLog } from '../message-log.js';
import { Attachments } from '../replies/attachments.js';
import type { ReplyRequest } from '../replies/reply-pipeline.js';
import { RequestLock } from '../replies/request-lock.js';
import { ChargedReplies } from './charged-replies.js';
import { ChatLimits } from './chat-limits.js';
import { framesOf } from './reply-frames.js';

type Said = ParsedInputOf<typeof chat.say>;

/** The chat of an owner with a companion (decision T3). */
@Injectable()
export class TestChatService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: ChatLimits,
    private readonly locks: RequestLock,
    private readonly log: MessageLog,
    private readonly replies: ChargedReplies,
    private readonly attachments: Attachments,
  ) {}

  /** Answers one message. Its files are gone afterwards, however it ended. */
  async *say(said: Said, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    this.attachments.requireOwn(said.actor.userId, said.attachments);
    try {
      const epoch = await this.log.epoch(said.botId);
      const persona = await this.ownPersona(said.actor, said.botId);
      const leave = await this.limits.enter(said.actor.userId);
      try {
        yield* this.answerOnce(requestOf(said, persona, epoch), signal);
      } finally {
        leave();
      }
    } finally {
      await this.attachments.remove(said.attachments);
    }
  }

  /** A message that was answered before gets the same reply again, without a charge, the model or the files. */
  private async *answerOnce(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const unlock = await this.locks.take(request.requestId, signal);
    try {
      const known = await this.log.find(request.persona.id, request.requestId);
      if (known) yield* framesOf(known);
      else yield* this.replies.answer(request, signal);
    } finally {
      await unlock();
    }
  }

  /** NOT_FOUND alike for missing and foreign companions. */
  private async ownPersona(actor: Actor, botId: string): Promise<Persona> {
    const [persona] = await Promise.all([this.rpc.ask(bots.persona, { botId }), this.rpc.ask(bots.owned, { actor, botId })]);
    return persona;
  }
}

function requestOf({ actor, botId, message, requestId, attachments }: Said, persona: Persona, epoch: number): ReplyRequest {
  return {
    persona,
    channel: 'web',
    conversation: `web-${actor.userId}`,
    // With the companion in it: the id of another chat is another charge.
    requestId: `web-${botId}-${requestId ?? randomUUID()}`,
    author: actor.userId,
    authorName: actor.username,
    question: message,
    attachments,
    epoch,
  };
}
