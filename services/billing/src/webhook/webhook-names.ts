import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { auth, type WebhookEvent } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { LoggedEvent } from './webhook-log.js';

// The list is shown without names rather than late.
const TIMEOUT_MS = 2000;

/** Adds the names of the users that events are about, which the auth service knows. */
@Injectable()
export class WebhookNames {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async addTo(events: readonly LoggedEvent[]): Promise<WebhookEvent[]> {
    const names = await this.namesOf([...new Set(events.flatMap(({ userId }) => userId ?? []))]);
    return events.map(({ happenedAt, receivedAt, ...event }) => ({
      ...event,
      happenedAt: happenedAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
      username: names.get(event.userId ?? '') ?? null,
    }));
  }

  private async namesOf(userIds: string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    try {
      const { names } = await this.rpc.ask(auth.usernames, { userIds }, { timeoutMs: TIMEOUT_MS });
      return new Map(Object.entries(names));
    } catch (error) {
      this.logger.warn({ err: error }, 'names of users of payment events not known right now');
      return new Map();
    }
  }
}
