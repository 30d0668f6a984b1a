import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

const SWEEP_EVERY_MS = 60_000;
const BATCH = 500;
const LOCK = `hashtext('billing-sweep')`;
const STALE = `
  select request_id as "requestId", attempt as charge from billing.reservation
  where state = 'reserved' and reserved_at < now() - interval '15 minutes'
  order by reserved_at limit ${BATCH}`;

/** Gives back what a crashed worker reserved and neither settled nor released. */
@Injectable()
export class ReservationSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((error: unknown) => this.logger.warn({ err: error }, 'reservations not swept'));
    }, SWEEP_EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Releases stale reservations; answers how many. Does nothing while another replica sweeps. */
  async sweep(): Promise<number> {
    const connection = this.database.createQueryRunner();
    try {
      const [lock] = (await connection.query(`select pg_try_advisory_lock(${LOCK}) as held`)) as { held: boolean }[];
      return lock?.held ? await this.releaseStale(connection) : 0;
    } finally {
      await connection.query(`select pg_advisory_unlock_all()`);
      await connection.release();
    }
  }

  private async releaseStale(connection: QueryRunner): Promise<number> {
    const stale = (await connection.query(STALE)) as { requestId: string; charge: number }[];
    // Each in a transaction of its own: one for all would hold days and wallets of many users and could deadlock with reservations.
    for (const { requestId, charge } of stale)
      await connection.query('select billing.release_message($1, $2)', [requestId, charge]);
    if (stale.length > 0) this.logger.info({ released: stale.length }, 'stale reservations released');
    return stale.length;
  }
}
