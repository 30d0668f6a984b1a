import { Events, Interval, LOGGER, RpcClient, type Logger } from '@kith/kit';
import {
  MAX_TRACES_PER_OUTCOME_AND_MINUTE,
  MINUTE_MS,
  bots,
  events,
  sentAtMs,
  traces,
  type AnswerCause,
  type MessageTrace,
  type OutputOf,
  type ParsedInputOf,
  type TraceOutcome,
  type TraceReason,
} from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, type Repository } from 'typeorm';
import { isDataException } from '../discord/job-attempt.js';
import { OldRows } from '../old-rows.js';
import { MessageTraceEntity } from './message-trace.entity.js';

/** The message that a trace is about. */
export interface TracedMessage {
  readonly botId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly channelId: string;
  /** Null in direct messages. */
  readonly guildId: string | null;
}

export interface TraceResult {
  readonly outcome: TraceOutcome;
  /** For `ignored` and `unanswered`, and for a `command` that was not run. */
  readonly reason?: TraceReason;
  /** Kept with what is noted of the message later. */
  readonly cause?: AnswerCause;
  /** The messages that its answer was posted as. */
  readonly answerIds?: readonly string[];
  /** What Discord said, as a sentence. */
  readonly detail?: string;
  /** The name of the slash command, for the id of an interaction. Kept with what is noted of it later. */
  readonly command?: string;
}

interface Trace extends TracedMessage, TraceResult {
  /** False when its bot had no room for a further row: a row that the message already has is changed. */
  readonly mayAddRow: boolean;
}

const WRITE_EVERY_MS = 1000;
/** While Postgres is away; of further messages there is no trace. A trace takes about half a kilobyte. */
const MAX_BUFFERED = 20_000;
const WRITTEN_AT_ONCE = 5000;
const RETENTION_DAYS = 7;
const SWEEP_EVERY_MS = 600_000;
const MAX_DETAIL_CHARS = 300;

const DELETE_OLD = `
  delete from runner.message_trace where ctid = any (array(
    select ctid from runner.message_trace where sent_at < now() - make_interval(days => $1) order by sent_at limit $2))`;

const ANSWERED_BY = 'select runner.message_of_answer($1, $2) as "messageId"';

const IS_LATER = `t.outcome = 'waiting' or excluded.outcome = 'answered' or (t.outcome = 'command' and excluded.reason is not null)`;

// What happened later wins, whatever is written first: several processes write about one message. A command is noted when it is called; why it
// was not run is learned later.
const UPSERT = `
  insert into runner.message_trace as t (bot_id, message_id, owner_id, channel_id, guild_id, sent_at, outcome, reason, detail, cause, answer_ids, command)
  select bot_id, message_id, owner_id, channel_id, guild_id, sent_at, outcome, reason, detail, cause, string_to_array(answer_ids, ','),
    command
  from unnest(
    $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::boolean[]
  ) as noted (bot_id, message_id, owner_id, channel_id, guild_id, sent_at, outcome, reason, detail, cause, answer_ids, command, may_add_row)
  where may_add_row or exists (
    select from runner.message_trace had where had.bot_id = noted.bot_id and had.message_id = noted.message_id)
  on conflict (bot_id, message_id) do update
    set
      outcome = case when ${IS_LATER} then excluded.outcome else t.outcome end,
      reason = case when ${IS_LATER} then excluded.reason else t.reason end,
      detail = case when ${IS_LATER} then excluded.detail else t.detail end,
      cause = coalesce(t.cause, excluded.cause),
      answer_ids = coalesce(excluded.answer_ids, t.answer_ids),
      command = coalesce(t.command, excluded.command)
    where ${IS_LATER} or (t.cause is null and excluded.cause is not null) or (t.command is null and excluded.command is not null)`;

/**
 * What became of each message, for owners who ask why their bot did or did not answer. `record` is called on the way of messages: it only
 * notes the trace in memory; they are written together once a second, and kept in memory while Postgres is away.
 */
@Injectable()
export class Traces implements OnModuleInit, OnModuleDestroy {
  private unsubscribe: (() => void) | undefined;
  private buffered = new Map<string, Trace>();
  /** By outcome and bot, in this minute. */
  private noted = new Map<TraceOutcome, Map<string, number>>();
  private minuteEndsAtMs = 0;
  private readonly oldRows: OldRows;
  private readonly closing = new AbortController();

  constructor(
    @InjectRepository(MessageTraceEntity) private readonly rows: Repository<MessageTraceEntity>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.oldRows = new OldRows(database, DELETE_OLD, RETENTION_DAYS);
  }

  /** What chat ends without a text for Discord. Each replica writes it, to the same row. */
  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messageSettled, ({ noAnswer, guildId = null, ...message }) => {
      if (noAnswer === undefined) return;
      const outcome = noAnswer === 'not_addressed' ? 'ignored' : 'unanswered';
      this.record({ ...message, guildId }, { outcome, reason: noAnswer });
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    this.unsubscribe?.();
    await this.write();
  }

  record(message: TracedMessage, result: TraceResult): void {
    const hasRoom = result.outcome === 'answered' || this.hasRoom(message.botId, result.outcome);
    if (!hasRoom && isFirst(result)) return;
    const key = `${message.botId} ${message.messageId}`;
    const before = this.buffered.get(key);
    if (!before && this.buffered.size >= (hasRoom ? MAX_BUFFERED : MAX_BUFFERED / 2)) return;
    const { botId, ownerId, messageId, channelId, guildId } = message;
    const noted = { botId, ownerId, messageId, channelId, guildId, ...result, mayAddRow: hasRoom };
    this.buffered.set(key, before ? together(before, noted) : noted);
  }

