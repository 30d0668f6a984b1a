import { Interval, FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import { chat, systemPages } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

const DISCARDED_SWEEP_MS = 60_000;

/** Removes the files of deleted items. Their keys are stored with the deletion, so that none is left behind when the process dies. */
@Injectable()
export class DiscardedFiles {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** To be called in the transaction that deletes the items. Returns the keys for `removeNow`. */
  async add(manager: EntityManager, fileKeys: readonly (string | null)[]): Promise<string[]> {
    const keys = fileKeys.filter((key) => key !== null);
    await manager.query('insert into knowledge.discarded_file (key) select unnest($1::text[])', [keys]);
    return keys;
  }

  /** Removes the files. The sweep retries those that fail. */
  async removeNow(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        // One after the other, because a purge passes ten at a time.
        // oxlint-disable-next-line no-await-in-loop
        await this.files.remove(key);
        // oxlint-disable-next-line no-await-in-loop
        await this.database.query('delete from knowledge.discarded_file where key = $1', [key]);
      } catch (error) {
        this.logger.warn({ err: error }, 'discarded file not removed; the sweep will try again');
      }
    }
  }

  @Interval(DISCARDED_SWEEP_MS, 'the sweep of discarded files')
  async sweep(): Promise<void> {
    const left = await this.database.query<{ key: string }[]>(
      `select key from knowledge.discarded_file where discarded_at < now() - interval '30 seconds' order by discarded_at limit 100`,
    );
    await this.removeNow(left.map(({ key }) => key));
  }
}

const ORPHAN_SWEEP_MS = 6 * 3_600_000;
// Far longer than a message or an upload takes.
const ORPHAN_AGE_MS = 86_400_000;
const ORPHAN_BATCH_SIZE = 500;

/** Removes the files of messages and uploads during which a process died. Only knowledge items, the images of chat and the systems of bots keep files. */
@Injectable()
export class OrphanedFileSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(ORPHAN_SWEEP_MS, 'the sweep of orphaned files')
  async sweep(): Promise<void> {
    let keys: string[] = [];
    for await (const key of this.files.olderThan(ORPHAN_AGE_MS)) {
      keys.push(key);
      if (keys.length < ORPHAN_BATCH_SIZE) continue;
      await this.removeOrphans(keys);
      keys = [];
    }
    await this.removeOrphans(keys);
  }

  private async removeOrphans(keys: readonly string[]): Promise<void> {
    const orphans = await this.database.query<{ key: string }[]>(
      `select key from unnest($1::text[]) as stored (key) where not exists (select 1 from knowledge.item where file_key = key)`,
      [keys],
    );
    if (orphans.length === 0) return;
    // While one of them is unavailable this throws and nothing is removed; the next sweep tries again.
    const asked = { keys: orphans.map(({ key }) => key) };
    const ofOthers = await Promise.all([this.rpc.ask(chat.keptFiles, asked), this.rpc.ask(systemPages.keptFiles, asked)]);
    const kept = new Set(ofOthers.flatMap((answer) => answer.keys));
    const unused = orphans.filter(({ key }) => !kept.has(key));
    await Promise.all(unused.map(({ key }) => this.files.remove(key)));
    if (unused.length > 0) this.logger.info({ files: unused.length }, 'orphaned files removed');
  }
}
