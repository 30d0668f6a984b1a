import { Events, LOGGER, RpcClient, UserCache, type Logger } from '@kith/kit';
import { billing, type Plan } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

// Shorter than the default deadline of a call: every request waits for this when billing does not answer.
const TIMEOUT_MS = 2000;

/** A cache of the users' plans, which belong to billing. */
@Injectable()
export class Plans implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly plans: UserCache<Plan>;

  constructor(rpc: RpcClient, events: Events, @Inject(LOGGER) logger: Logger) {
    this.plans = new UserCache<Plan>(events, {
      ask: async (userId) => (await rpc.ask(billing.entitlement, { userId }, { timeoutMs: TIMEOUT_MS })).plan,
      fallback: (error, last = 'free') => {
        logger.warn({ err: error }, 'plan not fetched: billing is unavailable');
        return last;
      },
      fallbackMs: 0,
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.plans.start();
  }

  onModuleDestroy(): void {
    this.plans.stop();
  }

  /** The plan, at most 30 s old. While billing is unavailable the last known plan, else `free`: signing in must not depend on billing. */
  of(userId: string): Promise<Plan> {
    return this.plans.of(userId);
  }
}
