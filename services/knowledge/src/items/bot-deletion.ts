import { inIndexOrder, TimedBatches } from '@kith/kit';
import type { knowledge, OutputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DiscardedFiles } from '../files/file-cleanup.js';
import { lockBot } from '../search/chunk-index.js';
import { KnowledgeItemEntity } from './knowledge-item.entity.js';

const ITEMS = 10;
const MAX_CHUNKS = 500;
const MAX_WORDS = 5000;
/** Short items of a bot are deleted for so long by one call. */
const CALL_MS = 10;

const DELETE_CHUNKS = `
  with gone as materialized (select id from knowledge.chunk where item_id = any($1) limit $2),
  postings as (delete from knowledge.posting p using gone where p.chunk_id = gone.id),
  chunks as (delete from knowledge.chunk c using gone where c.id = gone.id)
  select count(*)::int as chunks from gone`;
const DELETE_WORDS = `delete from knowledge.klex where ctid = any (array(select ctid from knowledge.klex where bot_id = $1 limit $2))`;

/** Deletes everything of a deleted bot, a part with each call: who deletes it makes the pauses. */
@Injectable()
export class BotDeletion {
  private readonly chunks = new TimedBatches(MAX_CHUNKS);
  private readonly words = new TimedBatches(MAX_WORDS);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly discarded: DiscardedFiles,
  ) {}

  /** From the first call on the bot gets no item any more. */
  async deleteSome(botId: string): Promise<OutputOf<typeof knowledge.purge>> {
    const endMs = performance.now() + CALL_MS;
    for (;;) {
      let items = 0;
      const isLongTextLeft = !(await this.chunks.run(async (size) => {
        const deleted = await this.deleteBatch(botId, size);
        items = deleted.items;
        return deleted.chunks;
      }));
      if (items === 0) break;
      if (isLongTextLeft || performance.now() > endMs) return { isDone: false };
    }
    if (!(await this.words.run((size) => this.deleteWords(botId, size)))) return { isDone: false };
    await this.deleteRest(botId);
    return { isDone: true };
  }

  private async deleteBatch(botId: string, maxChunks: number): Promise<{ items: number; chunks: number }> {
    const { files, ...deleted } = await inIndexOrder(this.database, async (manager) => {
      await lockBot(manager, botId);
      await manager.query('insert into knowledge.purged_bot (bot_id) values ($1) on conflict do nothing', [botId]);
      const items = await manager.find(KnowledgeItemEntity, {
        select: { id: true, fileKey: true },
        where: { botId },
        take: ITEMS,
      });
      const ids = items.map(({ id }) => id);
      const [{ chunks } = { chunks: 0 }] = await manager.query<{ chunks: number }[]>(DELETE_CHUNKS, [ids, maxChunks]);
      // The rest of a long text is deleted by the next batch.
      if (chunks === maxChunks) return { items: ids.length, chunks, files: [] };
      await manager.query('delete from knowledge.item where id = any($1)', [ids]);
      const keys = items.map(({ fileKey }) => fileKey);
      return { items: ids.length, chunks, files: await this.discarded.add(manager, keys) };
    });
    await this.discarded.removeNow(files);
    return deleted;
  }

  private deleteWords(botId: string, size: number): Promise<number> {
    return inIndexOrder(this.database, async (manager) => {
      const [, count] = await manager.query<[unknown[], number]>(DELETE_WORDS, [botId, size]);
      return count;
    });
  }

  private async deleteRest(botId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockBot(manager, botId);
      await manager.query('delete from knowledge.klex where bot_id = $1', [botId]);
      await manager.query('delete from knowledge.kstat where bot_id = $1', [botId]);
      await manager.query('delete from knowledge.saved_question where bot_id = $1', [botId]);
      await manager.query('delete from knowledge.question_run where bot_id = $1', [botId]);
      // A day is longer than any request that began before the deletion can take.
      await manager.query(`delete from knowledge.purged_bot where purged_at < now() - interval '1 day'`);
    });
  }
}
