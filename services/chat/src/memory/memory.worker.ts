import { randomBytes } from 'node:crypto';
import { HandleJob, LOGGER, RpcClient, type JobContext, type Logger } from '@kith/kit';
import { AppError, bots, queues, type JobOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MessageLog } from '../messages/message-log.js';
import { ModelFailure } from '../models/model-provider.js';
import type { ModelInUse } from '../models/model-writer.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { EXCHANGES_READ_AT_ONCE } from './conversation-memory.js';
import { folded } from './fact.js';
import { MAX_ANSWER_CHARS, memoryPrompt, readMemoryAnswer, type MemoryReading } from './memory-reading.js';
import { MemoryStore, type StoredFact } from './memory-store.js';

type Job = JobOf<typeof queues.memory>;

/** A memory as it was when its reading began. */
interface MemoryRow {
  readonly id: string;
  readonly ownerId: string;
  readonly member: string;
  readonly scope: string;
  readonly version: string;
  readonly summary: string;
}

/** What is read, and until when. */
interface Unread {
  readonly exchanges: readonly { readonly question: string; readonly reply: string }[];
  readonly from: Date;
  /** As the database has it: a Date would lose its microseconds. */
  readonly until: string;
}

/** After an outage, so much is caught up on at once. */
const MAX_EXCHANGES = 30;
const MAX_TOKENS = 900;
const TIMEOUT_MS = 60_000;

/**
 * Has the model of a bot read what a person wrote: it makes facts and a summary of it. What it answers is stored only if nobody deleted anything of this
 * memory meanwhile, and if no other job read the same. A job that runs twice stores its result once.
 */
@Injectable()
export class MemoryWorker {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MemoryStore,
    private readonly log: MessageLog,
    private readonly writers: ReplyWriters,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.memory)
  async read({ botId, memoryId }: Job, context: Pick<JobContext, 'reportOwnerPlan'>): Promise<void> {
    const row = await this.find(memoryId);
    const persona = row && (await this.personaOf(botId));
    if (!row || !persona?.preferences.rememberInteractions) return;
    context.reportOwnerPlan(persona.ownerPlan);
    const model = await this.writers.modelOf(persona);
    if (!model) return;
    const unread = await this.unreadOf(row);
    if (!unread) return;
    const facts = await this.store.facts({ botId, member: row.member }, [row.scope]);
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const known = { summary: this.store.openedSummary(row.id, row.summary), facts };
    const answer = await this.ask(model, persona, row, memoryPrompt(known, unread.exchanges, boundary));
    const reading = readMemoryAnswer(answer, boundary);
    // What no answer came of is not read again: the same model would fail again.
    if (!reading) this.logger.info({ botId, memoryId }, 'what the language model noted cannot be read');
    await this.keep(botId, row, unread, reading);
  }

  private async find(memoryId: string): Promise<MemoryRow | undefined> {
    const [row] = await this.database.query<MemoryRow[]>(
      `select id, owner_id as "ownerId", member, scope, version, summary from chat.memory where id = $1`,
      [memoryId],
    );
    return row;
  }

  private async personaOf(botId: string): Promise<Persona | undefined> {
    try {
      return await this.rpc.ask(bots.persona, { botId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Null while too little waits: another job has read it. */
  private async unreadOf({ id }: MemoryRow): Promise<Unread | null> {
    const rows = await this.database.query<{ id: string; createdAt: Date; at: string }[]>(
      `select x.id, x.created_at as "createdAt", x.created_at::text as at
       from chat.memory m join chat.message x on x.bot_id = m.bot_id and x.author = m.member and x.memory_scope = m.scope
         and x.created_at > m.processed_until
       where m.id = $1 and x.is_kept and x.state in ('written', 'delivered') order by x.created_at limit $2`,
      [id, MAX_EXCHANGES],
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last || rows.length < EXCHANGES_READ_AT_ONCE) return null;
    const exchanges = await this.log.findByIds(rows.map(({ id: messageId }) => messageId));
    const order = new Map(rows.map(({ id: messageId }, at) => [messageId, at]));
    exchanges.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
    return { exchanges, from: first.createdAt, until: last.at };
  }

  /** '' when the provider refuses to read it. Throws what a later attempt may mend. */
  private async ask(
    model: ModelInUse,
    persona: Persona,
    row: MemoryRow,
    messages: ReturnType<typeof memoryPrompt>,
  ): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { reasoningTokens } = model;
    const request = { model: model.model, messages, maxTokens: MAX_TOKENS, reasoningTokens, temperature: 0, signal };
    let answer = '';
    try {
      const parts = model.access.request({ persona, author: row.member }, signal, () => model.provider.complete(request));
      for await (const part of parts) {
        if (part.kind === 'text') answer += part.text;
        if (answer.length > MAX_ANSWER_CHARS) break;
      }
      return answer;
    } catch (error) {
      if (isRefusal(error)) return '';
      throw signal.aborted || error instanceof ModelFailure ? new AppError('MODEL_UNAVAILABLE') : error;
    }
  }

  private async keep(botId: string, row: MemoryRow, { from, until }: Unread, reading: MemoryReading | null): Promise<void> {
    const person = { botId, member: row.member };
    await this.store.locked(botId, async (transaction) => {
      const summary = reading ? this.store.sealedSummary(row.id, reading.summary) : row.summary;
      const [updated] = await transaction.query<[{ id: string }[], number]>(
        `update chat.memory set processed_until = $3::timestamptz, summary = $4, version = gen_random_uuid()
         where id = $1 and version = $2 returning id`,
        [row.id, row.version, until, summary],
      );
      if (updated.length === 0 || !reading) return;
      const known = await this.store.facts(person, [row.scope], transaction);
      await this.removeTakenBack(transaction, known, reading, from);
      const { ownerId, id: memoryId } = row;
      await this.store.keep(transaction, person, {
        ownerId,
        memoryId,
        facts: reading.facts,
        origin: 'model',
        requestId: null,
        saidAt: from,
      });
    });
  }

  /** Only what a model noted itself, and before these messages: what a person said stays until they say otherwise. */
  private async removeTakenBack(
    transaction: Parameters<MemoryStore['remove']>[0],
    known: readonly StoredFact[],
    { takenBack }: MemoryReading,
    from: Date,
  ): Promise<void> {
    const gone = known.filter(
      ({ key, origin, saidAt }) => origin === 'model' && saidAt < from && takenBack.includes(folded(key)),
    );
    if (gone.length > 0) await transaction.query('delete from chat.memory_fact where id = any($1)', [gone.map(({ id }) => id)]);
  }
}

const isRefusal = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'PROMPT_REFUSED') || (error instanceof ModelFailure && error.reason === 'refused');
