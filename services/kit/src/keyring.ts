import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** More than stands before a ciphertext. */
const MAX_HEAD_BYTES = 200;

/** What stands before a ciphertext. */
interface Head {
  readonly version: string;
  readonly keyId: string;
  readonly wrapped: string;
}

/**
 * Encrypts secrets at rest: AES-256-GCM with a new data key per record, which is wrapped by a key of the ring (docs/security.md S76).
 * The stored form is `v1.<key id>.<wrapped data key>.<ciphertext>`. `place` (table, column, row, owner) is authenticated, so that a
 * ciphertext that was copied to another row cannot be decrypted.
 */
export class Keyring {
  // Key objects: with the bytes of a key each encryption and decryption takes ten times as long.
  private readonly keys = new Map<string, KeyObject>();
  private readonly current: string;

  /** `ring` is `k2:<base64>,k1:<base64>`: the first key encrypts, all decrypt. Throws when a key is not 32 bytes. */
  constructor(ring: string) {
    for (const entry of ring.split(',')) {
      const [keyId = '', encoded = ''] = entry.trim().split(':');
      const key = Buffer.from(encoded, 'base64');
      if (!/^[a-z0-9]{1,16}$/.test(keyId) || key.length !== 32)
        throw new Error('APP_KEYRING: every entry must be <id>:<base64 of 32 bytes>');
      this.keys.set(keyId, createSecretKey(key));
    }
    const [first] = this.keys.keys();
    if (first === undefined) throw new Error('APP_KEYRING: contains no key');
    this.current = first;
  }

  encrypt(plain: string, place: string): string {
    const { head, body } = this.sealed(Buffer.from(plain, 'utf8'), place);
    return `${head}${body.toString('base64url')}`;
  }

  /** The same for content that is no text: the ciphertext stands behind the third full stop as it is. */
  encryptBytes(plain: Buffer, place: string): Buffer {
    const { head, body } = this.sealed(plain, place);
    return Buffer.concat([Buffer.from(head), body]);
  }

  /** Throws when the ciphertext was tampered with, belongs to another place, or its key is not in the ring any more. */
  decrypt(stored: string, place: string): string {
    const [version = '', keyId = '', wrapped = '', body = ''] = stored.split('.');
    return this.opened({ version, keyId, wrapped }, Buffer.from(body, 'base64url'), place).toString('utf8');
  }

  decryptBytes(stored: Buffer, place: string): Buffer {
    const [version = '', keyId = '', wrapped = ''] = stored.toString('latin1', 0, MAX_HEAD_BYTES).split('.', 3);
    return this.opened({ version, keyId, wrapped }, stored.subarray(`${version}.${keyId}.${wrapped}.`.length), place);
  }

  /** The same text always has the same fingerprint, for unique indexes over secrets. It cannot be computed without the ring. */
  fingerprint(plain: string): string {
    return createHmac('sha256', this.derive('fingerprint')).update(plain).digest('base64url');
  }

  /** A 32-byte key for another purpose, derived from the oldest key of the ring, so that adding a key at the front does not change it. */
  derive(purpose: string): Buffer {
    const oldest = [...this.keys.values()].at(-1);
    if (!oldest) throw new Error('APP_KEYRING: contains no key');
    return Buffer.from(hkdfSync('sha256', oldest, 'kith', purpose, 32));
  }

  private sealed(plain: Buffer, place: string): { readonly head: string; readonly body: Buffer } {
    const dataKey = randomBytes(32);
    const wrapped = seal(this.key(this.current), dataKey, place).toString('base64url');
    return { head: `v1.${this.current}.${wrapped}.`, body: seal(createSecretKey(dataKey), plain, place) };
  }

  private opened({ version, keyId, wrapped }: Head, body: Buffer, place: string): Buffer {
    if (version !== 'v1') throw new Error('unknown format of a stored secret');
    const dataKey = open(this.key(keyId), Buffer.from(wrapped, 'base64url'), place);
    return open(createSecretKey(dataKey), body, place);
  }

  private key(keyId: string): KeyObject {
    const key = this.keys.get(keyId);
    if (!key) throw new Error(`APP_KEYRING: key ${keyId} is not in the ring`);
    return key;
  }
}

function seal(key: KeyObject, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: KeyObject, sealed: Buffer, place: string): Buffer {
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, tagAt)), decipher.final()]);
}
