import { Interval, LOGGER, Queues, type Logger } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

type Job = JobOf<typeof queues.scanIngest>;

const SWEEP_EVERY_MS = 60_000;

// After a minute the job may never have been added; adding it again is harmless. Those of each owner in turn, so that many of one owner keep
// nobody's from being added.
const DUE = `
  select owner_id as "ownerId", bot_id as "botId", id as "itemId", version
  from (
    select *, row_number() over (partition by owner_id order by scan_at) as of_owner from knowledge.item
    where scan_at < now() - interval '1 minute'
  ) due
  order by of_owner, scan_at limit 100`;

/** The jobs that read pages of PDFs as pictures. */
@Injectable()
export class ScanQueue {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add({ ownerId, ownerPlan, botId, itemId, version }: Job): Promise<void> {
    try {
      await this.queues.add(queues.scanIngest, `${itemId}-${version}`, { ownerId, ownerPlan, botId, itemId, version });
    } catch (error) {
      this.logger.warn({ itemId, err: error }, 'scan job not added; the sweep will add it');
    }
  }

  /** Adds the jobs that were lost. Returns how many items wait. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of pages to be read as pictures')
  async sweep(): Promise<number> {
    const due = await this.database.query<Job[]>(DUE);
    await Promise.all(due.map((job) => this.queues.addAgain(queues.scanIngest, `${job.itemId}-${job.version}`, job)));
    return due.length;
  }
}
