import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, auth, events, type ModelAccess } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const FRESH_MS = 30_000;
const TIMEOUT_MS = 3000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly access: Promise<ModelAccess>;
  readonly freshUntil: number;
}

/** How owners want their replies written, kept for 30 seconds: own keys are nowhere else in this process, and a changed one is dropped at once. */
@Injectable()
export class ModelAccessCache implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new Map<string, Entry>();
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

  /**
   * While auth is unavailable what was known last, if it holds no key. Else UNAVAILABLE: using the operator's models instead would charge an owner
   * who brings a key, without saying so.
   */
  async of(ownerId: string): Promise<ModelAccess> {
    const known = this.entries.get(ownerId);
    if (known && known.freshUntil > Date.now()) return known.access;
    const entry = { access: this.fetch(ownerId, known), freshUntil: Date.now() + FRESH_MS };
    this.store(ownerId, entry);
    try {
      const access = await entry.access;
      if (access.key) this.dropLater(ownerId, entry);
      return access;
    } catch (error) {
      if (this.entries.get(ownerId) === entry) this.drop(ownerId);
      throw error;
    }
  }

  drop(ownerId: string): void {
    this.entries.delete(ownerId);
  }

  private async fetch(ownerId: string, known: Entry | undefined): Promise<ModelAccess> {
    try {
      return await this.rpc.ask(auth.modelAccess, { userId: ownerId }, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      const last = await known?.access;
      const isDown = !(error instanceof AppError) || error.status >= 500;
      if (!isDown || !last || last.key) throw error;
      this.logger.warn({ err: error }, 'model access not fetched: auth is unavailable');
      return last;
    }
  }

  private dropLater(ownerId: string, entry: Entry): void {
    const timer = setTimeout(() => {
      if (this.entries.get(ownerId) === entry) this.drop(ownerId);
    }, FRESH_MS);
    timer.unref();
  }

  private store(ownerId: string, entry: Entry): void {
    this.entries.delete(ownerId);
    this.entries.set(ownerId, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }
}
