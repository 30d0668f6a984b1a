import { LOGGER, pageOfList, type Logger } from '@kith/kit';
import { isErrorCode, type WebhookEvent } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import type { Mode } from '../providers/payment-provider.js';
import { isUnused, type ParsedEvent } from './event-parser.js';

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
// The events before a page are read from an index alone.
const SELECT_EVENTS = `select ${COLUMNS} from billing.webhook_event`;
const LATEST = 'order by received_at desc, id';
const OLDEST = 'order by received_at, id desc';
const ALL_IDS = 'select id from billing.webhook_event';
const IDS_OF_STATE = 'select id from billing.webhook_event where state = $3';
const LATEST_OF_ALL = `${SELECT_EVENTS} where id = any (array(${ALL_IDS} ${LATEST} limit $1 offset $2)) ${LATEST}`;
const OLDEST_OF_ALL = `${SELECT_EVENTS} where id = any (array(${ALL_IDS} ${OLDEST} limit $1 offset $2)) ${OLDEST}`;
const LATEST_OF_STATE = `${SELECT_EVENTS} where id = any (array(${IDS_OF_STATE} ${LATEST} limit $1 offset $2)) ${LATEST}`;
const OLDEST_OF_STATE = `${SELECT_EVENTS} where id = any (array(${IDS_OF_STATE} ${OLDEST} limit $1 offset $2)) ${OLDEST}`;

/** The events of the provider, each with what became of it. Kept for 90 days. */
@Injectable()
export class WebhookLog {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
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

  async page(state: string | undefined, limit: number, offset: number): Promise<{ events: LoggedEvent[]; total: number }> {
    const [counted] = await this.database.query<{ total: number }[]>(
      'select count(*)::int as total from billing.webhook_event where ($1::text is null or state = $1)',
      [state ?? null],
    );
    const total = counted?.total ?? 0;
    const [latest, oldest] = state === undefined ? [LATEST_OF_ALL, OLDEST_OF_ALL] : [LATEST_OF_STATE, OLDEST_OF_STATE];
    const ofState = state === undefined ? [] : [state];
    const events = await pageOfList(total, { limit, offset }, (page, isFromEnd) =>
      this.database.query<LoggedEvent[]>(isFromEnd ? oldest : latest, [page.limit, page.offset, ...ofState]),
    );
    return { events, total };
  }
}
