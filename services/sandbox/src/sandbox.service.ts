import { Limiter, LOGGER, REDIS, Slots, type Logger } from '@kith/kit';
import type { Actor, AnswerOf, ParsedInputOf, RunReport, sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GuestPool } from './guest-pool.js';
import { runReport, syntaxReport } from './reports.js';
import { asScript } from './source.js';

type Redis = ConstructorParameters<typeof Limiter>[0];

/** Runs and checks that count against one user: at once, and in a minute (decision A11). */
const AT_ONCE = 2;
const A_MINUTE = { name: 'sandbox', points: 60, windowS: 60, wait: 'window' } as const;

@Injectable()
export class SandboxService implements OnModuleDestroy {
  private readonly pool: GuestPool;
  private readonly slots = new Slots(AT_ONCE);
  private readonly limiter: Limiter;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(REDIS) redis: Redis) {
    this.pool = new GuestPool(logger);
    this.limiter = new Limiter(redis, A_MINUTE);
  }

  /** Parses without running anything. RATE_LIMITED, OVERLOADED. */
  async checkSyntax(actor: Actor, code: string): Promise<AnswerOf<typeof sandbox.checkSyntax>> {
    const { script } = asScript(code);
    return this.counted(actor.userId, async () => syntaxReport(await this.pool.do({ kind: 'check', script }), code));
  }

  /** Runs the handler once in an engine of its own; whatever the code does is a report. RATE_LIMITED, OVERLOADED. */
  async run({ userId, code, context }: ParsedInputOf<typeof sandbox.run>): Promise<RunReport> {
    const job = { kind: 'run' as const, ...asScript(code), context: JSON.stringify(context) };
    return this.counted(userId, async () => runReport(await this.pool.do(job), code));
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }

  private async counted<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const leave = this.slots.take(userId);
    try {
      await this.limiter.take(userId);
      return await work();
    } finally {
      leave();
    }
  }
}
