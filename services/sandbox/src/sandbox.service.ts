import { LOGGER, Slots, type Logger } from '@kith/kit';
import { type Actor, type AnswerOf, type sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { asScript } from './source.js';
import { WorkerPool } from './worker-pool.js';

type SyntaxReport = AnswerOf<typeof sandbox.checkSyntax>;

/** Checks that one user may have under way at once; decision A11. */
const MAX_PER_USER = 2;

@Injectable()
export class SandboxService implements OnModuleDestroy {
  private readonly pool: WorkerPool;
  private readonly slots = new Slots(MAX_PER_USER);

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool(logger);
  }

  /** Parses without running anything. RATE_LIMITED, OVERLOADED. */
  async checkSyntax(actor: Actor, code: string): Promise<SyntaxReport> {
    const leave = this.slots.take(actor.userId);
    try {
      return await this.pool.compile(asScript(code));
    } finally {
      leave();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
