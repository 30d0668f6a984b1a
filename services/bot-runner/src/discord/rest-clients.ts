import { DiscordAPIError, REST } from '@discordjs/rest';
import { CONFIG, Events, Interval, RpcClient, type Config } from '@kith/kit';
import { AppError, bots, events } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

/** For changes that nobody heard of; clients that nobody uses end with it, too. */
const LIFETIME_MS = 300_000;
const SWEEP_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15_000;

interface Limits {
  readonly timeoutMs: number;
  readonly retries: number;
}

/**
 * One REST client per companion, made on first use and dropped when the companion changes: its token may be another bot's now. The token
 * comes by call each time one is made and is kept nowhere else.
 */
@Injectable()
export class RestClients implements OnModuleInit, OnModuleDestroy {
  readonly #clients = new Map<string, { readonly rest: Promise<REST>; readonly madeAtMs: number }>();
  /** For what needs no token, or brings its own. */
  readonly anonymous: REST;
  #unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {
    this.anonymous = this.#new({ timeoutMs: REQUEST_TIMEOUT_MS, retries: 1 });
  }

  async onModuleInit(): Promise<void> {
    this.#unsubscribe = await this.events.subscribe(events.botChanged, ({ botId }) => this.forget(botId));
  }

  onModuleDestroy(): void {
    this.#unsubscribe?.();
    this.#clients.clear();
  }

  /**
   * Does something with the companion's client. A 401 drops the client and tries once more with the token of the moment: it may have been
   * changed. Throws TOKEN_MISSING, and what the work throws.
   */
  async use<T>(botId: string, work: (rest: REST) => Promise<T>): Promise<T> {
    const isFresh = !this.#clients.has(botId);
    try {
      return await work(await this.#client(botId));
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      this.#clients.delete(botId);
      if (isFresh) throw error;
      return work(await this.#client(botId));
    }
  }

  /** A client that is not kept. */
  once(token: string, limits: Limits): REST {
    return this.#new(limits).setToken(token);
  }

  forget(botId: string): void {
    this.#clients.delete(botId);
  }

  /** Drops clients that are too old. */
  @Interval(SWEEP_MS, 'the sweep of REST clients')
  sweep(): void {
    for (const [botId, { madeAtMs }] of this.#clients) if (Date.now() - madeAtMs > LIFETIME_MS) this.#clients.delete(botId);
  }

  #new({ timeoutMs, retries }: Limits): REST {
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

  #client(botId: string): Promise<REST> {
    const known = this.#clients.get(botId);
    if (known) return known.rest;
    const rest = this.#make(botId);
    this.#clients.set(botId, { rest, madeAtMs: Date.now() });
    rest.catch(() => this.#clients.delete(botId));
    return rest;
  }

  async #make(botId: string): Promise<REST> {
    const { token } = await this.rpc.ask(bots.discordToken, { botId });
    if (token === null) throw new AppError('TOKEN_MISSING');
    return this.once(token, { timeoutMs: REQUEST_TIMEOUT_MS, retries: 3 });
  }
}

/** Discord does not know the token. */
export const isUnauthorized = (error: unknown): boolean => error instanceof DiscordAPIError && error.status === 401;
