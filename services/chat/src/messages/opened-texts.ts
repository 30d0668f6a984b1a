import { Events, growingCache, Keyring, LRUCache } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { botOfPlace } from './sealed-texts.js';

/** In characters, stored and read ones together. */
const MAX_CHARS = 8_000_000;
const KEPT_MS = 300_000;
/** For so long after a deletion no text of the bot is kept: it may have been read from the database just before. */
const NOT_KEPT_MS = 60_000;
const MAX_BOTS_NOT_KEPT = 100_000;

interface Opened {
  readonly place: string;
  readonly text: string;
}

/**
 * Decrypts texts of messages and keeps them for five minutes: a conversation is read again with each message, and decrypting it takes longer than
 * reading it. By what is stored, so that a text that was deleted or changed is never given for another one. Those of a bot go at once, in all
 * replicas, when messages of it are deleted because somebody asked for it.
 */
@Injectable()
export class OpenedTexts implements Pick<Keyring, 'decrypt'>, OnModuleInit, OnModuleDestroy {
  private readonly opened = new LRUCache<string, Opened>({
    maxSize: MAX_CHARS,
    sizeCalculation: ({ place, text }, stored) => stored.length + place.length + text.length + 1,
    ttl: KEPT_MS,
    ttlResolution: 1000,
    // Without this a text stays until it is asked for again or room is needed.
    ttlAutopurge: true,
  });
  private readonly notKept = growingCache<true>(MAX_BOTS_NOT_KEPT, NOT_KEPT_MS);
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly keyring: Keyring,
    private readonly events: Events,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messagesDeleted, ({ botId }) => this.drop(botId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  decrypt(stored: string, place: string): string {
    const known = this.opened.get(stored);
    if (known?.place === place) return known.text;
    const text = this.keyring.decrypt(stored, place);
    this.keep(stored, place, text);
    return text;
  }

  /** What was just encrypted is read with the next message of its conversation. */
  keep(stored: string, place: string, text: string): void {
    if (!this.notKept.has(botOfPlace(place))) this.opened.set(stored, { place, text });
  }

  /** To be called when messages of the bot were deleted. */
  async dropEverywhere(botId: string): Promise<void> {
    this.drop(botId);
    await this.events.publish(events.messagesDeleted, { botId });
  }

  private drop(botId: string): void {
    this.notKept.set(botId, true);
    for (const [stored, { place }] of this.opened.entries()) if (botOfPlace(place) === botId) this.opened.delete(stored);
  }
}
