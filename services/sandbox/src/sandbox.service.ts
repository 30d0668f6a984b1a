import { RateLimiter, LOGGER, REDIS, ConcurrencyLimit, type Logger } from '@kith/kit';
import type { Actor, AnswerOf, ParsedInputOf, RunReport, sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GuestPool } from './guest-pool.js';
import { runReport, syntaxReport } from './reports.js';
import { asScript } from './source.js';

type Redis = ConstructorParameters<typeof RateLimiter>[0];

/** Per user, runs and syntax checks together (docs/decisions.md A11). */
const MAX_CONCURRENT = 2;
const RATE_LIMIT = { name: 'sandbox', points: 60, windowS: 60, wait: 'window' } as const;

@Injectable()
export class SandboxService implements OnModuleDestroy {
  private readonly pool: GuestPool;
  private readonly concurrency = new ConcurrencyLimit(MAX_CONCURRENT);
  private readonly limiter: RateLimiter;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(REDIS) redis: Redis) {
    this.pool = new GuestPool(logger);
    this.limiter = new RateLimiter(redis, RATE_LIMIT);
  }

  /** Parses the code without running it. RATE_LIMITED, OVERLOADED. */
  async checkSyntax(actor: Actor, code: string): Promise<AnswerOf<typeof sandbox.checkSyntax>> {
    const { script } = asScript(code);
    return this.withLimits(actor.userId, async () => syntaxReport(await this.pool.run({ kind: 'check', script }), code));
  }

  /** Runs the handler once in a new engine. Errors of the code are part of the report. RATE_LIMITED, OVERLOADED. */
  async run({ userId, code, context }: ParsedInputOf<typeof sandbox.run>): Promise<RunReport> {
    const job = { kind: 'run' as const, ...asScript(code), context: JSON.stringify(context) };
    return this.withLimits(userId, async () => runReport(await this.pool.run(job), code));
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }

  private async withLimits<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const release = this.concurrency.acquire(userId);
    try {
      await this.limiter.consume(userId);
      return await work();
    } finally {
      release();
    }
  }
}
