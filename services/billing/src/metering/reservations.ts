import { callScope, PreparedStatement } from '@kith/kit';
import { AppError, PLANS, type billing, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, QueryFailedError } from 'typeorm';
import { Entitlements } from '../plans/entitlements.js';
import { dailyLimitOf } from './daily-limit.js';

/** One message to reserve. */
export type Reservation = ParsedInputOf<typeof billing.reserve>;

/** As billing.reserve_messages answers it: `source` is null for a request of another user, `cap` the key of the cap that denied it. */
export interface ReservedRow {
  readonly source: OutputOf<typeof billing.reserve>['source'] | null;
  readonly charge: number;
  readonly cap: string | null;
  readonly warning: number;
}

/** Whose messages a message may share a statement with. */
type Company = 'all' | 'user' | 'none';

interface Waiting {
  readonly reservation: Reservation;
  /** Epoch ms after which its caller waits no longer. */
  readonly deadline: number | undefined;
  readonly company: Company;
  /** Epoch ms when the first statement with messages of its user alone began that waited too long for a row; undefined when none did. */
  readonly heldSince: number | undefined;
  readonly resolve: (reserved: ReservedRow) => void;
  readonly reject: (error: unknown) => void;
}

/** Statements that run at once; one that takes longer than SLOW_MS, for example because it waits for a row, lets another one begin. */
const AT_ONCE = 2;
/** The slow ones included: of the 5 connections of the process one is left to all else. */
const MOST_AT_ONCE = 4;
/** Those of them that repeat messages after a failure, and are likely to wait again: the others are left to messages that did not fail. */
const REPEATING_AT_ONCE = 2;
const SLOW_MS = 20;
const MAX_BATCH = 32;
/** How long a statement waits for a row. */
const ROW_WAIT_MS = 100;
/** The same for the messages of each user when a statement of several users waited in vain: whose rows are held is found soon, as the others wait for that. */
const SEARCH_ROW_WAIT_MS = 10;
/** The same for a user whose rows are known to be held: longer, so that few statements are sent meanwhile. */
const HELD_ROW_WAIT_MS = 400;
/** How long a message is tried again while rows of its user are held. */
const HELD_MS = 5000;
const LOCK_TIMEOUT = '55P03';
// Errors of what a statement does, so that its messages may succeed in other company: data, constraints, deadlocks, raised ones, and the ends of
// waiting (lock_timeout, statement_timeout). Those of the connection or the server are not among them.
const OF_CONTENT = /^(?:22|23|40|P0)|^(?:55P03|57014)$/;

/** The daily limit of each plan as JSON; null for none. */
const LIMITS = JSON.stringify(Object.fromEntries(PLANS.map((plan) => [plan, dailyLimitOf(plan)])));
// Who has neither a subscription nor a granted plan is on the free plan; billing.entitlement takes longer to say so.
const RESERVE = new PreparedStatement<ReservedRow>(`
  select r.source, r.charge, r.cap, r.warning
  from billing.reserve_messages($1, array(
    select ($4::jsonb ->> case
      when exists (select from billing.subscription s where s.user_id = u.id and s.mode = $2)
        or exists (select from billing.plan_grant g where g.user_id = u.id)
      then (select e.plan from billing.entitlement(array[u.id], $2, $3) e)
      else 'free'
    end)::int
    from unnest($1::uuid[]) with ordinality u (id, place) order by u.place), $5, $6, $7, $8, $9) r
  order by r.place`);

/**
 * Reserves messages. What arrives in one turn of the event loop, or while two statements run, goes with the next statement in the order of its
 * arrival, so that one transaction and one write to the disk serve all of it. One statement at most has messages of the same user, so that they
 * are reserved in their order and wait for rows on one connection.
 * Each message is answered when its transaction is on the disk. When a statement with messages of several users fails, those of each user are
 * reserved by a statement of their own; when one of a user fails, each of its messages is, so that no message fails for another one. When the
 * rows of a user are held, its messages are tried again behind those of others for 5 s, then once alone. When a connection ends, all
 * messages of its statement get the error: nothing was charged, or the same id gets the same answer again.
 */
