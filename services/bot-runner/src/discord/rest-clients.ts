import { DiscordAPIError, REST } from '@discordjs/rest';
import { CONFIG, Events, Interval, RpcClient, type Config } from '@kith/kit';
import { AppError, bots, events } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

/** Bounds how long a client with an old token is kept when the event about the change was lost. */
const MAX_AGE_MS = 300_000;
const SWEEP_EVERY_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15_000;

interface RequestLimits {
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * One REST client per bot, created on first use and dropped when the bot changes, because its token may belong to another Discord bot
 * then. The token is fetched for each new client and kept nowhere else.
 */
@Injectable()
export class RestClients implements OnModuleInit, OnModuleDestroy {
  private readonly clients = new Map<string, { readonly rest: Promise<REST>; readonly createdAtMs: number }>();
  /** For requests without a bot token. */
  readonly anonymous: REST;
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {
    this.anonymous = this.create({ timeoutMs: REQUEST_TIMEOUT_MS, retries: 1 });
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.botChanged, ({ botId }) => this.forget(botId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
    this.clients.clear();
  }

  /**
   * Calls `work` with the bot's client. After a 401 it is called once more with a new client, because the token may have been changed.
   * Throws TOKEN_MISSING and whatever `work` throws.
   */
  async use<T>(botId: string, work: (rest: REST) => Promise<T>): Promise<T> {
    const isNew = !this.clients.has(botId);
    try {
      return await work(await this.clientOf(botId));
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      this.clients.delete(botId);
      if (isNew) throw error;
      return work(await this.clientOf(botId));
    }
  }

  /** A client for a token, which is not kept. */
  createFor(token: string, limits: RequestLimits): REST {
    return this.create(limits).setToken(token);
  }

  forget(botId: string): void {
    this.clients.delete(botId);
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of REST clients')
  sweep(): void {
    for (const [botId, { createdAtMs }] of this.clients) if (Date.now() - createdAtMs > MAX_AGE_MS) this.clients.delete(botId);
  }

  private create({ timeoutMs, retries }: RequestLimits): REST {
    const options = {
      api: this.config.DISCORD_API_URL,
      version: '10',
      timeout: timeoutMs,
      retries,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
    };
    return new REST(options);
  }

  private clientOf(botId: string): Promise<REST> {
    const known = this.clients.get(botId);
    if (known) return known.rest;
    const rest = this.createForBot(botId);
    this.clients.set(botId, { rest, createdAtMs: Date.now() });
    rest.catch(() => this.clients.delete(botId));
    return rest;
  }

  private async createForBot(botId: string): Promise<REST> {
    const { token } = await this.rpc.ask(bots.discordToken, { botId });
    if (token === null) throw new AppError('TOKEN_MISSING');
    return this.createFor(token, { timeoutMs: REQUEST_TIMEOUT_MS, retries: 3 });
  }
}

/** Whether Discord refused the token. */
export const isUnauthorized = (error: unknown): boolean => error instanceof DiscordAPIError && error.status === 401;
