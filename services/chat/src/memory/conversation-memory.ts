import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PastExchange } from '../messages/message-log.js';
import type { AttachedFile } from '../replies/attachments.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { ALL_UP_TO, memoryLines } from './memory-lines.js';
import { EarlierFiles } from '../replies/earlier-files.js';
import { searchedQuestion } from '../replies/searched-question.js';
import { MemoryScopeOf } from './memory-scopes.js';
import { MemoryStore, type Person } from './memory-store.js';
import { isMeant, statementsIn } from './stated-facts.js';

/** So many messages of a person are read by a model at once (docs/decisions.md T13). */
export const EXCHANGES_READ_AT_ONCE = 10;

/** What replies take from the memory of a bot, and give to it. */
@Injectable()
export class ConversationMemory {
  constructor(
    private readonly scopes: MemoryScopeOf,
    private readonly store: MemoryStore,
    private readonly writers: ReplyWriters,
    private readonly queues: Queues,
    private readonly earlierFiles: EarlierFiles,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * What is known about who asked, as lines for the prompt: from where they ask now, and nothing that was said elsewhere. `history` is waited for only
   * where the facts are too many for the prompt.
   */
  async linesFor(request: ReplyRequest, history: Promise<readonly PastExchange[]>): Promise<string[]> {
    const scopes = await this.scopes.request(request);
    if (!scopes) return [];
    const person = personOf(request);
    const readAhead = request.channel === 'web' ? request.readAhead?.known : undefined;
    const { facts, summaries } = readAhead ? this.store.openedRows(readAhead) : await this.store.known(person, scopes.read);
    const { question, persona } = request;
    const asked = facts.length > ALL_UP_TO ? searchedQuestion(persona.name, question, await history) : { query: question };
    return memoryLines(facts, summaries, asked);
  }

  /** What in the files of earlier messages of the conversation fits the question. `maxTokens`: of the history. */
  filesFor(request: ReplyRequest, history: readonly PastExchange[], maxTokens: number): Promise<AttachedFile[]> {
    return this.earlierFiles.fitting(request, history, maxTokens);
  }

  /** In which scope the message is remembered; '' where nothing is. */
  async scopeOf(request: ReplyRequest): Promise<string> {
    return (await this.scopes.request(request))?.written ?? '';
  }

  /**
   * Keeps what the message states about its author; undefined where it states nothing, or nothing is remembered. The transaction stores the message
   * and holds the lock of the bot.
   */
  async statedIn(request: ReplyRequest): Promise<((transaction: EntityManager, memoryId: string) => Promise<void>) | undefined> {
    const scopes = await this.scopes.request(request);
    if (!scopes) return undefined;
    const { facts, forgotten } = statementsIn(request.question);
    if (facts.length === 0 && forgotten.length === 0) return undefined;
    const person = personOf(request);
    const { ownerId } = request.persona;
    return async (transaction, memoryId) => {
      if (forgotten.length > 0) {
        const known = await this.store.facts(person, scopes.read, transaction);
        await this.store.remove(
          transaction,
          known.filter((fact) => forgotten.some((words) => isMeant(fact, words))),
        );
      }
      await this.store.keep(transaction, person, { ownerId, memoryId, facts, origin: 'said', requestId: request.requestId });
    };
  }

  /** Has a model read what a person wrote, of which enough waits. A failure is only logged: the next message tries again. */
  async readLater(request: ReplyRequest, memoryId: string): Promise<void> {
    try {
      if (!(await this.writers.modelOf(request.persona))) return;
      const { id: botId, ownerId, ownerPlan } = request.persona;
      await this.queues.addAgain(queues.memory, memoryId, { ownerId, ownerPlan, botId, memoryId });
    } catch (error) {
      this.logger.warn({ botId: request.persona.id, err: error }, 'what a person wrote is not read now');
    }
  }
}

const personOf = ({ persona, author }: ReplyRequest): Person => ({ botId: persona.id, member: author });
