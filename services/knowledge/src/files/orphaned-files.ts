import { FILES, LOGGER, repeat, type FileStore, type Logger, type Repetition } from '@kith/kit';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 6 * 3_600_000;
// Far longer than a message or an upload takes.
const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/** Removes the files of messages and uploads during which a process died: nobody but items keeps files. */
@Injectable()
export class OrphanedFiles implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private repetition: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repetition = repeat('the sweep of orphaned files', SWEEP_EVERY_MS, () => this.sweep(), this.logger);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repetition?.stop();
  }

  async sweep(): Promise<void> {
    let keys: string[] = [];
    for await (const key of this.files.olderThan(DAY_MS)) {
      keys.push(key);
      if (keys.length < AT_ONCE) continue;
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
    await Promise.all(orphans.map(({ key }) => this.files.remove(key)));
    if (orphans.length > 0) this.logger.info({ files: orphans.length }, 'files that nobody keeps were removed');
  }
}
