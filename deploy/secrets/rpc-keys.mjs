import { generateKeyPairSync } from 'node:crypto';
import { PROCESSES } from './secrets.mjs';

/** Each process gets its own X25519 private key and the public keys of all: nobody else can compute the key that two of them share. */
export function rpcKeys({ secret }) {
  const pairs = PROCESSES.map((name) => ({ name, ...secret(`rpc key of ${name}`, createKeyPair) }));
  const publicKeys = pairs.map(({ name, publicKey }) => `${name}:${publicKey}`).join(',');
  const env = pairs.map(({ name, privateKey }) => [
    name,
    { RPC_PRIVATE_KEY: `${name}:${privateKey}`, RPC_PUBLIC_KEYS: publicKeys },
  ]);
  return { env: Object.fromEntries(env) };
}

function createKeyPair() {
  const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { privateKey: d, publicKey: x };
}