  /** Writes what was noted. At most one write runs at a time, because the interval waits for it. */
  @Interval(WRITE_EVERY_MS, 'the writing of message traces')
  async write(): Promise<void> {
    if (this.buffered.size === 0) return;
    const batch = [...this.buffered].slice(0, WRITTEN_AT_ONCE);
    for (const [key] of batch) this.buffered.delete(key);
    try {
      await this.database.query(UPSERT, columnsOf(batch.map(([, trace]) => trace)));
    } catch (error) {
      this.logger.warn({ traces: batch.length, err: error }, 'message traces not written');
      // A value that is refused would be refused again.
      if (!isDataException(error)) this.putBack(batch);
    }
  }

  /** What was noted of a message meanwhile is later. Those that were put back come first, so that they are not the ones that find no place. */
  private putBack(batch: readonly (readonly [string, Trace])[]): void {
    const since = this.buffered;
    this.buffered = new Map(batch);
    for (const [key, trace] of since) {
      const before = this.buffered.get(key);
      if (before) this.buffered.set(key, together(before, trace));
      else if (this.buffered.size < MAX_BUFFERED) this.buffered.set(key, trace);
    }
  }

  async list(input: ParsedInputOf<typeof traces.list>): Promise<OutputOf<typeof traces.list>> {
    const { actor, botId, outcome, usedCommands, limit } = input;
    await this.rpc.ask(bots.owned, { actor, botId });
    const found = await this.rows.find({
      where: {
        botId,
        ownerId: actor.userId,
        ...(outcome ? { outcome } : {}),
        ...(usedCommands ? { command: Not(IsNull()) } : {}),
      },
      order: { sentAt: 'desc', messageId: 'desc' },
      take: limit,
    });
    return { traces: found.map(traceOf) };
  }

  async get({ actor, botId, messageId }: ParsedInputOf<typeof traces.get>): Promise<OutputOf<typeof traces.get>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const ofActor = { botId, ownerId: actor.userId };
    const found = (await this.rows.findOneBy({ ...ofActor, messageId })) ?? (await this.answeredBy(ofActor, messageId));
    return { trace: found && traceOf(found) };
  }

  /** The trace of the message that the bot answered with this one. */
  private async answeredBy(
    ofActor: Pick<MessageTraceEntity, 'botId' | 'ownerId'>,
    answerId: string,
  ): Promise<MessageTraceEntity | null> {
    const [row] = await this.database.query<{ messageId: string | null }[]>(ANSWERED_BY, [ofActor.botId, answerId]);
    return row?.messageId ? this.rows.findOneBy({ ...ofActor, messageId: row.messageId }) : null;
  }

  /** Deletes the traces of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId });
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of old message traces')
  async sweep(): Promise<void> {
    await this.oldRows.sweep(this.closing.signal);
  }

  /** A flood must not fill the table: each outcome but an answer is noted of so many messages of a bot in a minute. */
  private hasRoom(botId: string, outcome: TraceOutcome): boolean {
    if (Date.now() >= this.minuteEndsAtMs) {
      this.minuteEndsAtMs = Date.now() + MINUTE_MS;
      this.noted = new Map();
    }
    const ofBots = this.noted.get(outcome) ?? new Map<string, number>();
    this.noted.set(outcome, ofBots);
    const count = (ofBots.get(botId) ?? 0) + 1;
    ofBots.set(botId, count);
    return count <= MAX_TRACES_PER_OUTCOME_AND_MINUTE;
  }
}

/** Nothing was noted of the message before. Of others the row, if there is one, must not go on to say that they wait. */
const isFirst = ({ outcome, reason }: TraceResult): boolean =>
  outcome === 'waiting' ||
  (outcome === 'command' && reason === undefined) ||
  (outcome === 'ignored' && reason !== 'not_addressed');

const isLater = (before: TraceResult, { outcome, reason }: TraceResult): boolean =>
  before.outcome === 'waiting' || outcome === 'answered' || (before.outcome === 'command' && reason !== undefined);

/** What happened later, with why the message was taken up and where its answer stands. */
function together(before: Trace, next: Trace): Trace {
  const cause = before.cause ?? next.cause;
  const kept = isLater(before, next) ? next : before;
  const answerIds = next.answerIds ?? before.answerIds;
  const command = before.command ?? next.command;
  const always = { ...(cause && { cause }), ...(answerIds && { answerIds }), ...(command !== undefined && { command }) };
  return { ...kept, ...always, mayAddRow: before.mayAddRow || next.mayAddRow };
}

function columnsOf(batch: readonly Trace[]): unknown[][] {
  return [
    batch.map(({ botId }) => botId),
    batch.map(({ messageId }) => messageId),
    batch.map(({ ownerId }) => ownerId),
    batch.map(({ channelId }) => channelId),
    batch.map(({ guildId }) => guildId),
    batch.map(({ messageId }) => new Date(sentAtMs(messageId)).toISOString()),
    batch.map(({ outcome }) => outcome),
    batch.map(({ reason = null }) => reason),
    batch.map(({ detail }) => detail?.slice(0, MAX_DETAIL_CHARS) ?? null),
    batch.map(({ cause = null }) => cause),
    batch.map(({ answerIds = [] }) => (answerIds.length > 0 ? answerIds.join(',') : null)),
    batch.map(({ command = null }) => command),
    batch.map(({ mayAddRow }) => mayAddRow),
  ];
}

const traceOf = ({
  messageId,
  channelId,
  guildId,
  sentAt,
  outcome,
  reason,
  detail,
  cause,
  command,
}: MessageTraceEntity): MessageTrace => ({
  messageId,
  channelId,
  guildId,
  sentAt: sentAt.toISOString(),
  outcome,
  reason,
  cause,
  detail,
  command,
});
