import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PastExchange } from '../messages/message-log.js';
import type { AttachedFile } from '../replies/attachments.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { FactMeanings } from './fact-meanings.js';
import { ALL_UP_TO, memoryLines } from './memory-lines.js';
import { EarlierFiles } from '../replies/earlier-files.js';
import { searchedQuestion } from '../replies/searched-question.js';
import { MemoryQueue } from './memory-queue.js';
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
    private readonly meanings: FactMeanings,
    private readonly queue: MemoryQueue,
    private readonly earlierFiles: EarlierFiles,
  ) {}

  /**
   * What is known about who asked, as lines for the prompt: from where they ask now, and nothing that was said elsewhere. `history` and the model of
   * embeddings are waited for only where the facts are too many for the prompt, for the model briefly or as long as `knowledge` takes.
   */
  async linesFor(
    request: ReplyRequest,
    { history, found: knowledge }: { readonly history: Promise<readonly PastExchange[]>; readonly found: Promise<unknown> },
  ): Promise<string[]> {
    const scopes = await this.scopes.request(request);
    if (!scopes) return [];
    const person = personOf(request);
    const readAhead = request.channel === 'web' ? request.readAhead?.known : undefined;
    const { facts, summaries } = readAhead ? this.store.openedRows(readAhead) : await this.store.known(person, scopes.read);
    const { question, persona } = request;
    if (facts.length <= ALL_UP_TO) return memoryLines(facts, summaries, { query: question });
    const asked = searchedQuestion(persona.name, question, await history);
    const nearness = await this.meanings.nearness(persona, facts, asked, knowledge);
    return memoryLines(facts, summaries, { ...asked, nearness });
  }

  /** What in the files of earlier messages of the conversation fits the question; of the messages of one person alone where `onlyOf` says so. */
  filesFor(request: ReplyRequest, history: readonly PastExchange[], onlyOf?: string): Promise<AttachedFile[]> {
    return this.earlierFiles.fitting(request, history, onlyOf);
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

  /**
   * Behind a stored reply: has what is remembered of who asked read by the model of embeddings, for the next question, and what they wrote by the model
   * of the bot, where enough of it waits. Nobody waits for either; failures are only logged.
   */
  async readLater(request: ReplyRequest, dueMemoryId: string | null): Promise<void> {
    const scopes = await this.scopes.request(request);
    if (scopes) void this.meanings.complete(request.persona, personOf(request), scopes.read);
    if (dueMemoryId) await this.queue.add(request.persona, dueMemoryId);
  }
}

const personOf = ({ persona, author }: ReplyRequest): Person => ({ botId: persona.id, member: author });
