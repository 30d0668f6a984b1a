import { Interval, FILES, LOGGER, type FileStore, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

const SWEEP_EVERY_MS = 60_000;

/** Removes the files of items that are gone: noted with the deletion, so that none is left behind when the process dies in between. */
@Injectable()
export class DiscardedFiles {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** To be called in the transaction that deletes the items; answers the keys for `removeNow`. */
  async note(manager: EntityManager, fileKeys: readonly (string | null)[]): Promise<string[]> {
    const keys = fileKeys.filter((key) => key !== null);
    await manager.query('insert into knowledge.discarded_file (key) select unnest($1::text[])', [keys]);
    return keys;
  }

  /** What fails now is tried again by the sweep. */
  async removeNow(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        // One after the other: a purge hands over ten at a time.
        // oxlint-disable-next-line no-await-in-loop
        await this.files.remove(key);
        // oxlint-disable-next-line no-await-in-loop
        await this.database.query('delete from knowledge.discarded_file where key = $1', [key]);
      } catch (error) {
        this.logger.warn({ err: error }, 'a discarded file is still there');
      }
    }
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of discarded files')
  async sweep(): Promise<void> {
    const left = await this.database.query<{ key: string }[]>(
      `select key from knowledge.discarded_file where discarded_at < now() - interval '30 seconds' order by discarded_at limit 100`,
    );
    await this.removeNow(left.map(({ key }) => key));
  }
}
