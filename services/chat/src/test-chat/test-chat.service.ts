import { randomUUID } from 'node:crypto';
import { ConcurrencyLimit, crisisIn, RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  bots,
  PLAN_CATALOGUE,
  PLANS,
  type Actor,
  type chat,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type ReplyFrame,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { TEST_CHAT } from '../memory/memory-scopes.js';
import type { MessageEntity } from '../messages/message.entity.js';
import type { Beginning } from '../messages/beginning.js';
import { MessageLog } from '../messages/message-log.js';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { Attachments } from '../replies/attachments.js';
import { beginningReplies } from '../replies/beginning-replies.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { searchedQuestion } from '../replies/searched-question.js';
import { citationsOf } from '../replies/stored-citations.js';
import { ChatCommands } from './chat-commands.js';
import { doneAhead } from './done-ahead.js';
import { RequestLock, type HeldLock } from './request-lock.js';
import { webRequestId } from './web-request-id.js';

type SayInput = ParsedInputOf<typeof chat.say>;

// Several tabs of one user may read replies at once, but one user must not occupy the replica.
const CONCURRENT_REPLIES_PER_USER = 5;
const MESSAGES_PER_MINUTE = 60;
/** Made once: an abort without a reason makes an error with a stack each time. */
const NOT_NEEDED = new DOMException('Nobody needs it any more.', 'AbortError');

/** Limits how much one user asks in the test chat, over all bots (docs/decisions.md A11). */
@Injectable()
export class ChatLimits {
  private readonly replies = new ConcurrencyLimit(CONCURRENT_REPLIES_PER_USER, 5);
  private readonly messages: RateLimiter;

  constructor(
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
    private readonly refused: RefusedPrompts,
  ) {
    this.messages = new RateLimiter(redis, { name: 'chat-messages', points: MESSAGES_PER_MINUTE, windowS: 60, wait: 'window' });
  }

  /** Counts one message; call the returned function when it is answered. RATE_LIMITED with too many at once or in this minute. */
  async acquire(userId: string): Promise<() => void> {
    const release = this.replies.acquire(userId);
    // Sent to Redis together with the count.
    this.refused.lookAhead(userId);
    try {
      await this.messages.consume(userId);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }
}

/** The chat of an owner with their bot in the browser (docs/decisions.md T3). */
@Injectable()
export class TestChatService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: ChatLimits,
    private readonly locks: RequestLock,
    private readonly log: MessageLog,
    private readonly replies: ChatCommands,
    private readonly attachments: Attachments,
  ) {}

  /** Answers one message. Its files are deleted afterwards, whether it succeeded or not. */
  async *say(input: SayInput, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const { actor, botId, attachments } = input;
    this.attachments.requireOwn(actor.userId, attachments);
    const requestId = webRequestId(botId, input.requestId ?? randomUUID());
    const { maxHistoryTokens: maxTokens } = PLAN_CATALOGUE[actor.plan];
    // What a reply needs is fetched at once, what takes longest first, because the reader waits; none of it leaves before the owner is known to be the
    // owner. The plan that the actor has now may be another one than that of a moment ago: then it is read again.
    const asking = { requestId, member: actor.userId, scopes: [TEST_CHAT] };
    const begun = this.log.begin({ botId, conversation: conversationOf(actor), maxTokens }, asking);
    const given = new AbortController();
    const hasBegun = beginningReplies.begin();
    const released = this.limits.acquire(actor.userId);
    const locked = this.locks.acquire(requestId, signal, given.signal);
    const crisis = doneAhead(() => crisisIn(input.message));
    // A command may have made another message of it.
    const crisisOf = (question: string) => (question === input.message ? crisis() : crisisIn(question));
    try {
      const [{ epoch, readAhead, persona, prefix, commands }, known] = await Promise.all([
        this.ownBot(input, begun),
        locked.then((lock) => this.knownReply(input.botId, requestId, lock, begun)),
        released,
      ]);
      if (attachments.length > 0) requireMedia(persona);
      // A repeated message gets the stored reply again, without a charge and without the model.
      if (known) yield* this.replies.again(known);
      else {
        const callable = attachments.length === 0 ? { prefix, commands } : null;
        const request = requestOf({ ...input, requestId, persona, epoch, crisisOf, readAhead: { ...readAhead, maxTokens } });
        for await (const frame of this.replies.answer(request, callable, signal)) {
          hasBegun();
          yield frame;
        }
      }
    } finally {
      hasBegun();
      given.abort(NOT_NEEDED);
      const [release, lock] = await Promise.allSettled([released, locked]);
      if (release.status === 'fulfilled') release.value();
      if (lock.status === 'fulfilled') await lock.value.release();
      await this.attachments.remove(attachments);
    }
  }

  async citations({ actor, botId, requestId }: ParsedInputOf<typeof chat.citations>): Promise<OutputOf<typeof chat.citations>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const known = await this.log.find(botId, webRequestId(botId, requestId));
    return { citations: known ? citationsOf(known) : [] };
  }

  /** The reply that the message has already: as it was read, unless another call may have stored one meanwhile. */
  private async knownReply(
    botId: string,
    requestId: string,
    { isFirst }: HeldLock,
    begun: Promise<Beginning>,
  ): Promise<MessageEntity | null> {
    if (isFirst && !(await begun).isStored) return null;
    return this.log.find(botId, requestId);
  }

  /**
   * Asked for while the beginning is read. A bot that was wiped since the persona was answered may be deleted: then its epoch is the new one, and it is
   * asked for again, so that no reply of a deleted bot is stored. NOT_FOUND alike for missing bots and bots of another owner.
   */
  private async ownBot(
    { actor, botId, message }: SayInput,
    begun: Promise<Beginning>,
  ): Promise<OutputOf<typeof bots.testChat> & Pick<ReplyRequest, 'epoch'> & { readonly readAhead: Omit<Beginning, 'epoch'> }> {
    const ask = () => this.rpc.ask(bots.testChat, { actor, botId });
    const asked = ask();
    // What it is about is kept for the search.
    asked.then(
      ({ persona }) => doneAhead(() => searchedQuestion(persona.name, message, [])),
      () => undefined,
    );
    const [bot, { epoch, ...readAhead }] = await Promise.all([asked, begun]);
    return { epoch, readAhead, ...(readAhead.isJustWiped ? await ask() : bot) };
  }
}

