import { randomBytes } from 'node:crypto';
import { RateLimiter, LOGGER, REDIS, type Logger, warnAboutIsolation } from '@kith/kit';
import type { AnswerOf, PassReport, ParsedInputOf, sandbox } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GuestPool } from './guest-pool.js';
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
    await this.limiter.consume(actor.userId);
    return syntaxReport(await this.pool.run({ key: actor.userId, plan: actor.plan, signal }, { kind: 'check', script }), code);
  }

  /** Runs the handler in a new engine. Errors of the code are part of the report. RATE_LIMITED, OVERLOADED, CANCELLED. */
  async run(input: ParsedInputOf<typeof sandbox.run>, signal?: AbortSignal): Promise<PassReport> {
    const { userId, plan, code, context, seed = randomBytes(8).toString('hex'), startedAtMs = Date.now(), rounds } = input;
    const answered = rounds.map(({ atMs, answers }) => ({ atMs, answers: JSON.stringify(answers) }));
    const script = { ...asScript(code), context: JSON.stringify(context), seed, startedAtMs, rounds: answered };
    // A run that continues was counted when it began.
    if (rounds.length === 0) await this.limiter.consume(userId);
    return runReport(await this.pool.run({ key: userId, plan, signal }, { kind: 'run', ...script }), code);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close();
  }
}
