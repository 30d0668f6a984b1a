import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { memoryLines } from './memory-lines.js';
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
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What is known about who asked, as lines for the prompt: from where they ask now, and nothing that was said elsewhere. */
  async linesFor(request: ReplyRequest): Promise<string[]> {
    const scopes = await this.scopes.request(request);
    if (!scopes) return [];
    const person = personOf(request);
    const { facts, summaries } = await this.store.known(person, scopes.read);
    return memoryLines(facts, summaries, request.question);
  }

  /** In which scope the message is remembered; '' where nothing is. */
  async scopeOf(request: ReplyRequest): Promise<string> {
    return (await this.scopes.request(request))?.written ?? '';
  }

  /** Keeps what the message states about its author. `transaction` stores the message and holds the lock of the bot. */
  async note(transaction: EntityManager, request: ReplyRequest): Promise<void> {
    const scopes = await this.scopes.request(request);
    if (!scopes) return;
    const person = personOf(request);
    const { ownerId } = request.persona;
    const memoryId = await this.store.ensure(transaction, person, ownerId, scopes.written);
    const { facts, forgotten } = statementsIn(request.question);
    if (forgotten.length > 0) {
      const known = await this.store.facts(person, scopes.read, transaction);
      await this.store.remove(
        transaction,
        known.filter((fact) => forgotten.some((words) => isMeant(fact, words))),
      );
    }
    await this.store.keep(transaction, person, { ownerId, memoryId, facts, origin: 'said', requestId: request.requestId });
  }

  /** Has a model read what a person wrote, once enough of it waits. A failure is only logged: the next message tries again. */
  async readLater(request: ReplyRequest): Promise<void> {
    try {
      const scopes = await this.scopes.request(request);
      if (!scopes) return;
      const { botId, member } = personOf(request);
      const [due] = await this.database.query<{ memoryId: string }[]>(
        `select m.id as "memoryId" from chat.memory m
         where m.bot_id = $1 and m.member = $2 and m.scope = $3
           and (select count(*) from (select 1 from chat.message x where x.bot_id = m.bot_id and x.author = m.member
             and x.memory_scope = m.scope and x.created_at > m.processed_until limit $4) waiting) >= $4`,
        [botId, member, scopes.written, EXCHANGES_READ_AT_ONCE],
      );
      if (!due || !(await this.writers.modelOf(request.persona))) return;
      const { ownerId, ownerPlan } = request.persona;
      await this.queues.addAgain(queues.memory, due.memoryId, { ownerId, ownerPlan, botId, memoryId: due.memoryId });
    } catch (error) {
      this.logger.warn({ botId: request.persona.id, err: error }, 'what a person wrote is not read now');
    }
  }
}

const personOf = ({ persona, author }: ReplyRequest): Person => ({ botId: persona.id, member: author });