/** Throws UPGRADE_REQUIRED on a plan without files in the chat (docs/decisions.md D3). */
function requireMedia({ ownerPlan }: Persona): void {
  if (PLAN_CATALOGUE[ownerPlan].hasMedia) return;
  const plan = PLANS.find((each) => PLAN_CATALOGUE[each].hasMedia) ?? 'premium';
  const text = `Files in the chat need the ${PLAN_CATALOGUE[plan].label} plan. Nothing was charged.`;
  throw new AppError('UPGRADE_REQUIRED', text);
}

type Asked = Pick<SayInput, 'actor' | 'message' | 'attachments' | 'showPrompt'> &
  Pick<ReplyRequest, 'requestId' | 'persona' | 'epoch' | 'readAhead' | 'crisisOf'>;

const conversationOf = ({ userId }: Actor): string => `web-${userId}`;

function requestOf({ actor, message, requestId, attachments, showPrompt, ...asked }: Asked): ReplyRequest {
  const { persona, epoch, readAhead, crisisOf } = asked;
  return {
    persona,
    crisisOf,
    channel: 'web',
    conversation: conversationOf(actor),
    requestId,
    author: actor.userId,
    authorName: actor.username,
    question: message,
    attachments,
    // A script may be allowed to chat and not to read instructions and knowledge.
    showPrompt: showPrompt && actor.scopes === undefined,
    readAhead,
    epoch,
  };
}
