import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { billing, events, type Plan } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FRESH_MS = 30_000;
// Shorter than the default deadline of a call: every request waits for this when billing does not answer.
const TIMEOUT_MS = 2000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly plan: Promise<Plan>;
  readonly freshUntil: number;
}

/** A cache of the users' plans, which belong to billing. */
@Injectable()
export class Plans implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new Map<string, Entry>();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.actorDropped, ({ userId }) => this.entries.delete(userId));
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  /** The plan, at most 30 s old. While billing is unavailable the last known plan, else `free`: signing in must not depend on billing. */
  async of(userId: string): Promise<Plan> {
    const known = this.entries.get(userId);
    if (known && known.freshUntil > Date.now()) return known.plan;
    const entry = { plan: this.fetch(userId, known), freshUntil: Date.now() + FRESH_MS };
    this.store(userId, entry);
    return entry.plan;
  }

  private async fetch(userId: string, known: Entry | undefined): Promise<Plan> {
    try {
      return (await this.rpc.ask(billing.entitlement, { userId }, { timeoutMs: TIMEOUT_MS })).plan;
    } catch (error) {
      this.logger.warn({ err: error }, 'plan not fetched: billing is unavailable');
      const last = (await known?.plan) ?? 'free';
      // Stored as expired, so that the next call asks billing again. An entry that was dropped meanwhile stays dropped.
      if (this.entries.has(userId)) this.store(userId, { plan: Promise.resolve(last), freshUntil: 0 });
      return last;
    }
  }

  private store(userId: string, entry: Entry): void {
    this.entries.delete(userId);
    this.entries.set(userId, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }
}
