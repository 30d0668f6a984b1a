import type { ApolloCache } from '@apollo/client';
import type { LiveStatus, LiveUsage } from './live.graphql.js';

/** A server that restarts tells about all companions at once: the screen follows once. */
const GATHER_MS = 50;

/** Puts what the server tells in the place of what was asked for. What no screen has asked for is not kept. */
export class LiveCache {
  private readonly statuses = new Map<string, LiveStatus>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly cache: ApolloCache) {}

  readonly tellStatus = (status: LiveStatus): void => {
    this.statuses.set(status.botId, status);
    this.timer ??= setTimeout(() => this.write(), GATHER_MS);
  };

  readonly tellUsage = ({ used, dailyLimit, credits, plan, resetsAt }: LiveUsage): void => {
    this.replace('Usage', undefined, { used, dailyLimit, credits, plan, resetsAt });
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  private write(): void {
    this.timer = undefined;
    this.cache.batch({
      update: () => {
        for (const { botId, status, runtimeState, statusReason } of this.statuses.values())
          this.replace('Bot', botId, { status, runtimeState, statusReason });
      },
    });
    this.statuses.clear();
  }

  private replace(typename: string, id: string | undefined, values: Readonly<Record<string, unknown>>): void {
    const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => value]));
    const entity = this.cache.identify({ __typename: typename, ...(id !== undefined && { id }) });
    if (entity !== undefined) this.cache.modify({ id: entity, fields });
  }
}
