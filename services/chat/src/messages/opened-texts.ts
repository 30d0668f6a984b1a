import { Events, growingCache, Keyring, LRUCache } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { MessageEntity } from './message.entity.js';
import { readable } from './sealed-texts.js';

/** In characters, stored and read ones together. */
const MAX_CHARS = 8_000_000;
const KEPT_MS = 300_000;
/** For so long after a deletion no text of the bot is kept: it may have been read from the database just before. */
const NOT_KEPT_MS = 60_000;
const MAX_BOTS_NOT_KEPT = 100_000;

/** The texts of a message and its reply that later replies read. */
type Texts = Pick<MessageEntity, 'authorName' | 'question' | 'reply' | 'files'>;
type Exchange = Texts & Pick<MessageEntity, 'requestId'>;

interface Opened {
  readonly botId: string;
  readonly stored: Texts;
  readonly texts: Texts;
}

/**
 * Decrypts the texts of exchanges and keeps them for five minutes: a conversation is read again with each message, and decrypting it takes longer
 * than reading it. They are given while the same is stored, so that a text that was deleted or changed is never given for another one. Those of a
 * bot go at once, in all replicas, when messages of it are deleted because somebody asked for it.
 */
@Injectable()
export class OpenedTexts implements OnModuleInit, OnModuleDestroy {
  /** By request: joining it with the bot for each of the exchanges of a conversation would take as long as looking it up. */
  private readonly opened = new LRUCache<string, Opened>({
    maxSize: MAX_CHARS,
    sizeCalculation: ({ stored, texts }, key) => key.length + lengthOf(stored) + lengthOf(texts),
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

  /** Throws an Error for texts that were not encrypted for this exchange, or were changed since. */
  read(botId: string, exchange: Exchange): Texts {
    const known = this.opened.get(exchange.requestId);
    if (known && known.botId === botId && isSame(known.stored, exchange)) return known.texts;
    // Titles and passages of sources are no part of a prompt: decrypting what nobody reads would take as long as the rest.
    const texts = textsOf(readable(this.keyring, { ...exchange, botId, sources: [], citedPassages: '' }));
    this.keep(botId, exchange, texts);
    return texts;
  }

  /** What was just encrypted is read with the next message of its conversation. */
  keep(botId: string, exchange: Exchange, texts: Texts): void {
    if (this.notKept.has(botId)) return;
    this.opened.set(exchange.requestId, { botId, stored: textsOf(exchange), texts: textsOf(texts) });
  }

  /** To be called when messages of the bot were deleted. */
  async dropEverywhere(botId: string): Promise<void> {
    this.drop(botId);
    await this.events.publish(events.messagesDeleted, { botId });
  }

  private drop(botId: string): void {
    this.notKept.set(botId, true);
    for (const [key, opened] of this.opened.entries()) if (opened.botId === botId) this.opened.delete(key);
  }
}

/** Nothing else of a message is kept. */
const textsOf = ({ authorName, question, reply, files }: Texts): Texts => ({ authorName, question, reply, files });

const isSame = (one: Texts, other: Texts): boolean =>
  one.question === other.question &&
  one.reply === other.reply &&
  one.authorName === other.authorName &&
  one.files === other.files;

const lengthOf = ({ authorName, question, reply, files }: Texts): number =>
  authorName.length + question.length + reply.length + files.length;
