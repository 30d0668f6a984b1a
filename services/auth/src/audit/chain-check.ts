import { Interval, LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isChainIntact } from './chain.js';

const CHECK_EVERY_MS = 3_600_000;
// Half the deadline of the call. Enough for half a million rows on a busy machine.
const PATIENCE_MS = 10_000;

/** Checks the whole chain at each read; of a log too long for that, each read starts a check, and there is one an hour at least. */
@Injectable()
export class ChainCheck implements OnModuleDestroy {
  private running: Promise<boolean> | undefined;
  private last: boolean | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /** What a check finds now, else what the last one found. OVERLOADED while the first one since the start takes too long. */
  async isIntact(patienceMs = PATIENCE_MS): Promise<boolean> {
    const found = (await inTime(this.check(), patienceMs)) ?? this.last;
    if (found === undefined)
      throw new AppError('OVERLOADED', 'The audit log is being checked from end to end. Please try again in a minute.');
    return found;
  }

  /** From end to end; whoever comes while it runs gets its outcome. */
  @Interval(CHECK_EVERY_MS, 'the check of the audit log')
  check(): Promise<boolean> {
    this.running ??= this.fromEndToEnd().finally(() => (this.running = undefined));
    return this.running;
  }

  private async fromEndToEnd(): Promise<boolean> {
    const isIntact = await isChainIntact(this.database.manager, this.closing.signal);
    if (!isIntact) this.logger.error('the audit log has been tampered with: its chain does not hold');
    this.last = isIntact;
    return isIntact;
  }
}

/** Undefined when it takes longer. */
async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)));
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
