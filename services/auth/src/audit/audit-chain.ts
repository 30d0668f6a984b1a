import { Interval, LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

const CHECK_INTERVAL_MS = 3_600_000;
// Half the deadline of the call; enough for half a million rows on a busy machine.
const TIMEOUT_MS = 10_000;
// A page takes at most one second on a busy machine; the statement timeout is five seconds.
const PAGE = 50_000;

/** Checks the hash chain of the audit log, every hour and whenever the log is read. */
@Injectable()
export class AuditChain implements OnModuleDestroy {
  private running: Promise<boolean> | undefined;
  private lastResult: boolean | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * Starts a check and returns its result, or that of the previous check when it takes longer than `timeoutMs`. Throws OVERLOADED when
   * there is no previous result yet.
   */
  async isIntact(timeoutMs = TIMEOUT_MS): Promise<boolean> {
    const result = (await withTimeout(this.check(), timeoutMs)) ?? this.lastResult;
    if (result === undefined)
      throw new AppError('OVERLOADED', 'The audit log is being checked from end to end. Please try again in a minute.');
    return result;
  }

  /** Checks the whole chain. Calls during a check share its result. */
  @Interval(CHECK_INTERVAL_MS, 'the check of the audit log')
  check(): Promise<boolean> {
    this.running ??= this.checkAll().finally(() => (this.running = undefined));
    return this.running;
  }

  private async checkAll(): Promise<boolean> {
    const isIntact = await isChainIntact(this.database.manager, this.closing.signal);
    if (!isIntact) this.logger.error('the audit log has been tampered with: its hash chain is broken');
    this.lastResult = isIntact;
    return isIntact;
  }
}

/** The result of `work`, or undefined when it takes longer than `timeoutMs`. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeoutMs)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

interface Link {
  readonly position: string;
  readonly hash: Buffer;
}

/**
 * Whether no row of the audit log was changed, moved or deleted. Hashes all rows again, in the database: about 15 s per million rows.
 * Throws when `signal` is aborted.
 */
async function isChainIntact(manager: EntityManager, signal: AbortSignal): Promise<boolean> {
  // One statement reads one snapshot; rows that are written from now on are not checked.
  const [head] = await manager.query<(Link & { last: string })[]>(`
    select position, hash, (select coalesce(max(position), 0) from auth.audit_event) as last from auth.audit_head`);
  if (head?.last !== head?.position) return false;
  let link: Link = { position: '0', hash: Buffer.alloc(0) };
  while (head && BigInt(link.position) < BigInt(head.position)) {
    signal.throwIfAborted();
    const next = await verifyPage(manager, link, head.position);
    if (!next) return false;
    link = next;
  }
  return head?.hash.equals(link.hash) ?? false;
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
