import { Audit, FILES, RateLimiter, REDIS, type FileStore } from '@kith/kit';
import { AppError, refuseImpersonation, type OutputOf, type ParsedInputOf, type systemPages } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { FieldProblem } from './field-problem.js';
import { badInput, SystemPages } from './system-pages.service.js';
import { Systems } from './systems.js';

const UPLOADS = { name: 'runner-uploads', points: 60, windowS: 600, wait: 'window' } as const;

/** Files that the owners of bots give to systems. */
@Injectable()
export class SystemFiles {
  private readonly uploads: RateLimiter;

  constructor(
    private readonly systems: Systems,
    private readonly pages: SystemPages,
    private readonly audit: Audit,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(REDIS) redis: Redis,
  ) {
    this.uploads = new RateLimiter(redis, UPLOADS);
  }

  async addFile(input: ParsedInputOf<typeof systemPages.addFile>): Promise<OutputOf<typeof systemPages.addFile>> {
    const { actor, botId, systemId, file } = input;
    // A key begins with the id of the user whose file it is.
    if (!file.key.startsWith(`${actor.userId}/`)) throw new AppError('NOT_FOUND');
    try {
      refuseImpersonation(actor);
      const { handler } = await this.pages.installed(input);
      if (!handler.addFile) throw new AppError('NOT_FOUND');
      await this.uploads.consume(actor.userId);
      const message = await handler.addFile(input);
      await this.audit.report('system_changed', { actor, target: botId, details: { systemId, action: 'add-file' } });
      return { message };
    } catch (error) {
      await this.removeUnused(file.key);
      throw error instanceof FieldProblem ? badInput(error) : error;
    }
  }

  async keptFiles({ keys }: ParsedInputOf<typeof systemPages.keptFiles>): Promise<OutputOf<typeof systemPages.keptFiles>> {
    const kept = await Promise.all(this.systems.all().map((handler) => handler.keptFiles?.(keys) ?? []));
    return { keys: kept.flat() };
  }

  /** When it cannot be checked whether a refused file is in use, it stays. */
  private async removeUnused(key: string): Promise<void> {
    const isUsed = await this.keptFiles({ keys: [key] })
      .then(({ keys }) => keys.length > 0)
      .catch(() => true);
    if (!isUsed) await this.files.remove(key).catch(() => undefined);
  }
}
