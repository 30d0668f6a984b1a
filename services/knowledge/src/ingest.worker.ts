import { HandleJob, type JobContext } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Extraction } from './extraction/extraction.js';
import { indexItem, lockBot, unindexItem } from './item-index.js';
import { readyReason } from './item-view.js';
import { KnowledgeItem } from './knowledge-item.entity.js';
import { SourceReader } from './source-reader.js';

type Job = JobOf<typeof queues.ingest>;

/** Reads files and addresses and indexes long items in the background. What was indexed before stays searchable until then. */
@Injectable()
export class IngestWorker {
  constructor(
    @InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>,
    private readonly sources: SourceReader,
  ) {}

  @HandleJob(queues.ingest)
  async ingest(job: Job, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    try {
      await this.mark(job, 'processing');
      const item = await this.items.findOneBy(versionOf(job));
      if (item) await this.index(job, item.isRead ? undefined : await this.sources.read(item));
    } catch (error) {
      const isFinal = error instanceof AppError && error.status < 500;
      const reason = isFinal ? error.message : 'This could not be processed. Please save it again.';
      if (isFinal || isLastAttempt) await this.fail(job, reason);
      // Deleted or changed while it was read: nobody misses it.
      if (await this.items.existsBy(versionOf(job))) throw error;
    }
  }

  private async index(job: Job, reading: Extraction | undefined): Promise<void> {
    const { itemId } = job;
    const known = await this.items.findOneBy(versionOf(job));
    if (!known) return;
    await this.items.manager.transaction(async (manager) => {
      // The longest text of all takes seconds on a busy machine, and nobody waits for it.
      await manager.query(`set local statement_timeout = '60s'`);
      await lockBot(manager, known.botId);
      // Changed or deleted while this job waited: the newer job does the work, or nobody.
      const item = await manager.findOneBy(KnowledgeItem, versionOf(job));
      if (!item) return;
      const read = reading ? { extracted: reading.text, isCut: reading.isCut, isRead: true } : {};
      const done = Object.assign(item, read, { status: 'ready' as const, statusAt: new Date() });
      await indexItem(manager, done);
      await manager.update(
        KnowledgeItem,
        { id: itemId },
        { ...read, status: 'ready', statusReason: readyReason(done), statusAt: done.statusAt },
      );
    });
  }

  /** What was read of an earlier address goes with it. */
  private async fail(job: Job, reason: string): Promise<void> {
    const item = await this.items.findOneBy(versionOf(job));
    if (!item) return;
    await this.items.manager.transaction(async (manager) => {
      await lockBot(manager, item.botId);
      if (!item.isRead && (await manager.existsBy(KnowledgeItem, versionOf(job)))) await unindexItem(manager, item.id);
    });
    await this.mark(job, 'failed', reason);
  }

  private async mark(
    { itemId, version }: Job,
    status: KnowledgeItem['status'],
    statusReason: string | null = null,
  ): Promise<void> {
    // A job that runs a second time finds its item ready and leaves it so until it has indexed it again.
    const unfinished = `id = $1 and version = $2 and status in ('queued', 'processing')`;
    await this.items.query(`update knowledge.item set status = $3, status_reason = $4, status_at = now() where ${unfinished}`, [
      itemId,
      version,
      status,
      statusReason,
    ]);
  }
}

const versionOf = ({ itemId, version }: Job) => ({ id: itemId, version });
