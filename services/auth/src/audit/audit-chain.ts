import { createHmac, timingSafeEqual } from 'node:crypto';
import { Interval, Keyring, LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditCheckpoint, type Link } from './audit-checkpoint.js';

const CHECK_INTERVAL_MS = 3_600_000;
// Half the deadline of the call; enough for half a million rows on a busy machine.
const TIMEOUT_MS = 10_000;
// A page takes at most one second on a busy machine; the statement timeout is five seconds.
const PAGE = 50_000;
// Above this many events a read checks only those that were added since the last check. Checking so many takes two milliseconds.
const LONG_LOG_EVENTS = 500;

const START: Link = { position: '0', hash: Buffer.alloc(0) };

/** The stored end of the chain. `last`: position of the last row; `known`: the hash of the row at which the last check ended. */
interface Head extends Link {
  readonly seal: Buffer;
  readonly last: string;
  readonly known: Buffer | null;
}

const SELECT_HEAD = `
  select position, hash, seal, (select coalesce(max(position), 0) from auth.audit_event) as last,
    (select hash from auth.audit_event where position = $1::bigint) as known
  from auth.audit_head`;

/**
 * The hash chain of the audit log. Each row has the hash of the one before it, and the end is sealed with an HMAC, whose key the database
 * does not have: who can write to the database can compute a chain anew, but not its seal. An older state of the whole log, with the seal
 * it had then, is noticed as long as the process runs. The chain is checked every hour and whenever the log is read: a long one then from the end
 * of the last check on. At the first read after a start that is the last check of an earlier process, and the whole chain is checked beside it.
 */
@Injectable()
export class AuditChain implements OnModuleDestroy {
  private readonly key: Buffer;
  private running: Promise<boolean> | undefined;
  private lastResult: boolean | undefined;
  /** The end of the chain at the last check that found it intact. */
  private lastIntact = START;
  private readonly closing = new AbortController();

  constructor(
    private readonly database: DataSource,
    keyring: Keyring,
    private readonly checkpoint: AuditCheckpoint,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = keyring.derive('audit-log');
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * Starts a check and returns its result, or that of the previous check when it takes longer than `timeoutMs`. Throws OVERLOADED when
   * there is no previous result yet. Of a log that was intact and longer than `longFrom` events, what was added since is checked.
   */
  async isIntact(timeoutMs = TIMEOUT_MS, longFrom = LONG_LOG_EVENTS): Promise<boolean> {
    const result = (await withTimeout(this.checkForRead(longFrom), timeoutMs)) ?? this.lastResult;
    if (result === undefined)
      throw new AppError('OVERLOADED', 'The audit log is being checked from end to end. Please try again in a minute.');
    return result;
  }

  /** Checks the whole chain. Calls during a check share its result. */
  @Interval(CHECK_INTERVAL_MS, 'the check of the audit log')
  check(): Promise<boolean> {
    this.running ??= this.checkFrom(START).finally(() => (this.running = undefined));
    return this.running;
  }

  /** The seal of an end of the chain. */
  sealOf({ position, hash }: Link): Buffer {
    return createHmac('sha256', this.key).update(`${position}:`).update(hash).digest();
  }

  /** Whether `seal` is that of this end of the chain. The empty log of a new installation has none. */
  isSealed(end: Link, seal: Buffer): boolean {
    if (end.position === START.position) return end.hash.length === 0 && seal.length === 0;
    const expected = this.sealOf(end);
    return seal.length === expected.length && timingSafeEqual(seal, expected);
  }

  private async checkForRead(longFrom: number): Promise<boolean> {
    const isLong = ({ position }: Link): boolean => Number(position) > longFrom;
    if (this.lastResult !== undefined) {
      const { lastIntact } = this;
      return this.lastResult && isLong(lastIntact) ? this.checkFrom(lastIntact) : this.check();
    }
    const known = await this.checkpoint.load();
    if (!known || !isLong(known) || !(await this.contains(known))) return this.check();
    this.check().catch((error: unknown) => {
      if (!this.closing.signal.aborted) this.logger.warn({ err: error }, 'the check of the audit log failed');
    });
    return this.checkFrom(known);
  }

  /** The check of the whole decides: one from a later row on does not read what the former found to be broken. */
  private async checkFrom(start: Link): Promise<boolean> {
    const end = await this.verify(start);
    if (!end) {
      this.logger.error('the audit log has been tampered with: its hash chain is broken');
      this.lastResult = false;
      await this.checkpoint.drop();
      return false;
    }
    if (start !== START && this.lastResult === false) return false;
    const isNew = end.position !== this.lastIntact.position;
    this.lastResult = true;
    this.lastIntact = end;
    if (isNew) await this.checkpoint.store(end);
    return true;
  }

  /** Whether this row is in the log: not when another installation or a backup of an earlier time has taken its place. */
  private async contains({ position, hash }: Link): Promise<boolean> {
    const found = await this.database.query<unknown[]>('select from auth.audit_event where position = $1::bigint and hash = $2', [
      position,
      hash,
    ]);
    return found.length > 0;
  }

  /**
   * The end of the chain; undefined when a row after `start` was changed, moved or deleted, or the end has not its seal. Hashes these rows again,
   * in the database: about 15 s per million rows. Throws when the service stops.
   */
  private async verify(start: Link): Promise<Link | undefined> {
    const { manager } = this.database;
    // Another check may end meanwhile.
    const { lastIntact } = this;
    // One statement reads one snapshot; rows that are written from now on are not checked.
    const [head] = await manager.query<Head[]>(SELECT_HEAD, [lastIntact.position]);
    if (!head || head.last !== head.position || !this.isSealed(head, head.seal) || !continues(head, lastIntact)) return undefined;
    let link = start;
    while (BigInt(link.position) < BigInt(head.position)) {
      this.closing.signal.throwIfAborted();
      const next = await verifyPage(manager, link, head.position);
      if (!next) return undefined;
      link = next;
    }
    return head.hash.equals(link.hash) ? link : undefined;
  }
}

/** Whether the log still contains the row at which the last check ended. */
const continues = ({ known }: Head, lastIntact: Link): boolean => lastIntact === START || known?.equals(lastIntact.hash) === true;

/** The result of `work`, or undefined when it takes longer than `timeoutMs`. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeoutMs)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** The last row of the page after `link`; undefined when a row of the page is missing or was changed. */
async function verifyPage(manager: EntityManager, link: Link, last: string): Promise<Link | undefined> {
  const [page] = await manager.query<(Link & { intact: boolean })[]>(
    `select intact, position, (select hash from auth.audit_event where position = page.position) as hash
     from (
       select bool_and(position = expected and hash = sha256(previous || convert_to(event, 'UTF8'))) as intact,
         max(position) as position
       from (
         select position, hash, event, $1::bigint + row_number() over following as expected,
           lag(hash, 1, $2::bytea) over following as previous
         from auth.audit_event
         where position > $1::bigint and position <= least($1::bigint + $3::bigint, $4::bigint)
         window following as (order by position)
       ) chain
     ) page`,
    [link.position, link.hash, PAGE, last],
  );
  return page?.intact ? page : undefined;
}
