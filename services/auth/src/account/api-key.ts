import { randomUUID } from 'node:crypto';
import type { Keyring } from '@kith/kit';
import type { ApiKeyState, KeyProvider } from '@kith/proto';
import type { UserEntity } from '../user.entity.js';

/** The columns of a user's own key. */
export type KeyColumns = Pick<UserEntity, 'apiKey' | 'apiKeyHint' | 'apiKeyProvider' | 'apiKeyId' | 'apiKeyState' | 'ownModel'>;

const HINT_LENGTH = 4;
// The hint would reveal too large a part of a shorter key; the keys of the providers have about 50 characters or more.
const MIN_LENGTH_FOR_HINT = 12;

export const NO_KEY = {
  apiKey: null,
  apiKeyHint: null,
  apiKeyProvider: null,
  apiKeyId: null,
  apiKeyState: null,
  ownModel: null,
} satisfies KeyColumns;

/** The columns of a new key. The chosen model is cleared: the new key may belong to another account. */
export const keyColumns = (
  keyring: Keyring,
  userId: string,
  { value, provider, state }: { readonly value: string; readonly provider: KeyProvider; readonly state: ApiKeyState },
): KeyColumns => ({
  apiKey: keyring.encrypt(value, apiKeyBinding(userId)),
  apiKeyHint: value.length < MIN_LENGTH_FOR_HINT ? null : value.slice(-HINT_LENGTH),
  apiKeyProvider: provider,
  apiKeyId: randomUUID(),
  apiKeyState: state,
  ownModel: null,
});

/** The authenticated context of the encryption: a ciphertext copied to another row cannot be decrypted. */
export const apiKeyBinding = (userId: string): string => `auth.user|api_key|${userId}|${userId}`;
