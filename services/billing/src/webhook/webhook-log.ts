import { inOrderOf, LOGGER, OrderedList, RunningCounts, type Logger } from '@kith/kit';
import { isErrorCode, type OutputOf, type ParsedInputOf, type payments, type WebhookEvent } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import type { Mode } from '../providers/payment-provider.js';
import { isUnused, type ParsedEvent } from './event-parser.js';
import { WEBHOOK_COUNT } from './webhook-count.js';

/** A signed event of the provider: what is stored of it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly mode: Mode;
  readonly parsed: ParsedEvent;
  readonly happenedAt: Date;
}

/** A row of the list for administrators. */
export type LoggedEvent = Omit<WebhookEvent, 'happenedAt' | 'receivedAt' | 'username'> & {
  readonly happenedAt: Date;
  readonly receivedAt: Date;
};

type Filter = Omit<ParsedInputOf<typeof payments.events>, 'actor'>;
type LoggedEvents = Omit<OutputOf<typeof payments.events>, 'events' | 'refused'> & { readonly events: LoggedEvent[] };

const COLUMNS = `id, type, mode, state, failure, note, attempts, user_id as "userId", happened_at as "happenedAt", received_at as "receivedAt"`;
// Waits for another attempt that is applying the event. No row: that one, or an earlier one, has applied it.
const RECEIVE = `
  insert into billing.webhook_event as e (id, type, mode, parsed, happened_at, state, user_id)
  values ($1, $2, $3, $4, $5, 'received', (select user_id from billing.customer where id = $6 and mode = $3))
  on conflict (id) do update set state = 'received', failure = null, attempts = e.attempts + 1 where e.state <> 'applied'
  returning id`;
const REPLAY = `
  update billing.webhook_event set attempts = attempts + 1 where id = $1
  returning id, type, mode, parsed, happened_at as "happenedAt"`;
const CLAIM = `
  update billing.webhook_event set state = 'applied', failure = null, user_id = coalesce($2, user_id), note = $3
  where id = $1 and (state <> 'applied' or $4) returning id`;
const FAIL = `update billing.webhook_event set state = 'failed', failure = $2 where id = $1 and state <> 'applied'`;
const LATEST_FIRST = { source: 'billing.webhook_event', keys: { received_at: 'time', id: 'text' }, isDescending: true } as const;
const ALL = new OrderedList(LATEST_FIRST);
const OF_STATE = new OrderedList({ ...LATEST_FIRST, where: 'state = $1', parameters: 1 });

/** The events of the provider, each with what became of it. Kept for 90 days. */
@Injectable()
export class WebhookLog {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly counts: RunningCounts,
  ) {}

  /** Stores an event before it is applied; returns false for one that was applied before. */
  async receive({ id, type, mode, parsed, happenedAt }: ReceivedEvent): Promise<boolean> {
    const parameters = [id, type, mode, JSON.stringify(parsed), happenedAt, parsed.customerId];
    const rows = await this.database.query<unknown[]>(RECEIVE, parameters);
    return rows.length > 0;
  }

  /** The event as it was received, to be applied again; undefined for an unknown one. */
  async takeAgain(id: string): Promise<ReceivedEvent | undefined> {
    const [[event]] = await this.database.query<[ReceivedEvent[]]>(REPLAY, [id]);
    return event;
  }

  /**
   * Marks the event as applied in the transaction that applies it, and holds its row until the commit; returns false when it was applied
   * before, unless it is replayed.
   */
  async claim(
    manager: EntityManager,
    { id, parsed }: ReceivedEvent,
    customer: CustomerEntity | null,
    isReplayed: boolean,
  ): Promise<boolean> {
    const unknown = parsed.customerId !== null && !customer ? 'unknown_customer' : null;
    const note = isUnused(parsed) ? 'unused' : unknown;
    const [rows] = await manager.query<[unknown[]]>(CLAIM, [id, customer?.userId ?? null, note, isReplayed]);
    return rows.length > 0;
  }

  /** The user of an event that names no customer, found by the payment. */
  async setUser(manager: EntityManager, { id }: ReceivedEvent, userId: string): Promise<void> {
    await manager.query('update billing.webhook_event set user_id = $2 where id = $1', [id, userId]);
  }

  /** Stores why an event could not be applied: a code, because messages of errors may hold values. Never throws. */
  async fail({ id, type }: ReceivedEvent, error: unknown): Promise<void> {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    this.logger.warn({ err: error, event: id, type }, 'payment event could not be applied');
    try {
      await this.database.query(FAIL, [id, isErrorCode(code) ? code : 'INTERNAL']);
    } catch (problem) {
      this.logger.warn({ err: problem, event: id }, 'failure of a payment event not stored');
    }
  }

  async find(id: string): Promise<LoggedEvent | undefined> {
    const [event] = await this.database.query<LoggedEvent[]>(`select ${COLUMNS} from billing.webhook_event where id = $1`, [id]);
    return event;
  }

  async page({ state, ...page }: Filter): Promise<LoggedEvents> {
    const { events: total } = await this.counts.read(WEBHOOK_COUNT, state && { state });
    const list = state === undefined ? ALL : OF_STATE;
    const { ids, ...neighbours } = await list.page(this.database, state === undefined ? [] : [state], page, total);
    const found = await this.database.query<LoggedEvent[]>(`select ${COLUMNS} from billing.webhook_event where id = any ($1)`, [
      ids,
    ]);
    return { events: inOrderOf(ids, found, ({ id }) => id), total, ...neighbours };
  }
}
