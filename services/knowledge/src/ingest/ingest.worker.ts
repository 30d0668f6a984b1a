import { HandleJob, Interval, Queues, type JobContext } from '@kith/kit';
import { DAY_MS, HOUR_MS, AppError, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { indexedItem, indexItem, lockBot, unindexItem, type IndexedItem } from '../search/chunk-index.js';
import { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { PageOutage } from '../pages/page-address.js';
import { NO_VERSION, type PageVersion } from '../pages/page-fetcher.js';
import { ingestQueueOf } from './ingest-queue.js';
import { ScanQueue } from './scan-queue.js';
import { failedPageNote, keptPageNote, noteWithoutScans, TOO_LONG_NOTE, unchangedPageNote } from './source-note.js';
import { SourceReader, type Reading } from './source-reader.js';

type Job = JobOf<typeof queues.ingest>;
type VersionedItem = Pick<Job, 'itemId' | 'version'>;
type IngestJob = VersionedItem & Pick<Job, 'ownerPlan'>;
type Changes = Partial<Pick<KnowledgeItemEntity, Changed>>;
type Changed = 'status' | 'statusAt' | 'statusReason' | 'sourceNote' | 'isStale' | 'scanAt' | 'nextReadAt' | keyof PageVersion;

/** Reads files and URLs and indexes long texts in the background. The previous chunks of an item stay searchable until then. */
@Injectable()
export class IngestWorker {
  constructor(
    @InjectRepository(KnowledgeItemEntity) private readonly items: Repository<KnowledgeItemEntity>,
    private readonly sources: SourceReader,
    @Inject(ScanQueue) private readonly scans: Pick<ScanQueue, 'add'>,
  ) {}

  @HandleJob(queues.siteIngest)
  ingestSite(job: IngestJob, context: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    return this.ingest(job, context);
  }

  @HandleJob(queues.ingest)
  async ingest(job: IngestJob, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    try {
      await this.mark(job, 'processing');
      const item = await this.items.findOneBy(versionOf(job));
      if (item) await this.readAndIndex(job, item);
    } catch (error) {
      if (isFinal(error) || isLastAttempt) await this.fail(job, error);
      // An item that was deleted or changed meanwhile needs no retry.
      if (await this.items.existsBy(versionOf(job))) throw error;
    }
  }

  /** Reads the pages of a PDF that have no text as pictures, after `ingest` has read the others. */
  @HandleJob(queues.scanIngest)
  async ingestScan(job: IngestJob, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const item = await this.items.findOneBy(versionOf(job));
    if (!item?.scanAt) return;
    try {
      const reading = await this.sources.readWithScans(item, job.ownerPlan);
      if (!item.isRead || reading.text !== item.extracted) await this.index(job, reading);
      else await this.keep(job, reading.note, reading.version ? nextReading() : null, reading.version);
    } catch (error) {
      if (isFinal(error) || isLastAttempt) await this.endWithoutScan(job, item, error);
      if (await this.items.existsBy(versionOf(job))) throw error;
    }
  }

  private async readAndIndex(job: IngestJob, item: KnowledgeItemEntity): Promise<void> {
    if (item.isRead && !item.isStale) return this.index(job, undefined);
    const reading = item.isRead ? await this.readAgain(job, item) : await this.sources.read(item, job.ownerPlan);
    if (reading?.due) await this.indexBeforeScan(job, item, reading);
    else if (reading) await this.index(job, reading);
  }

  /** What was read is searched at once. An earlier text of the page stays where the new one would lack pages that are pictures. */
  private async indexBeforeScan(job: IngestJob, item: KnowledgeItemEntity, reading: Reading): Promise<void> {
    const scanAt = new Date();
    if (item.isRead && reading.due === 'pages')
      await this.change(job, { status: 'ready', statusAt: scanAt, statusReason: item.sourceNote, scanAt });
    else if (reading.text === '') await this.change(job, { statusAt: scanAt, scanAt });
    else await this.index(job, reading);
    await this.scans.add({ ...job, ownerId: item.ownerId, botId: item.botId });
  }

  /** What is known of the item stays known. */
  private async endWithoutScan(job: VersionedItem, item: KnowledgeItemEntity, error: unknown): Promise<void> {
    const reason = isFinal(error) ? error.message : undefined;
    if (!item.isRead) await this.fail(job, error);
    else if (item.isStale) await this.keep(job, keptPageNote(item.sourceNote, reason ?? NOT_PROCESSED, new Date()), tomorrow());
    else await this.keep(job, noteWithoutScans(item.sourceNote, reason), item.nextReadAt);
  }

  /** The new text of a page; null when its earlier text is kept, because it is unchanged or cannot be read now. */
  private async readAgain(job: IngestJob, item: KnowledgeItemEntity): Promise<Reading | null> {
    try {
      const reading = await this.sources.read(item, job.ownerPlan);
      if (reading && (reading.due || reading.text !== item.extracted)) return reading;
      const note = reading ? reading.note : unchangedPageNote(item.sourceNote, new Date());
      await this.keep(job, note, nextReading(), reading?.version);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await this.keep(job, keptPageNote(item.sourceNote, error.message, new Date()), tomorrow());
    }
    return null;
  }

  /** `version`: of a page that has the same text, where that is known. */
  private async keep(job: VersionedItem, note: string | null, nextReadAt: Date | null, version?: PageVersion): Promise<void> {
    const kept = { status: 'ready' as const, statusAt: new Date(), statusReason: note, sourceNote: note, ...version };
    await this.change(job, { ...kept, isStale: false, scanAt: null, nextReadAt });
  }

  /** With the lock of the bot, so that a request that saves the item at the same time does not write the earlier values again. */
  private async change(job: VersionedItem, fields: Changes): Promise<void> {
    await this.items.manager.transaction(async (manager) => {
      const item = await manager.findOne(KnowledgeItemEntity, { select: { id: true, botId: true }, where: versionOf(job) });
      if (!item) return;
      await lockBot(manager, item.botId);
      await manager.update(KnowledgeItemEntity, versionOf(job), fields);
    });
  }

  private async index(job: VersionedItem, reading: Reading | undefined): Promise<void> {
    const { itemId } = job;
    const known = await this.items.findOneBy(versionOf(job));
    if (!known) return;
    const readFields = reading ? { ...readFieldsOf(reading), isStale: false } : {};
    const indexed = await indexedItem({ ...known, ...readFields });
    const sourceNote = noteOf({ ...known, ...readFields }, indexed);
    await this.items.manager.transaction(async (manager) => {
      // Indexing the longest text takes seconds on a busy machine, and no user waits for it.
      await manager.query(`set local statement_timeout = '120s'`);
      await lockBot(manager, known.botId);
      // An item that was changed or deleted while this job waited for the lock is left to the newer job.
      const item = await manager.findOneBy(KnowledgeItemEntity, versionOf(job));
      if (!item) return;
      await indexItem(manager, item, indexed);
      const ready = { status: 'ready' as const, statusReason: sourceNote, statusAt: new Date() };
      await manager.update(KnowledgeItemEntity, { id: itemId }, { ...readFields, sourceNote, ...ready });
    });
  }

  /** Also deletes the chunks of an earlier URL, so that the bot does not use a text that its item no longer has. */
  private async fail(job: VersionedItem, error: unknown): Promise<void> {
    const item = await this.items.findOneBy(versionOf(job));
    if (!item) return;
    const { reason, ...retry } = failureOf(item, error);
    await this.items.manager.transaction(async (manager) => {
      await manager.query(`set local statement_timeout = '120s'`);
      await lockBot(manager, item.botId);
      if (item.isRead || !(await manager.existsBy(KnowledgeItemEntity, versionOf(job)))) return;
      await unindexItem(manager, item);
      await manager.update(KnowledgeItemEntity, { id: item.id }, { ...retry, scanAt: null });
    });
    await this.mark(job, 'failed', reason);
  }

  private async mark(
    { itemId, version }: VersionedItem,
    status: KnowledgeItemEntity['status'],
    statusReason: string | null = null,
  ): Promise<void> {
    // A job that runs again finds its item ready and leaves it ready while it indexes it again.
    const unfinished = `id = $1 and version = $2 and status in ('queued', 'processing')`;
    await this.items.query(`update knowledge.item set status = $3, status_reason = $4, status_at = now() where ${unfinished}`, [
      itemId,
      version,
      status,
      statusReason,
    ]);
  }
}

const NOT_PROCESSED = 'This could not be processed.';
/** After its first reading failed for a reason that may pass, a page is tried again so often, after these times (docs/decisions.md W10). */
const RETRIED_AFTER_MS = [HOUR_MS, DAY_MS, DAY_MS, DAY_MS];

/** Whether the words of the error are for the owner, and no further attempt of the job is waited for. */
const isFinal = (error: unknown): error is AppError => error instanceof AppError && error.status < 500;

type Failure = Pick<KnowledgeItemEntity, 'nextReadAt' | 'readFailures'> & { readonly reason: string };

/** What is said of an item that failed and, of a page that was never read, whether and when it is tried again. */
function failureOf({ fileUrl, isRead, readFailures }: KnowledgeItemEntity, error: unknown): Failure {
  const isPage = fileUrl !== null && !isRead;
  if (!isPage || (isFinal(error) && !(error instanceof PageOutage))) {
    const reason = isFinal(error) ? error.message : `${NOT_PROCESSED} Please save it again.`;
    return { reason, nextReadAt: null, readFailures: 0 };
  }
  const waitMs = RETRIED_AFTER_MS[readFailures];
  const reason = failedPageNote(isFinal(error) ? error.message : NOT_PROCESSED, readFailures + 1, waitMs);
  return { reason, nextReadAt: waitMs === undefined ? null : new Date(Date.now() + waitMs), readFailures: readFailures + 1 };
}

const readFieldsOf = ({ text, note, version, due }: Reading) => ({
  extracted: text,
  scanAt: due ? new Date() : null,
  sourceNote: note,
  isRead: true,
  // Where the scan fails, the same page is to be read again.
  ...(version && { ...(due ? NO_VERSION : version), nextReadAt: nextReading(), readFailures: 0 }),
});

/** What was read, and that only its beginning is known where it has too many chunks. */
const noteOf = ({ sourceNote }: Pick<KnowledgeItemEntity, 'sourceNote'>, { isCut }: IndexedItem): string | null =>
  isCut && !sourceNote?.includes(TOO_LONG_NOTE) ? [sourceNote, TOO_LONG_NOTE].filter(Boolean).join(' ') : sourceNote;

/** After a week, give or take a day, so that pages that were added together are not read together for ever. */
const nextReading = (): Date => new Date(Date.now() + (6 + 2 * Math.random()) * DAY_MS);

const tomorrow = (): Date => new Date(Date.now() + DAY_MS);

const versionOf = ({ itemId, version }: VersionedItem) => ({ id: itemId, version });

const SWEEP_EVERY_MS = 30_000;

// After a minute the job may never have been added; adding it again is harmless. After a quarter of an hour it may have failed permanently
// without updating the item, and its job id is taken: the item gets a new version, and with it a new job id.
const RENEW_OVERDUE = `
  with stuck as (
    select id, status_at < now() - interval '15 minutes' as is_lost from knowledge.item
    where status in ('queued', 'processing') and status_at < now() - interval '1 minute' and not (status = 'processing' and scan_at is not null)
    order by status_at limit 100 for update skip locked
  ),
  renewed as (
    update knowledge.item i set version = i.version + 1, status = 'queued', status_at = now()
    from stuck where i.id = stuck.id and stuck.is_lost returning i.id, i.version, i.owner_id, i.bot_id, i.whole_site
  ),
  overdue as (
    select id, version, owner_id, bot_id, whole_site from renewed
    union all
    select i.id, i.version, i.owner_id, i.bot_id, i.whole_site
    from knowledge.item i join stuck on stuck.id = i.id where not stuck.is_lost and i.status = 'queued'
  )
  select owner_id as "ownerId", bot_id as "botId", id as "itemId", version, whole_site as "wholeSite",
    row_number() over (partition by owner_id order by id)::int as priority
  from overdue`;

/** Adds the jobs of items that were stored but whose job was lost. */
@Injectable()
export class IngestSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
  ) {}

  /** Returns how many jobs it added. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of overdue knowledge')
  async sweep(): Promise<number> {
    const overdue = await this.database.query<(Job & { priority: number; wholeSite: boolean })[]>(RENEW_OVERDUE);
    await Promise.all(
      overdue.map(({ priority, wholeSite, ...job }) =>
        this.queues.add(ingestQueueOf({ wholeSite }), `${job.itemId}-${job.version}`, job, { priority }),
      ),
    );
    return overdue.length;
  }
}
