import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { PROCESSES, type ProcessName } from '@kith/proto';
import { mapIn } from './nested-map.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const MOST_BYTES_PER_CHARACTER = 3;
/** Texts above are rare, and signed in a buffer of their own. */
const SCRATCH_BYTES = 64 * 1024;
const scratch = Buffer.alloc(SCRATCH_BYTES);
/** Characters of an HMAC-SHA-256 in base64url. */
const MAC_LENGTH = 43;
const given = Buffer.alloc(MAC_LENGTH);
const expected = Buffer.alloc(MAC_LENGTH);
// RFC 8410: the bytes before the 32 bytes of an X25519 private key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** What a key is for: a message of one kind is never accepted as one of another kind. */
export type KeyPurpose = 'rpc request' | 'rpc answer' | 'rpc control' | 'job';

/** The keys for messages of one kind from one process to another; nobody but these two can compute them. */
export class ChannelKeys {
  /** What is hashed before the text. */
  private readonly innerPad: Buffer;
  /** What is hashed at last: the outer pad, and room for the hash of the text. */
  private readonly outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
  private readonly cipherKey: KeyObject;

  /** `secret` are 64 bytes. */
  constructor(secret: Buffer) {
    const macKey = secret.subarray(0, KEY_BYTES);
    this.innerPad = paddedKey(macKey, 0x36);
    paddedKey(macKey, 0x5c).copy(this.outer);
    this.cipherKey = createSecretKey(secret.subarray(KEY_BYTES));
  }

  /**
   * HMAC-SHA-256 (RFC 2104) in base64url, made of two hashes: Node's own object for it takes twice the time of both, for each of the four
   * signatures of a call.
   */
  mac(text: string): string {
    const inner = roomFor(text.length * MOST_BYTES_PER_CHARACTER);
    return this.macOf(inner, inner.write(text, BLOCK_BYTES, 'utf8'));
  }

  /** Of the text in `inner`, which begins behind the room for the pad. */
  private macOf(inner: Buffer, bytes: number): string {
    this.innerPad.copy(inner);
    const length = BLOCK_BYTES + bytes;
    this.outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', this.outer, 'base64url');
  }

  isMac(mac: string, text: string): boolean {
    if (mac.length !== MAC_LENGTH) return false;
    given.write(mac, 'latin1');
    return this.isGiven(this.mac(text));
  }

  /** Whether a message, as `sign` makes it, begins with the MAC of its text. */
  isSigned(message: Buffer): boolean {
    if (message.length < MAC_LENGTH) return false;
    message.copy(given, 0, 0, MAC_LENGTH);
    const inner = roomFor(message.length);
    return this.isGiven(this.macOf(inner, message.copy(inner, BLOCK_BYTES, MAC_LENGTH)));
  }

  private isGiven(mac: string): boolean {
    expected.write(mac, 'latin1');
    return timingSafeEqual(given, expected);
  }

  /** The text behind its MAC, as `splitSigned` takes it apart. */
  sign(text: string): string {
    return this.mac(text) + text;
  }

