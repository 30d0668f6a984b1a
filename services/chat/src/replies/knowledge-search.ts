import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, knowledge, MAX_SEARCHED_CHARS, type InputOf, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { PastExchange } from '../messages/message-log.js';
import { QuestionRewriting } from '../rewriting/question-rewriting.js';
import { TRANSIENT_ERRORS, truncate } from './attachments.js';
import type { ReplyRequest } from './reply-writer.js';
import { searchedQuestion } from './searched-question.js';

type Found = OutputOf<typeof knowledge.search>;

/** Searches the knowledge for the reply to a message. */
@Injectable()
export class KnowledgeSearch {
  constructor(
    private readonly rpc: RpcClient,
    private readonly rewriting: QuestionRewriting,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `history` stands oldest first. */
  async find(request: Pick<ReplyRequest, 'persona' | 'question' | 'author'>, history: readonly PastExchange[]): Promise<Found> {
    const { id: botId, name, ownerPlan } = request.persona;
    const asked = { botId, ...searchedQuestion(name, request.question, history), ownerPlan };
    try {
      const found = await this.rpc.ask(knowledge.search, asked);
      if (found.outcome === 'found' || !found.mayAsk) return found;
      const query = await this.rewriting.of(request.question, history, request);
      // Key words count in what people wrote, not in what the model did.
      return query === null ? found : await this.again({ ...asked, query, previous: undefined }, found);
    } catch (error) {
      // While the service is away the message waits for it; what it fails on for good is answered without it.
      if (!(error instanceof AppError) || TRANSIENT_ERRORS.has(error.code)) throw error;
      this.logger.error({ code: error.code, botId }, 'knowledge could not be searched');
      return { passages: [], coverage: 0, outcome: 'nothing_found', mayAsk: false, isSmallTalk: false };
    }
  }

  /** The ids of the items that key words in this message activate, whatever was said before it; none while the service is away. */
  async activatedBy({ persona, question }: Pick<ReplyRequest, 'persona' | 'question'>): Promise<ReadonlySet<string>> {
    try {
      const { passages } = await this.rpc.ask(knowledge.search, {
        botId: persona.id,
        query: '',
        messages: [truncate(question, MAX_SEARCHED_CHARS)],
        limit: 1,
        ownerPlan: persona.ownerPlan,
      });
      return new Set(passages.filter(({ activation }) => activation === 'keywords').map(({ itemId }) => itemId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return new Set();
    }
  }

  /** The second search must not cost the reply the result of the first. */
  private async again(asked: InputOf<typeof knowledge.search>, found: Found): Promise<Found> {
    try {
      return await this.rpc.ask(knowledge.search, asked);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return found;
    }
  }
}
