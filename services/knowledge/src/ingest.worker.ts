import { Work, type JobContext } from '@kith/kit';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { indexItem, lockBot } from './item-index.js';
import { KnowledgeItem } from './knowledge-item.entity.js';

/** Indexes long items in the background. What was indexed before stays searchable until then. */
@Injectable()
export class IngestWorker {
  constructor(@InjectRepository(KnowledgeItem) private readonly items: Repository<KnowledgeItem>) {}

  @Work(queues.ingest)
  async ingest(
    { itemId, version }: JobOf<typeof queues.ingest>,
    { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
  ): Promise<void> {
    try {
      await this.mark({ itemId, version }, 'processing');
      await this.index({ itemId, version });
    } catch (error) {
      const isFinal = error instanceof AppError;
      const reason = isFinal ? error.message : 'This text could not be processed. Please save it again.';
      if (isFinal || isLastAttempt) await this.mark({ itemId, version }, 'failed', reason);
      throw error;
    }
  }

  private async index({ itemId, version }: JobOf<typeof queues.ingest>): Promise<void> {
    const job = await this.items.findOneBy({ id: itemId, version });
    if (!job) return;
    await this.items.manager.transaction(async (manager) => {
      // The longest text of all takes seconds on a busy machine, and nobody waits for it.
      await manager.query(`set local statement_timeout = '60s'`);
      await lockBot(manager, job.botId);
      // Changed or deleted while this job waited: the newer job does the work, or nobody.
      const item = await manager.findOneBy(KnowledgeItem, { id: itemId, version });
      if (!item) return;
      await indexItem(manager, item);
      await manager.update(KnowledgeItem, { id: itemId }, { status: 'ready', statusReason: null, statusAt: new Date() });
    });
  }

  private async mark(
    { itemId, version }: JobOf<typeof queues.ingest>,
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
