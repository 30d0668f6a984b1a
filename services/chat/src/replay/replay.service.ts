import { FairScheduler, RpcClient } from '@kith/kit';
import { AppError, badField, bots, type OutputOf, type ParsedInputOf, type replay, type SavedConversation } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import { MessageLog } from '../messages/message-log.js';
import { RequestLock } from '../test-chat/request-lock.js';
import { ReplayAnswers, type AnsweredRun } from './replay-answers.js';
import { SavedConversations } from './saved-conversations.js';

type RunInput = ParsedInputOf<typeof replay.run>;

/** Of all owners; each of them runs one at a time, because a run is many messages. */
const POOL = { capacity: 8, maxWaiting: 20 };
/** A run takes a few seconds for each of its questions. */
const RETRY_AFTER_S = 10;
const BUSY = 'Another conversation is being asked again. Please wait until it is done.';

/** Asks a bot the questions of saved conversations again, so that its owner sees what a change does to its answers. */
@Injectable()
export class ReplayService {
  private readonly pool = new FairScheduler(POOL);

  constructor(
    private readonly rpc: RpcClient,
    private readonly saved: SavedConversations,
    private readonly log: MessageLog,
    private readonly care: CareService,
    private readonly locks: RequestLock,
    private readonly answers: ReplayAnswers,
  ) {}

  async list({ actor, botId }: ParsedInputOf<typeof replay.list>): Promise<OutputOf<typeof replay.list>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    return { conversations: await this.saved.list(botId) };
  }

  async save({ actor, botId, questions }: ParsedInputOf<typeof replay.save>): Promise<SavedConversation> {
    await this.rpc.ask(bots.owned, { actor, botId });
    for (const [index, question] of questions.entries()) {
      if (question.startsWith('/')) throw badField(`questions.${index}`, 'Commands cannot be saved. Please ask a question.');
      // Such messages are never stored (docs/decisions.md T12).
      if (this.care.replyTo({ question })) throw badField(`questions.${index}`, 'This message cannot be saved.');
    }
    return this.saved.add(botId, actor.userId, questions);
  }

  async remove({ actor, botId, conversationId }: ParsedInputOf<typeof replay.remove>): Promise<OutputOf<typeof replay.remove>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    await this.saved.remove(botId, conversationId);
    return { message: 'Conversation deleted' };
  }

  async run(input: RunInput, signal: AbortSignal): Promise<SavedConversation> {
    const { actor, botId } = input;
    // Before the persona, so that answers of a bot that is wiped meanwhile are not stored.
    const epoch = await this.log.epoch(botId);
    const { persona } = await this.rpc.ask(bots.testChat, { actor, botId });
    // In Redis, because another replica may run the other one.
    const lock = await this.locks.tryAcquire(`replay-${actor.userId}`);
    if (!lock) throw new AppError('RATE_LIMITED', BUSY, { retryAfterS: RETRY_AFTER_S });
    try {
      const task = { key: actor.userId, plan: actor.plan, signal };
      return await this.pool.run(task, () => this.answerAgain(input, { persona, epoch }, signal));
    } finally {
      await lock.release();
    }
  }

  private async answerAgain(
    { actor, botId, conversationId, requestId }: RunInput,
    bot: Pick<AnsweredRun, 'persona' | 'epoch'>,
    signal: AbortSignal,
  ): Promise<SavedConversation> {
    const conversation = await this.saved.find(botId, conversationId);
    if (!conversation) throw new AppError('NOT_FOUND');
    if ([conversation.latest, conversation.earlier].some((run) => run?.requestId === requestId)) return conversation;
    await this.answers.to(conversation.questions, { actor, conversationId, ...bot }, signal, (answers) => {
      const run = {
        requestId,
        answers: answers.map(({ reply }) => reply),
        engines: answers.map(({ engine }) => engine),
      };
      return this.saved.keepRun(botId, conversationId, run, bot.epoch);
    });
    const answered = await this.saved.find(botId, conversationId);
    if (!answered) throw new AppError('NOT_FOUND');
    return answered;
  }
}
