import { Interval, Queues } from '@kith/kit';
import { queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 30_000;

// After a minute the job may never have been added: adding it again does no harm. After a quarter of an hour it may have failed for
// good without a word in the database, and its id is taken: the item gets a new version, and with it a new job.
const OVERDUE = `
  with stuck as (
    select id, status_at < now() - interval '15 minutes' as is_lost from knowledge.item
    where status in ('queued', 'processing') and status_at < now() - interval '1 minute'
    order by status_at limit 100 for update skip locked
  ),
  renewed as (
    update knowledge.item i set version = i.version + 1, status = 'queued', status_at = now()
    from stuck where i.id = stuck.id and stuck.is_lost returning i.id, i.version
  )
  select id as "itemId", version from renewed
  union all select i.id, i.version from knowledge.item i join stuck on stuck.id = i.id where not stuck.is_lost and i.status = 'queued'`;

/** Adds the jobs that got lost between the database and the queue. */
@Injectable()
export class IngestSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
  ) {}

  /** Answers how many jobs it added. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of overdue knowledge')
  async sweep(): Promise<number> {
    const overdue = await this.database.query<{ itemId: string; version: number }[]>(OVERDUE);
    await Promise.all(
      overdue.map(({ itemId, version }) => this.queues.add(queues.ingest, `${itemId}-${version}`, { itemId, version })),
    );
    return overdue.length;
  }
}
