import { Events, LOGGER, RpcClient, UserCache, type Logger } from '@kith/kit';
import { AppError, billing, type Plan } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const TIMEOUT_MS = 3000;
/** After a failure billing is asked again at once. */
const FALLBACK_MS = 0;

/** The plans in force of owners; dropped when billing announces a change. */
@Injectable()
export class OwnerPlans implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly plans: UserCache<Plan | null>;

  constructor(rpc: RpcClient, events: Events, @Inject(LOGGER) logger: Logger) {
    this.plans = new UserCache<Plan | null>(events, {
      ask: async (userId) => (await rpc.ask(billing.entitlement, { userId }, { timeoutMs: TIMEOUT_MS })).plan,
      fallback: (error) => {
        logger.warn({ reason: AppError.from(error).code }, 'plan of an owner unavailable');
        return null;
      },
      fallbackMs: FALLBACK_MS,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.plans.start();
  }

  onModuleDestroy(): void {
    this.plans.stop();
  }

  drop(ownerId: string): void {
    this.plans.drop(ownerId);
  }

  /** Null while billing cannot be asked. */
  of(ownerId: string): Promise<Plan | null> {
    return this.plans.of(ownerId);
  }
}
