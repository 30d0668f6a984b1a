import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets at rest: AES-256-GCM with a fresh data key per record, wrapped by a key of the ring (design: security 1.4).
 * Stored form `v1.<key id>.<wrapped data key>.<ciphertext>`; `place` (table, column, row, owner) is authenticated, so that a
 * ciphertext copied to another row does not open.
 */
export class Keyring {
  private readonly keys = new Map<string, Buffer>();
  private readonly current: string;

  /** `ring` is `k2:<base64>,k1:<base64>`: the first key encrypts, all decrypt. Throws when a key is not 32 bytes. */
  constructor(ring: string) {
    for (const entry of ring.split(',')) {
      const [keyId = '', encoded = ''] = entry.trim().split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!/^[a-z0-9]{1,16}$/.test(keyId) || key.length !== 32)
        throw new Error('APP_KEYRING: every entry must be <id>:<base64 of 32 bytes>');
      this.keys.set(keyId, key);
    }
    const [first] = this.keys.keys();
    if (first === undefined) throw new Error('APP_KEYRING: holds no key');
    this.current = first;
  }

  encrypt(plain: string, place: string): string {
    const dataKey = randomBytes(32);
    const wrapped = seal(this.key(this.current), dataKey, place);
    const body = seal(dataKey, Buffer.from(plain, 'utf8'), place);
    return ['v1', this.current, wrapped.toString('base64url'), body.toString('base64url')].join('.');
  }

  /** Throws when the text was tampered with, belongs to another place, or its key has left the ring. */
  decrypt(stored: string, place: string): string {
    const [version, keyId = '', wrapped = '', body = ''] = stored.split('.');
    if (version !== 'v1') throw new Error('unknown form of a stored secret');
    const dataKey = open(this.key(keyId), Buffer.from(wrapped, 'base64url'), place);
    return open(dataKey, Buffer.from(body, 'base64url'), place).toString('utf8');
  }

  /** Same text, same fingerprint: for unique indexes over secrets. Not reversible without the ring. */
  fingerprint(plain: string): string {
    return createHmac('sha256', this.derive('fingerprint')).update(plain).digest('base64url');
  }

  /** A 32-byte key for another purpose, derived from the oldest key so that adding a key at the front keeps it. */
  derive(purpose: string): Buffer {
    const oldest = [...this.keys.values()].at(-1);
    if (!oldest) throw new Error('APP_KEYRING: holds no key');
    return Buffer.from(hkdfSync('sha256', oldest, 'kith', purpose, 32));
  }

  private key(keyId: string): Buffer {
    const key = this.keys.get(keyId);
    if (!key) throw new Error(`APP_KEYRING: key ${keyId} is not in the ring`);
    return key;
  }
}

function seal(key: Buffer, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, sealed: Buffer, place: string): Buffer {
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, tagAt)), decipher.final()]);
}
