import { LRUCache, type Keyring } from '@kith/kit';

/** In characters, stored and read ones together. */
const MAX_CHARS = 8_000_000;
const KEPT_MS = 300_000;

interface Opened {
  readonly place: string;
  readonly text: string;
}

/**
 * Decrypts texts of messages and keeps them for five minutes: a conversation is read again with each message, and decrypting it takes longer than
 * reading it. By what is stored, so that a text that was deleted or changed is never given for another one.
 */
export class OpenedTexts implements Pick<Keyring, 'decrypt'> {
  private readonly opened = new LRUCache<string, Opened>({
    maxSize: MAX_CHARS,
    sizeCalculation: ({ place, text }, stored) => stored.length + place.length + text.length + 1,
    ttl: KEPT_MS,
  });

  constructor(private readonly keyring: Pick<Keyring, 'decrypt'>) {}

  decrypt(stored: string, place: string): string {
    const known = this.opened.get(stored);
    if (known?.place === place) return known.text;
    const text = this.keyring.decrypt(stored, place);
    this.opened.set(stored, { place, text });
    return text;
  }
}
