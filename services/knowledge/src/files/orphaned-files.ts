import { Interval, FILES, LOGGER, RpcClient, type FileStore, type Logger } from '@kith/kit';
import { chat } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 6 * 3_600_000;
// Far longer than a message or an upload takes.
const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/** Removes the files of messages and uploads during which a process died: nobody but items, and the pictures of chat, keeps files. */
@Injectable()
export class OrphanedFiles {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(SWEEP_EVERY_MS, 'the sweep of orphaned files')
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
    if (orphans.length === 0) return;
    // While chat cannot be asked nothing is removed: the next sweep finds it again.
    const pictures = new Set((await this.rpc.ask(chat.keptFiles, { keys: orphans.map(({ key }) => key) })).keys);
    const unkept = orphans.filter(({ key }) => !pictures.has(key));
    await Promise.all(unkept.map(({ key }) => this.files.remove(key)));
    if (unkept.length > 0) this.logger.info({ files: unkept.length }, 'files that nobody keeps were removed');
  }
}
