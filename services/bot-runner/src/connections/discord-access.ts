import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, RpcClient } from '@kith/kit';
import { bots } from '@kith/proto';
import { Routes, type APIGatewayBotInfo } from 'discord-api-types/v10';
import type { RestClients } from '../discord/rest-clients.js';
import type { LeaseStore } from '../leases/lease-store.js';

const GATEWAY_URL_TIMEOUT_MS = 10_000;

/** The application has no IDENTIFY left today; Discord would reset its token at a thousand. */
export class IdentifyBudgetExhausted extends Error {
  constructor(readonly retryAfterS: number) {
    super('the daily IDENTIFY budget is used up');
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
        return (await this.dependencies.rpc.ask(bots.discordToken, { botId })).token;
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        this.dependencies.logger.warn({ botId, reason }, 'token unavailable; trying again');
        await sleep(waitMs, undefined, { ref: false });
      }
    }
    return null;
  }

  /** The URL for a new session. Rejects when Discord cannot be reached or refuses the token. */
  async gatewayUrl(): Promise<string> {
    const signal = AbortSignal.timeout(GATEWAY_URL_TIMEOUT_MS);
    const info = (await this.dependencies.clients.use(this.bot.botId, (rest) =>
      rest.get(Routes.gatewayBot(), { signal }),
    )) as APIGatewayBotInfo;
    return info.url;
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