@Injectable()
export class Reservations {
  private waiting: Waiting[] = [];
  /** Statements that have not ended. */
  private statements = 0;
  /** Those of them that began less than SLOW_MS ago. */
  private recentStatements = 0;
  /** Those of them whose messages failed before. */
  private repeatingStatements = 0;
  private isStarting = false;
  /** The users with messages in a statement. */
  private readonly busyUsers = new Set<string>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly entitlements: Entitlements,
  ) {}

  reserve(reservation: Reservation): Promise<ReservedRow> {
    const deadline = callScope.getStore()?.deadline;
    return new Promise((resolve, reject) => {
      this.waiting.push({ reservation, deadline, company: 'all', heldSince: undefined, resolve, reject });
      this.startSoon();
    });
  }

  /** After this turn of the event loop: those that arrive in one turn go together. */
  private startSoon(): void {
    if (this.isStarting) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.recentStatements < AT_ONCE && this.statements < MOST_AT_ONCE) {
      const batch = this.takeBatch();
      if (batch.length === 0) return;
      void this.run(batch);
    }
  }

  /** The messages that waited longest and may go together. Those of a user stay in order, and a request id is in a batch once. */
  private takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const ids = new Set<string>();
    const skipped = new Set<string>();
    const now = Date.now();
    for (const each of this.waiting) {
      const { userId, requestId } = each.reservation;
      if (each.deadline !== undefined && each.deadline <= now) {
        // Its caller may have released it: reserved now, it would stay charged.
        each.reject(new AppError('DEADLINE'));
        continue;
      }
      const isTaken =
        batch.length < MAX_BATCH &&
        !skipped.has(userId) &&
        !ids.has(requestId) &&
        !this.busyUsers.has(userId) &&
        (batch[0] ? canShare(batch[0], each) : !isRepeated(each) || this.repeatingStatements < REPEATING_AT_ONCE);
      if (!isTaken) skipped.add(userId);
      ids.add(requestId);
      (isTaken ? batch : left).push(each);
    }
    this.waiting = left;
    return batch;
  }

  private async run(batch: readonly Waiting[]): Promise<void> {
    const users = new Set(batch.map(({ reservation }) => reservation.userId));
    const repeating = batch.some(isRepeated) ? 1 : 0;
    for (const user of users) this.busyUsers.add(user);
    this.statements += 1;
    this.recentStatements += 1;
    this.repeatingStatements += repeating;
    let isRecent = true;
    const endRecent = (): void => {
      if (isRecent) this.recentStatements -= 1;
      isRecent = false;
      this.startSoon();
    };
    const slow = setTimeout(endRecent, SLOW_MS);
    await this.answer(batch, [...users]);
    clearTimeout(slow);
    for (const user of users) this.busyUsers.delete(user);
    this.statements -= 1;
    this.repeatingStatements -= repeating;
    endRecent();
  }

  private async answer(batch: readonly Waiting[], users: readonly string[]): Promise<void> {
    const begun = Date.now();
    try {
      const answers = await RESERVE.rows(this.database, this.valuesOf(batch, users));
      for (const [at, { resolve, reject }] of batch.entries()) {
        const answer = answers[at];
        if (answer) resolve(answer);
        else reject(new Error('billing.reserve_messages returned no row for a message'));
      }
    } catch (error) {
      const code = codeOf(error);
      if (users.length === 1 && code === LOCK_TIMEOUT) {
        this.repeatBehindOthers(batch, begun, error);
      } else if (batch.length > 1 && OF_CONTENT.test(code)) {
        const company = users.length > 1 ? 'user' : 'none';
        this.waiting.unshift(...batch.map((each) => ({ ...each, company }) as const));
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  /** `batch` has messages of one user, whose rows are held. The messages of the user that came later stay behind them. */
  private repeatBehindOthers(batch: readonly Waiting[], begun: number, error: unknown): void {
    const repeated = batch.flatMap((each): Waiting[] => {
      const heldSince = each.heldSince ?? begun;
      const isOver = Date.now() - heldSince >= HELD_MS;
      if (isOver && batch.length === 1) {
        each.reject(error);
        return [];
      }
      return [{ ...each, heldSince, company: isOver || each.company === 'none' ? 'none' : 'user' }];
    });
    const user = batch[0]?.reservation.userId;
    const others = this.waiting.filter(({ reservation }) => reservation.userId !== user);
    const later = this.waiting.filter(({ reservation }) => reservation.userId === user);
    this.waiting = [...others, ...repeated, ...later];
  }

  private valuesOf(batch: readonly Waiting[], users: readonly string[]): unknown[] {
    const reservations = batch.map(({ reservation }) => reservation);
    const placeOf = new Map(users.map((user, at) => [user, at + 1]));
    const caps = reservations.flatMap((reservation, at) =>
      reservation.caps.map(({ key, limit }) => ({ place: at + 1, key, most: limit })),
    );
    return [
      users,
      ...this.entitlements.modeAndTime(),
      LIMITS,
      reservations.map(({ userId }) => placeOf.get(userId)),
      reservations.map(({ requestId }) => requestId),
      reservations.map(({ botId }) => botId),
      caps.length > 0 ? JSON.stringify(caps) : null,
      rowWaitOf(batch),
    ];
  }
}

/** Whether `next` may go with the batch that `first` begins. */
function canShare(first: Waiting, next: Waiting): boolean {
  if (first.company === 'none' || next.company === 'none') return false;
  if (first.company === 'all' && next.company === 'all') return true;
  return first.reservation.userId === next.reservation.userId;
}

/** In milliseconds. */
function rowWaitOf(batch: readonly Waiting[]): number {
  if (batch.some(({ heldSince }) => heldSince !== undefined)) return HELD_ROW_WAIT_MS;
  return batch.some(isRepeated) ? SEARCH_ROW_WAIT_MS : ROW_WAIT_MS;
}

/** Whether a statement with the message failed. */
function isRepeated({ company }: Waiting): boolean {
  return company !== 'all';
}

/** The code of an error that Postgres raised; empty for others. */
function codeOf(error: unknown): string {
  if (!(error instanceof QueryFailedError)) return '';
  const { code } = error.driverError as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
