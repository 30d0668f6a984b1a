import { Keyring, REDIS } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { newSecret, sha256 } from '../secrets.js';

const TTL_S = 600;

/** What a browser was sent to Discord for. */
const Stored = z.object({
  /** Null for a sign-in; for a link, the user who asked for it. */
  userId: z.uuid().nullable(),
  browserHash: z.string(),
  /** The secret of PKCE, encrypted. */
  verifier: z.string(),
});

export interface StartedRequest {
  readonly state: string;
  readonly verifier: string;
  /** For a cookie: the state alone does not let anybody finish, so that no link makes a visitor sign in to an account of its author. */
  readonly browserSecret: string;
}

/** Requests to Discord that are under way: in Redis by the hash of their state, for ten minutes, each to be taken once. */
@Injectable()
export class DiscordRequests {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
  ) {}

  async start(userId: string | null): Promise<StartedRequest> {
    // The page to which Discord returns reads the purpose from the state.
    const state = `${userId === null ? 'sign-in' : 'link'}.${newSecret()}`;
    const [verifier, browserSecret] = [newSecret(), newSecret()];
    const key = keyOf(state);
    const stored = { userId, browserHash: sha256(browserSecret), verifier: this.keyring.encrypt(verifier, key) };
    await this.redis.set(key, JSON.stringify(stored), 'EX', TTL_S);
    return { state, verifier, browserSecret };
  }

  /** Takes a request; returns the secret of PKCE. DISCORD_SIGN_IN_INVALID when it is unknown, taken, another user's or another browser's. */
  async take(state: string, browserHash: string | undefined, userId: string | null): Promise<string> {
    const key = keyOf(state);
    const text = await this.redis.getdel(key);
    const stored = text === null ? undefined : Stored.parse(JSON.parse(text));
    if (!stored || stored.browserHash !== browserHash || stored.userId !== userId) throw new AppError('DISCORD_SIGN_IN_INVALID');
    return this.keyring.decrypt(stored.verifier, key);
  }
}

const keyOf = (state: string): string => `auth:discord:${sha256(state)}`;
