import { Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Routes } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';

/** Discord shows the indicator for ten seconds. */
const REFRESH_MS = 8000;
const MAX_DURATION_MS = 120_000;

interface Indicator {
  readonly timer: NodeJS.Timeout;
  /** Until when to show it (Unix milliseconds), by the id of each message that is not settled yet. */
  readonly pending: Map<string, number>;
}

/** Shows "is typing" from the moment a message is queued until any process has settled it. */
@Injectable()
export class TypingIndicators implements OnModuleInit, OnModuleDestroy {
  private readonly indicators = new Map<string, Indicator>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly events: Events,
    private readonly clients: RestClients,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messageSettled, ({ botId, messageId, channelId }) =>
      this.stop(botId, channelId, messageId),
    );
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
    for (const { timer } of this.indicators.values()) clearInterval(timer);
    this.indicators.clear();
  }

  start(botId: string, channelId: string, messageId: string): void {
    const key = `${botId}:${channelId}`;
    const shown = this.indicators.get(key);
    if (shown) {
      shown.pending.set(messageId, Date.now() + MAX_DURATION_MS);
      return;
    }
    const timer = setInterval(() => this.show(key, botId, channelId), REFRESH_MS).unref();
    this.indicators.set(key, { timer, pending: new Map([[messageId, Date.now() + MAX_DURATION_MS]]) });
    this.show(key, botId, channelId);
  }

  stop(botId: string, channelId: string, messageId: string): void {
    const key = `${botId}:${channelId}`;
    const shown = this.indicators.get(key);
    shown?.pending.delete(messageId);
    if (shown?.pending.size === 0) this.end(key);
  }

  private show(key: string, botId: string, channelId: string): void {
    const pending = this.indicators.get(key)?.pending ?? new Map<string, number>();
    for (const [messageId, untilMs] of pending) if (Date.now() > untilMs) pending.delete(messageId);
    if (pending.size === 0) return this.end(key);
    // The few requests that such a bot may send are for its replies.
    if (this.clients.invalidRequests.isRestricted(botId)) return;
    // A failure is not logged: the delivery of the reply meets and reports the same problem.
    this.clients.use(botId, (rest) => rest.post(Routes.channelTyping(channelId))).catch(() => this.end(key));
  }

  private end(key: string): void {
    clearInterval(this.indicators.get(key)?.timer);
    this.indicators.delete(key);
  }
}
