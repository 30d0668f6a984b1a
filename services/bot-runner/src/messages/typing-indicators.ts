import { Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Routes } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';

/** Discord shows the indicator for ten seconds. */
const REFRESH_MS = 8000;
const LONGEST_MS = 120_000;

interface Indicator {
  readonly timer: NodeJS.Timeout;
  /** The messages still to be answered, with the time at which each is given up. */
  readonly waiting: Map<string, number>;
}

/** Shows "is typing" from the moment a message is queued until it is dealt with, in whichever process. */
@Injectable()
export class TypingIndicators implements OnModuleInit, OnModuleDestroy {
  readonly #indicators = new Map<string, Indicator>();
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly events: Events,
    private readonly clients: RestClients,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#unsubscribe = await this.events.subscribe(events.messageSettled, ({ botId, messageId, channelId }) =>
      this.stop(botId, channelId, messageId),
    );
  }

  onModuleDestroy(): void {
    this.#unsubscribe?.();
    for (const { timer } of this.#indicators.values()) clearInterval(timer);
    this.#indicators.clear();
  }

  start(botId: string, channelId: string, messageId: string): void {
    const key = `${botId}:${channelId}`;
    const shown = this.#indicators.get(key);
    if (shown) {
      shown.waiting.set(messageId, Date.now() + LONGEST_MS);
      return;
    }
    const timer = setInterval(() => this.#show(key, botId, channelId), REFRESH_MS).unref();
    this.#indicators.set(key, { timer, waiting: new Map([[messageId, Date.now() + LONGEST_MS]]) });
    this.#show(key, botId, channelId);
  }

  stop(botId: string, channelId: string, messageId: string): void {
    const key = `${botId}:${channelId}`;
    const shown = this.#indicators.get(key);
    shown?.waiting.delete(messageId);
    if (shown?.waiting.size === 0) this.#end(key);
  }

  #show(key: string, botId: string, channelId: string): void {
    const waiting = this.#indicators.get(key)?.waiting ?? new Map<string, number>();
    for (const [messageId, untilMs] of waiting) if (Date.now() > untilMs) waiting.delete(messageId);
    if (waiting.size === 0) return this.#end(key);
    // Only an ornament: whatever goes wrong here goes wrong, and is told, at the delivery.
    this.clients.use(botId, (rest) => rest.post(Routes.channelTyping(channelId))).catch(() => this.#end(key));
  }

  #end(key: string): void {
    clearInterval(this.#indicators.get(key)?.timer);
    this.#indicators.delete(key);
  }
}
