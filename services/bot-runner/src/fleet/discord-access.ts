import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, RpcClient } from '@kith/kit';
import { bots } from '@kith/proto';
import { Routes, type APIGatewayBotInfo } from 'discord-api-types/v10';
import type { RestClients } from '../discord/rest-clients.js';
import type { LeaseStore } from '../leases/lease-store.js';

const ADDRESS_TIMEOUT_MS = 10_000;

/** The day's IDENTIFYs are used up; Discord would reset the token at a thousand. */
export class IdentifiesUsedUp extends Error {
  constructor(readonly forS: number) {
    super('the IDENTIFY budget of the day is used up');
  }
}

export interface AccessPorts {
  readonly store: LeaseStore;
  readonly rpc: RpcClient;
  readonly clients: RestClients;
  readonly logger: Logger;
}

/** What a companion needs before it can connect: its token, the gateway's address, leave to IDENTIFY. */
export class DiscordAccess {
  constructor(
    private readonly bot: { readonly botId: string; readonly applicationId: string },
    private readonly ports: AccessPorts,
    private readonly closed: AbortSignal,
  ) {}

  /** The token of this moment; asks until there is an answer. Null when there is none, or when nobody waits any longer. */
  async token(): Promise<string | null> {
    const { botId } = this.bot;
    this.ports.clients.forget(botId);
    for (let waitMs = 100; !this.closed.aborted; waitMs = Math.min(waitMs * 2, 5000)) {
      try {
        return (await this.ports.rpc.ask(bots.discordToken, { botId })).token;
      } catch (error) {
        this.ports.logger.warn({ botId, reason: error instanceof Error ? error.message : 'unknown' }, 'token not available yet');
        await sleep(waitMs, undefined, { ref: false });
      }
    }
    return null;
  }

  /** Where to open a new session. Rejects when Discord cannot be reached or refuses the token. */
  async gatewayAddress(): Promise<string> {
    const signal = AbortSignal.timeout(ADDRESS_TIMEOUT_MS);
    const info = (await this.ports.clients.use(this.bot.botId, (rest) =>
      rest.get(Routes.gatewayBot(), { signal }),
    )) as APIGatewayBotInfo;
    return info.url;
  }

  /** Resolves when this application may IDENTIFY. Rejects with IdentifiesUsedUp, or when nobody waits any longer. */
  async mayIdentify(): Promise<void> {
    for (;;) {
      const waitMs = await this.ports.store.identifyWait(this.bot.applicationId);
      if (waitMs === 0) return;
      if (waitMs < 0) throw new IdentifiesUsedUp(-waitMs);
      await sleep(waitMs + Math.random() * 200, undefined, { ref: false, signal: this.closed });
    }
  }
}
