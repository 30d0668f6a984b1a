import { randomBytes } from 'node:crypto';

/** The processes that encrypt or fingerprint something they store. Each has its own ring, because none reads what another one wrote. */
export const PROCESSES_WITH_KEY_RING = ['auth', 'bots', 'billing', 'chat', 'bot-runner'];

/** One key ring per process that needs one. APP_KEYRING of the environment, from an older installation, is used for all of them. */
export function keyRings({ secret }) {
  const create = () => process.env.APP_KEYRING || `k1:${randomBytes(32).toString('base64')}`;
  return {
    env: Object.fromEntries(
      PROCESSES_WITH_KEY_RING.map((name) => [name, { APP_KEYRING: secret(`key ring of ${name}`, create) }]),
    ),
  };
}
