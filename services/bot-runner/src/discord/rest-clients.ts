import { DiscordAPIError, REST, type RESTOptions } from '@discordjs/rest';
import { CONFIG, Events, Interval, type Config } from '@kith/kit';
import { AppError, events } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { BotTokens } from './bot-tokens.js';
import { InvalidRequests } from './invalid-requests.js';
import { RefusedTokens } from './refused-tokens.js';
import { isNotAwaited, RequestSender } from './request-sender.js';

/** Bounds how long a client with an old token is kept when the event about the change was lost. */
const MAX_AGE_MS = 300_000;
/** Thousands of bots send a few requests when they connect and then none for hours. */
const MAX_IDLE_MS = 30_000;
const SWEEP_EVERY_MS = 15_000;
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * For the client of all bots, which stays: it has a handler for each interaction, with its token, and drops those that are not in use. Interactions
 * have limits of their own, not the one of a bot, which all bots together would have to share.
 */
const OF_ALL_BOTS = { handlerSweepInterval: 60_000, globalRequestsPerSecond: Number.POSITIVE_INFINITY };

interface RequestLimits {
  readonly timeoutMs: number;
  readonly retries: number;
}

interface Client {
  readonly rest: REST;
  readonly token: string;
}

interface KnownClient {
  readonly client: Promise<Client>;
  readonly createdAtMs: number;
  usedAtMs: number;
}

/**
 * One REST client per bot, created on first use and dropped when it is not used any more or the bot changes, because its token may belong to
 * another Discord bot then. The token is fetched for each new client and kept nowhere else.
 */
@Injectable()
export class RestClients implements OnModuleInit, OnModuleDestroy {
  private readonly clients = new Map<string, KnownClient>();
  /** For requests without a bot token. */
  readonly anonymous: REST;
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    readonly tokens: BotTokens,
    private readonly events: Events,
    readonly refusedTokens: RefusedTokens,
    readonly invalidRequests: InvalidRequests,
    private readonly sender: RequestSender,
  ) {
    this.anonymous = this.create({ timeoutMs: REQUEST_TIMEOUT_MS, retries: 1 }, null, OF_ALL_BOTS);
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.botChanged, ({ botId }) => this.forget(botId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
    this.anonymous.clearHandlerSweeper();
    this.clients.clear();
  }

  /**
   * Calls `work`, which sends one request, with the bot's client. After a 401 it is called once more if the token has been changed. Throws
   * TOKEN_MISSING, TOKEN_INVALID for a token that Discord has refused, RequestsPaused, and whatever `work` throws.
   */
  async use<T>(botId: string, work: (rest: REST) => Promise<T>): Promise<T> {
    this.invalidRequests.requireAllowed(botId);
    const { rest, token } = await this.clientOf(botId);
    try {
      return await work(rest);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await this.refusedTokens.add(token);
      this.clients.delete(botId);
      const current = await this.clientOf(botId);
      if (current.token === token) throw error;
      return work(current.rest);
    }
  }

  /** A client for a token, which is not kept. */
  createFor(token: string, limits: RequestLimits): REST {
    return this.create(limits, null).setToken(token);
  }

  forget(botId: string): void {
    this.clients.delete(botId);
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of REST clients')
  sweep(nowMs = Date.now()): void {
    for (const [botId, { createdAtMs, usedAtMs }] of this.clients)
      if (nowMs - createdAtMs > MAX_AGE_MS || nowMs - usedAtMs > MAX_IDLE_MS) this.clients.delete(botId);
  }

  /** `botId` is whom the invalid requests of the client are counted for. */
  private create({ timeoutMs, retries }: RequestLimits, botId: string | null, options: Partial<RESTOptions> = {}): REST {
    return new REST({
      api: this.config.DISCORD_API_URL,
      version: '10',
      timeout: timeoutMs,
      retries,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
      rejectOnRateLimit: isNotAwaited,
      makeRequest: (url, init) => this.sender.send(botId, url, init),
      ...options,
    });
  }

  private clientOf(botId: string): Promise<Client> {
    const known = this.clients.get(botId);
    const nowMs = Date.now();
    if (known) {
      known.usedAtMs = nowMs;
      return known.client;
    }
    const client = this.createForBot(botId);
    this.clients.set(botId, { client, createdAtMs: nowMs, usedAtMs: nowMs });
    client.catch(() => this.clients.delete(botId));
    return client;
  }

  private async createForBot(botId: string): Promise<Client> {
    const token = await this.tokens.of(botId);
    if (token === null) throw new AppError('TOKEN_MISSING');
    if (await this.refusedTokens.has(token)) throw new AppError('TOKEN_INVALID');
    return { rest: this.create({ timeoutMs: REQUEST_TIMEOUT_MS, retries: 3 }, botId).setToken(token), token };
  }
}

/** Whether Discord refuses the token, or has refused it before. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'TOKEN_INVALID' : error instanceof DiscordAPIError && error.status === 401;
