import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage, errorText, type Logger, type RpcClient } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Routes, type APIGatewayBotInfo } from 'discord-api-types/v10';
import { RetryLater } from '../discord/gateway-options.js';
import type { RestClients } from '../discord/rest-clients.js';
import type { LeaseStore } from '../leases/lease-store.js';
import { MAX_SHARDS, type Shard } from '../leases/shard.js';

const GATEWAY_URL_TIMEOUT_MS = 10_000;
const MIN_SESSION_WAIT_MS = 1000;

/** The application has no IDENTIFY left today; Discord would reset its token at a thousand. The message is for the owner. */
export class IdentifyBudgetExhausted extends Error {
  constructor(retryAfterS: number) {
    super(`This bot connected to Discord too often today. It can be started again in ${Math.ceil(retryAfterS / 3600)} h.`);
  }
}

/** Discord allows the application no new session before `afterMs`. */
export class SessionStartsUsedUp extends RetryLater {
  constructor(afterMs: number) {
    super('Discord allows this application no new session now', afterMs);
  }
}

/** Discord wants the servers of the bot divided among more connections; the supervisor replaces this one by them. */
export class MoreShardsNeeded extends RetryLater {
  constructor() {
    super('Discord wants more connections for this application', MIN_SESSION_WAIT_MS);
  }
}

export interface AccessDependencies {
  readonly store: LeaseStore;
  readonly rpc: RpcClient;
  readonly clients: RestClients;
  readonly logger: Logger;
}

/** What a bot needs before it can connect: its token, the gateway's URL and an IDENTIFY slot. */
export class DiscordAccess {
  constructor(
    private readonly bot: { readonly botId: string; readonly applicationId: string },
    private readonly dependencies: AccessDependencies,
    private readonly closed: AbortSignal,
  ) {}

  /** The current token; retries until the bots service responds. Null when there is no token, or when the connection was closed meanwhile. */
  async token(): Promise<string | null> {
    const { botId } = this.bot;
    this.dependencies.clients.forget(botId);
    for (let waitMs = 100; !this.closed.aborted; waitMs = Math.min(waitMs * 2, 5000)) {
      try {
        return await this.dependencies.clients.tokens.of(botId);
      } catch (error) {
        const reason = errorText(error);
        this.dependencies.logger.warn({ botId, reason }, 'token unavailable; trying again');
        await sleep(waitMs, undefined, { ref: false });
      }
    }
    return null;
  }

  /**
   * The general URL of the gateway; `newSessionOf` is the shard that needs a new session, null to resume one. Rejects when Discord cannot be
   * reached or refuses the token, with SessionStartsUsedUp when it allows no new session, and with MoreShardsNeeded when it wants more
   * shards: the connection is replaced then. A part of Kith that does not answer is waited for: that is no failure of Discord.
   */
  async gatewayUrl(newSessionOf: Shard | null): Promise<string> {
    const info = await this.gatewayInfo();
    if (newSessionOf === null) return info.url;
    const { remaining, reset_after: resetAfterMs } = info.session_start_limit;
    if (remaining <= 0) throw new SessionStartsUsedUp(Math.max(MIN_SESSION_WAIT_MS, resetAfterMs));
    if (await this.grow(info, newSessionOf)) throw new MoreShardsNeeded();
    return info.url;
  }

  /** Whether Discord wants more shards than there are; then all runners are told. Never rejects. */
  async hasGrown(shard: Shard): Promise<boolean> {
    try {
      return await this.grow(await this.gatewayInfo(), shard);
    } catch (error) {
      this.dependencies.logger.warn({ botId: this.bot.botId, err: error }, 'number of shards unavailable');
      return false;
    }
  }

  private async grow({ shards }: APIGatewayBotInfo, { count }: Shard): Promise<boolean> {
    if (!(Math.min(shards, MAX_SHARDS) > count)) return false;
    await this.dependencies.store.shards.grow(this.bot.applicationId, shards);
    return true;
  }

  private async gatewayInfo(): Promise<APIGatewayBotInfo> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5000)) {
      try {
        const signal = AbortSignal.timeout(GATEWAY_URL_TIMEOUT_MS);
        const request = this.dependencies.clients.use(this.bot.botId, (rest) => rest.get(Routes.gatewayBot(), { signal }));
        return (await request) as APIGatewayBotInfo;
      } catch (error) {
        if (this.closed.aborted || !(error instanceof AppError && isOutage(error))) throw error;
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  /** Resolves when this application may IDENTIFY. Rejects with IdentifyBudgetExhausted, or when the connection is closed. */
  async awaitIdentifySlot(): Promise<void> {
    for (;;) {
      const waitMs = await this.dependencies.store.takeIdentifySlot(this.bot.applicationId);
      if (waitMs === 0) return;
      if (waitMs < 0) throw new IdentifyBudgetExhausted(-waitMs);
      await sleep(waitMs + Math.random() * 200, undefined, { ref: false, signal: this.closed });
    }
  }
}
