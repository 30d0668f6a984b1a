import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { ServiceName } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { Request } from './pending-call.js';
import { keysOf } from './protocol.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
// RFC 8410: the bytes before the 32 bytes of an X25519 private key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Decrypts the inputs that callers encrypted for a service. */
export interface Sealer {
  /** Raw X25519 key in base64url, published with the heartbeat of the service. */
  readonly publicKey: string;
  /** Decrypts a sealed text. Throws when it was sealed for another key or tampered with. */
  readonly unseal: (sealed: string) => string;
}

/** The key pair of a service. It is derived from the secret, so that all replicas share it. */
export function createSealer(keyringSecret: Buffer | string): Sealer {
  const seed = Buffer.from(hkdfSync('sha256', keyringSecret, 'kith', 'rpc x25519', KEY_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(createPublicKey(privateKey));
  return {
    publicKey: publicKey.toString('base64url'),
    unseal: (sealed) => open(Buffer.from(sealed, 'base64url'), privateKey, publicKey),
  };
}

/** Encrypts `json` for the holder of the private key with an ephemeral X25519 key, HKDF and AES-256-GCM. Returns base64url. */
export function seal(publicKey: string, json: string): string {
  const recipient = Buffer.from(publicKey, 'base64url');
  const ephemeral = generateKeyPairSync('x25519');
  const sender = rawPublicKey(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: asPublicKey(recipient) });
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, messageKey(shared, sender, recipient), iv);
  return Buffer.concat([sender, iv, cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

function open(sealed: Buffer, privateKey: KeyObject, recipient: Buffer): string {
  if (sealed.length < KEY_BYTES + IV_BYTES + TAG_BYTES) throw new Error('sealed text is too short');
  const sender = sealed.subarray(0, KEY_BYTES);
  const iv = sealed.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES);
  const shared = diffieHellman({ privateKey, publicKey: asPublicKey(sender) });
  const decipher = createDecipheriv(CIPHER, messageKey(shared, sender, recipient), iv).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(KEY_BYTES + IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

// Both public keys are part of the derivation, so that a message cannot be redirected to another recipient.
function messageKey(shared: Buffer, sender: Buffer, recipient: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sender, recipient]), 'kith rpc seal', KEY_BYTES));
}

const asPublicKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');

/** Encrypts the inputs of secret calls with the public keys that the services publish. */
export class InputSealer {
  private readonly publicKeys = new Map<ServiceName, string>();

  constructor(private readonly redis: Redis) {}

  /** Returns undefined when the service publishes no key, because none of its replicas is running. */
  async seal({ service, input }: Request): Promise<string | undefined> {
    const publicKey = this.publicKeys.get(service) ?? (await this.redis.get(keysOf(service).publicKey));
    if (publicKey === null) return undefined;
    this.publicKeys.set(service, publicKey);
    return seal(publicKey, JSON.stringify(input ?? null));
  }

  /** Drops the cached key of a service; the next seal reads it from Redis. */
  forgetKey(service: ServiceName): void {
    this.publicKeys.delete(service);
  }
}
