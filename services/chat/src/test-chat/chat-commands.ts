import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, calledCommand, runner, type bots, type OutputOf, type ReplyFrame, type TriedCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageEntity } from '../messages/message.entity.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { ChargedReplies, framesOf } from './charged-replies.js';

type Callable = Pick<OutputOf<typeof bots.testChat>, 'prefix' | 'commands'>;

const UNAVAILABLE = 'I cannot run commands right now because a part of me is not running. Please try again in a minute.';

/** Commands in the test chat: the runners run them with the same code as on Discord. */
@Injectable()
export class ChatCommands {
  constructor(
    private readonly rpc: RpcClient,
    private readonly replies: ChargedReplies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Answers a message. A command answers by itself, without a charge, or says what the companion is to answer or to do. `callable`: null for a
   * message that calls none.
   */
  async *answer(request: ReplyRequest, callable: Callable | null, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const tried = callable && (await this.tried(request, callable));
    if (tried?.kind === 'text') return yield* framesOf({ reply: tried.text, engine: 'builtin', sources: [], truncated: false });
    const changes = tried?.kind === 'task' ? { task: tried.task } : tried ? { question: tried.question } : {};
    yield* this.replies.answer({ ...request, ...changes }, signal);
  }

  /** The reply that is stored for a repeated message. */
  again(known: MessageEntity): AsyncGenerator<ReplyFrame, void> {
    return this.replies.again(known);
  }

  /** What the command that the message calls answers; null for a message that calls none. */
  private async tried({ persona, question }: ReplyRequest, callable: Callable): Promise<TriedCommand | null> {
    const { id: botId, ownerId, name, timeZone } = persona;
    const called = calledCommand(question, callable, false);
    if (!called) return null;
    const bot = { botId, ownerId, name, timeZone, ...callable };
    const { command, args } = called;
    const call = { bot, commandId: command.commandId, args, content: question, sentAtMs: Date.now() };
    try {
      return await this.rpc.ask(runner.tryCommand, call);
    } catch (error) {
      const { code } = AppError.from(error);
      if (code === 'CANCELLED') throw error;
      this.logger.warn({ botId, code }, 'command not run in the test chat');
      return { kind: 'text', text: UNAVAILABLE };
    }
  }
}
