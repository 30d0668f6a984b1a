import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, billing, events, type Plan } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FRESH_MS = 60_000;
const TIMEOUT_MS = 3000;
const MAX_ENTRIES = 10_000;

/** The plans in force of owners, kept for a minute and dropped when billing announces a change. */
@Injectable()
export class OwnerPlans implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new Map<string, { readonly plan: Promise<Plan>; readonly freshUntilMs: number }>();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => this.drop(userId));
  }

  onModuleDestroy(): void {
    this.unsubscribe();
    this.entries.clear();
  }

  drop(ownerId: string): void {
    this.entries.delete(ownerId);
  }

  /** Null while billing cannot be asked. */
  async of(ownerId: string): Promise<Plan | null> {
    const known = this.entries.get(ownerId);
    if (known && known.freshUntilMs > Date.now()) return known.plan;
    const plan = this.rpc.ask(billing.entitlement, { userId: ownerId }, { timeoutMs: TIMEOUT_MS }).then((found) => found.plan);
    const entry = { plan, freshUntilMs: Date.now() + FRESH_MS };
    this.entries.set(ownerId, entry);
    for (const oldest of this.entries.keys()) if (this.entries.size > MAX_ENTRIES) this.entries.delete(oldest);
    try {
      return await plan;
    } catch (error) {
      this.logger.warn({ reason: AppError.from(error).code }, 'plan of an owner unavailable');
      if (this.entries.get(ownerId) === entry) this.entries.delete(ownerId);
      return null;
    }
  }
}
