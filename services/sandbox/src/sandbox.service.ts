import { RateLimiter, LOGGER, REDIS, type Logger, warnAboutIsolation } from '@kith/kit';
import type { AnswerOf, Plan, ParsedInputOf, RunReport, sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GuestPool } from './guest-pool.js';
import type { JobInput } from './guest.js';
import type { GuestOutcome } from './guest/protocol.js';
import { runReport, syntaxReport } from './reports.js';
import { asScript } from './source.js';

type Redis = ConstructorParameters<typeof RateLimiter>[0];

/** Per user, runs and syntax checks together (docs/decisions.md A11). */
const RATE_LIMIT = { name: 'sandbox', points: 60, windowS: 60, wait: 'window' } as const;

@Injectable()
export class SandboxService implements OnModuleDestroy {
  private readonly pool: GuestPool;
  private readonly limiter: RateLimiter;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(REDIS) redis: Redis) {
    warnAboutIsolation(logger);
    this.pool = new GuestPool(logger);
    this.limiter = new RateLimiter(redis, RATE_LIMIT);
  }

  /** Parses the code without running it. RATE_LIMITED, OVERLOADED, CANCELLED. */
  async checkSyntax(
    { actor, code }: ParsedInputOf<typeof sandbox.checkSyntax>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<typeof sandbox.checkSyntax>> {
    const { script } = asScript(code);
    return syntaxReport(await this.runJob({ ...actor, signal }, { kind: 'check', script }), code);
  }

  /** Runs the handler once in a new engine. Errors of the code are part of the report. RATE_LIMITED, OVERLOADED, CANCELLED. */
  async run({ userId, plan, code, context }: ParsedInputOf<typeof sandbox.run>, signal?: AbortSignal): Promise<RunReport> {
    const job = { kind: 'run' as const, ...asScript(code), context: JSON.stringify(context) };
    return runReport(await this.runJob({ userId, plan, signal }, job), code);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }

  private async runJob({ userId, plan, signal }: User, job: JobInput): Promise<GuestOutcome> {
    await this.limiter.consume(userId);
    return this.pool.run({ key: userId, plan, signal }, job);
  }
}

interface User {
  readonly userId: string;
  readonly plan: Plan;
  /** Aborted when nobody waits for the report any more. */
  readonly signal: AbortSignal | undefined;
}
