import { Interval, Queues } from '@kith/kit';
import type { JobOf, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ingestQueueOf } from './ingest-queue.js';

const SWEEP_EVERY_MS = 300_000;

// Of one owner and of one website only a few at a time: nobody's pages keep those of others waiting, and no website is flooded. A page whose
// job is lost is due again the next day. Where the owner replaced the text of the page, nothing is read again. A page that failed has a time
// only when the reason may pass, or when it was read before and this service failed to read it again.
const CLAIM_DUE = `
  with oldest as (
    select id, owner_id, next_read_at, lower(substring(file_url from '^[^:]+://([^/?#]+)')) as host from knowledge.item
    where next_read_at < now() and (status = 'ready' and extracted <> '' or status = 'failed' and (is_stale or not is_read))
    order by next_read_at limit 1000
  ),
  ranked as (
    select id, next_read_at, row_number() over (partition by owner_id order by next_read_at) as of_owner,
      row_number() over (partition by host order by next_read_at) as of_host
    from oldest
  ),
  due as (
    select i.id from knowledge.item i join ranked on ranked.id = i.id
    where of_owner <= 5 and of_host <= 2 and i.status in ('ready', 'failed') and i.next_read_at < now()
    order by ranked.next_read_at limit 50 for update of i skip locked
  ),
  claimed as (
    update knowledge.item i
    set is_stale = i.is_read, status = 'queued', status_at = now(), version = i.version + 1, next_read_at = now() + interval '1 day'
    from due where i.id = due.id returning i.id, i.version, i.owner_id, i.bot_id, i.whole_site
  )
  select owner_id as "ownerId", bot_id as "botId", id as "itemId", version, whole_site as "wholeSite" from claimed`;

/** Lets pages be read again that were read a week ago, whose earlier text is found until then, and those that could not be read yet. */
@Injectable()
export class PageSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
  ) {}

  /** Returns how many jobs it added. Those that cannot be added are added by the sweep of overdue knowledge. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of pages to be read again')
  async sweep(): Promise<number> {
    const due = await this.database.query<(JobOf<typeof queues.ingest> & { wholeSite: boolean })[]>(CLAIM_DUE);
    await Promise.all(
      due.map(({ wholeSite, ...job }) => this.queues.add(ingestQueueOf({ wholeSite }), `${job.itemId}-${job.version}`, job)),
    );
    return due.length;
  }
}
