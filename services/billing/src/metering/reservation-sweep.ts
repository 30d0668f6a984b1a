import { Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { runOnOneReplica } from '../locks.js';
import { MeteringService } from './metering.service.js';
import { UsageWarnings } from './usage-warnings.js';

const SWEEP_EVERY_MS = 60_000;
const BATCH = 500;
const SELECT_STALE = `
  select request_id as "requestId", attempt as charge from billing.reservation
  where state = 'reserved' and reserved_at < now() - interval '15 minutes'
  order by reserved_at limit ${BATCH}`;
// No job is retried for that long, so the id is not used again.
const DELETE_CLOSED = `
  delete from billing.reservation where request_id in (
    select request_id from billing.reservation
    where state <> 'reserved' and reserved_at < now() - interval '30 days' limit 5000)`;
const DELETE_OLD_CAPS = `
  delete from billing.cap_day where (user_id, key, day) in (
    select user_id, key, day from billing.cap_day where day < (now() at time zone 'utc')::date - 1 limit 5000)`;

/**
 * Releases reservations that a crashed worker neither settled nor released, announces warnings that were not, and deletes closed
 * reservations after 30 days and counters of caps after a day.
 */
@Injectable()
export class ReservationSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly metering: MeteringService,
    private readonly warnings: UsageWarnings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Releases stale reservations; returns how many. Does nothing while another replica sweeps. */
  @Interval(SWEEP_EVERY_MS, 'reservation sweep')
  async sweep(): Promise<number> {
    const released = await runOnOneReplica(this.database, 'billing-sweep', async () => {
      const stale = await this.releaseStale();
      await this.warnings.publishMissed();
      await this.database.query(DELETE_CLOSED);
      await this.database.query(DELETE_OLD_CAPS);
      return stale;
    });
    return released ?? 0;
  }

  private async releaseStale(): Promise<number> {
    const stale = await this.database.query<{ requestId: string; charge: number }[]>(SELECT_STALE);
    // Each in its own transaction: a single one would hold the rows of many users and could deadlock with reservations.
    for (const { requestId, charge } of stale) await this.metering.release(requestId, charge);
    if (stale.length > 0) this.logger.info({ released: stale.length }, 'stale reservations released');
    return stale.length;
  }
}
