import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { billing, events, type Plan } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FRESH_MS = 30_000;
// A billing that hangs must not hold every request for the whole deadline of a call.
const PATIENCE_MS = 2000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly plan: Promise<Plan>;
  readonly freshUntil: number;
}

/** The plan in force of each user who was here lately, as billing told it. */
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

  /** The plan, at most 30 s old. While billing is away: the last one known, else `free`; signing in must not depend on billing. */
  async of(userId: string): Promise<Plan> {
    const known = this.entries.get(userId);
    if (known && known.freshUntil > Date.now()) return known.plan;
    const asked = { plan: this.ask(userId, known), freshUntil: Date.now() + FRESH_MS };
    this.remember(userId, asked);
    return asked.plan;
  }

  private async ask(userId: string, known: Entry | undefined): Promise<Plan> {
    try {
      return (await this.rpc.ask(billing.entitlement, { userId }, { timeoutMs: PATIENCE_MS })).plan;
    } catch (error) {
      this.logger.warn({ err: error }, 'plan unknown: billing does not answer');
      const last = (await known?.plan) ?? 'free';
      // Not fresh: the next one asks again. Not there: it was dropped meanwhile.
      if (this.entries.has(userId)) this.remember(userId, { plan: Promise.resolve(last), freshUntil: 0 });
      return last;
    }
  }

  private remember(userId: string, entry: Entry): void {
    this.entries.delete(userId);
    this.entries.set(userId, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }
}
