import { LOGGER, type Logger } from '@kith/kit';
import { AppError, type Actor, type AnswerOf, type sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { asScript } from './source.js';
import { WorkerPool } from './worker-pool.js';

type SyntaxReport = AnswerOf<typeof sandbox.checkSyntax>;

/** Checks that one user may have under way at once; decision A11. */
const MAX_PER_USER = 2;

@Injectable()
export class SandboxService implements OnModuleDestroy {
  private readonly pool: WorkerPool;
  private readonly underWay = new Map<string, number>();

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool(logger);
  }

  /** Parses without running anything. RATE_LIMITED, OVERLOADED. */
  async checkSyntax(actor: Actor, code: string): Promise<SyntaxReport> {
    const running = this.underWay.get(actor.userId) ?? 0;
    if (running >= MAX_PER_USER) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: 1 });
    this.underWay.set(actor.userId, running + 1);
    try {
      return await this.pool.compile(asScript(code));
    } finally {
      const left = (this.underWay.get(actor.userId) ?? 1) - 1;
      if (left > 0) this.underWay.set(actor.userId, left);
      else this.underWay.delete(actor.userId);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