  /** Encrypts with AES-256-GCM, in base64url. `place` says what the text belongs to: it cannot be decrypted for another place. */
  encrypt(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.cipherKey, iv).setAAD(Buffer.from(place));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Throws when the text was encrypted with another key or for another place, or changed. */
  decrypt(encrypted: string, place: string): string {
    const bytes = Buffer.from(encrypted, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('encrypted text is too short');
    const decipher = createDecipheriv(CIPHER, this.cipherKey, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}

/** A buffer for the pad and as many bytes behind it; used until the next call. */
const roomFor = (bytes: number): Buffer =>
  BLOCK_BYTES + bytes <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(BLOCK_BYTES + bytes);

/** The text of a signed message, without checking its MAC. */
export const textOf = (message: Buffer): string => message.toString('utf8', MAC_LENGTH);

/** Takes a signed message apart, without checking its MAC. */
export const splitSigned = (message: string): { readonly mac: string; readonly text: string } => ({
  mac: message.slice(0, MAC_LENGTH),
  text: message.slice(MAC_LENGTH),
});

/**
 * The keys with which this process proves who it is, and knows who others are. Every process of Kith has an X25519 key pair; two processes
 * share the key that one's private and the other's public key yield, so that a process can neither act as another one nor read what two
 * others exchange.
 */
export class ServiceKeys {
  private readonly channels = new Map<ProcessName, Map<ProcessName, Map<KeyPurpose, ChannelKeys>>>();

  private constructor(
    private readonly privateKeys: ReadonlyMap<ProcessName, KeyObject>,
    private readonly publicKeys: ReadonlyMap<ProcessName, Buffer>,
  ) {}

  /** The keys of all processes, for an installation in which one process runs all of them; replicas with the same secret have the same keys. */
  static derive(secretFor: (purpose: string) => Buffer): ServiceKeys {
    const privateKeys = new Map(PROCESSES.map((name) => [name, asPrivateKey(secretFor(`rpc key of ${name}`))]));
    return new ServiceKeys(privateKeys, new Map([...privateKeys].map(([name, key]) => [name, rawPublicKey(key)])));
  }

  /**
   * The keys that the environment names, each as `<process>:<32 bytes in base64url>`, separated by commas: the private keys of this process
   * and the public keys of all. Throws an Error that names the variable and what is wrong, never a key.
   */
  static parse(privateKeys: string, publicKeys: string): ServiceKeys {
    const own = new Map([...entriesOf('RPC_PRIVATE_KEY', privateKeys)].map(([name, raw]) => [name, asPrivateKey(raw)]));
    const all = entriesOf('RPC_PUBLIC_KEYS', publicKeys);
    for (const [name, key] of own) {
      if (all.get(name)?.equals(rawPublicKey(key)) !== true)
        throw new Error(`RPC_PUBLIC_KEYS: the key of ${name} does not belong to its private key`);
    }
    return new ServiceKeys(own, all);
  }

  /** The processes whose private key this process has; the first one gives its name to channels in Redis. */
  get names(): readonly ProcessName[] {
    return [...this.privateKeys.keys()];
  }

  isOwn(name: ProcessName): boolean {
    return this.privateKeys.has(name);
  }

  /** The keys for messages from one process to another; undefined when this process is neither of them, or when a name is unknown. */
  channel(purpose: KeyPurpose, from: ProcessName, to: ProcessName): ChannelKeys | undefined {
    return this.channels.get(from)?.get(to)?.get(purpose) ?? this.derive(purpose, from, to);
  }

  private derive(purpose: KeyPurpose, from: ProcessName, to: ProcessName): ChannelKeys | undefined {
    const secret = this.sharedSecret(from, to) ?? this.sharedSecret(to, from);
    const salt = [from, to].map((name) => this.publicKeys.get(name));
    if (!secret || !salt[0] || !salt[1]) return undefined;
    const derived = hkdfSync('sha256', secret, Buffer.concat([salt[0], salt[1]]), `kith ${purpose} ${from} ${to}`, 2 * KEY_BYTES);
    const channel = new ChannelKeys(Buffer.from(derived));
    mapIn(mapIn(this.channels, from), to).set(purpose, channel);
    return channel;
  }

  private sharedSecret(own: ProcessName, other: ProcessName): Buffer | undefined {
    const privateKey = this.privateKeys.get(own);
    const publicKey = this.publicKeys.get(other);
    return privateKey && publicKey && diffieHellman({ privateKey, publicKey: asPublicKey(publicKey) });
  }
}

function paddedKey(key: Buffer, pad: number): Buffer {
  const padded = Buffer.alloc(BLOCK_BYTES, pad);
  for (const [at, byte] of key.entries()) padded[at] = byte ^ pad;
  return padded;
}

function entriesOf(variable: string, value: string): Map<ProcessName, Buffer> {
  const entries = new Map<ProcessName, Buffer>();
  for (const entry of value.split(',')) {
    const [name = '', encoded = ''] = entry.trim().split(':');
    const process = PROCESSES.find((known) => known === name);
    const key = Buffer.from(encoded, 'base64url');
    if (!process || key.length !== KEY_BYTES)
      throw new Error(`${variable}: every entry must be <process>:<32 bytes in base64url>`);
    entries.set(process, key);
  }
  return entries;
}

const asPrivateKey = (raw: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' });

const asPublicKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

const rawPublicKey = (privateKey: KeyObject): Buffer =>
  Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url');
