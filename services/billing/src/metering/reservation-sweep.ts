import { Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { onlyHere } from '../only-here.js';
import { MeteringService } from './metering.service.js';

const SWEEP_EVERY_MS = 60_000;
const BATCH = 500;
const STALE = `
  select request_id as "requestId", attempt as charge from billing.reservation
  where state = 'reserved' and reserved_at < now() - interval '15 minutes'
  order by reserved_at limit ${BATCH}`;
// No job is retried for so long: its id is not asked for again.
const FORGET = `
  delete from billing.reservation where request_id in (
    select request_id from billing.reservation
    where state <> 'reserved' and reserved_at < now() - interval '30 days' limit 5000)`;

/** Gives back what a crashed worker reserved and neither settled nor released, and forgets what was decided long ago. */
@Injectable()
export class ReservationSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly metering: MeteringService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Releases stale reservations; answers how many. Does nothing while another replica sweeps. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of reservations')
  async sweep(): Promise<number> {
    const released = await onlyHere(this.database, 'billing-sweep', async () => {
      const stale = await this.releaseStale();
      await this.database.query(FORGET);
      return stale;
    });
    return released ?? 0;
  }

  private async releaseStale(): Promise<number> {
    const stale = await this.database.query<{ requestId: string; charge: number }[]>(STALE);
    // Each in a transaction of its own: one for all would hold days and wallets of many users and could deadlock with reservations.
    for (const { requestId, charge } of stale) await this.metering.release(requestId, charge);
    if (stale.length > 0) this.logger.info({ released: stale.length }, 'stale reservations released');
    return stale.length;
  }
}
