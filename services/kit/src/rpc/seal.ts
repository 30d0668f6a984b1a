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

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
// RFC 8410: what stands before the 32 bytes of an X25519 private key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Opens what callers sealed for a service. */
export interface Sealer {
  /** Raw X25519 key, base64url: published beside the service's `up` key. */
  readonly publicKey: string;
  /** The text that was sealed. Throws when it was sealed for another key or tampered with. */
  readonly unseal: (sealed: string) => string;
}

/** The sealer of a service. The private key is derived from the secret, so that all replicas share it. */
export function createSealer(keyringSecret: Buffer | string): Sealer {
  const seed = Buffer.from(hkdfSync('sha256', keyringSecret, 'kith', 'rpc x25519', KEY_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(createPublicKey(privateKey));
  return {
    publicKey: publicKey.toString('base64url'),
    unseal: (sealed) => open(Buffer.from(sealed, 'base64url'), privateKey, publicKey),
  };
}

/** Seals `json` so that only the holder of the private key can read it: an ephemeral X25519 key, HKDF, AES-256-GCM. */
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
  if (sealed.length < KEY_BYTES + IV_BYTES + TAG_BYTES) throw new Error('too short to be sealed');
  const sender = sealed.subarray(0, KEY_BYTES);
  const iv = sealed.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES);
  const shared = diffieHellman({ privateKey, publicKey: asPublicKey(sender) });
  const decipher = createDecipheriv(CIPHER, messageKey(shared, sender, recipient), iv).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(KEY_BYTES + IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

// Both public keys go into the derivation: a message cannot be re-addressed.
function messageKey(shared: Buffer, sender: Buffer, recipient: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sender, recipient]), 'kith rpc seal', KEY_BYTES));
}

const asPublicKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');
