import {
  CONFIG,
  countInvalidRequest,
  isInvalidRequest,
  LOGGER,
  REDIS,
  retryAfterMsOf,
  type Config,
  type Logger,
} from '@kith/kit';
import { AppError, MINUTE_MS, snowflake } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { sha256Base64Url } from '../secrets.js';

// Two requests fit into the timeout of the call.
const TIMEOUT_MS = 6000;
const MAX_ANSWER_BYTES = 65_536;

const Token = z.object({ access_token: z.string().min(1), token_type: z.string().regex(/^bearer$/i) });
const DiscordUser = z.object({
  id: snowflake,
  username: z.string().min(1).max(100),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

/** A person as Discord describes them. `email` is null unless Discord has verified it. */
export interface DiscordAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** The OAuth2 endpoints of Discord: authorization code with PKCE (RFC 7636). */
@Injectable()
export class DiscordApi {
  /** Until then Discord is not asked again whether it knows the client, because it bans addresses for requests that it refuses. */
  private refusedUntilMs = 0;
  /** Until then Discord is not asked at all: it has said that it gets too many requests. */
  private pausedUntilMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.config.DISCORD_CLIENT_ID !== undefined && this.config.DISCORD_CLIENT_SECRET !== undefined;
  }

  /** The page where a person confirms. `verifier` is the secret of PKCE, of which the address holds the hash. */
  authorizeUrl(state: string, verifier: string): string {
    const url = new URL('/oauth2/authorize', this.config.DISCORD_API_URL);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.config.DISCORD_CLIENT_ID ?? '',
      redirect_uri: this.redirectUri,
      scope: 'identify email',
      state,
      code_challenge: sha256Base64Url(verifier),
      code_challenge_method: 'S256',
      prompt: 'consent',
    }).toString();
    return url.href;
  }

  /**
   * The account that a code stands for; the token is forgotten with the answer. Throws DISCORD_SIGN_IN_INVALID when Discord refuses the code,
   * DISCORD_UNREACHABLE when Discord does not answer as documented, NOT_CONFIGURED when it refuses the client.
   */
  async accountOf(code: string, verifier: string): Promise<DiscordAccount> {
    const { access_token: token } = await this.tokenFor(code, verifier);
    const response = await this.send('/users/@me', { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw unreachable();
    const { id, username, email, verified } = parsed(DiscordUser, await bodyOf(response));
    return { id, name: username, email: verified === true && email ? email : null };
  }

  private async tokenFor(code: string, verifier: string): Promise<z.infer<typeof Token>> {
    if (Date.now() < this.refusedUntilMs) throw new AppError('NOT_CONFIGURED');
    const { DISCORD_CLIENT_ID: id = '', DISCORD_CLIENT_SECRET: secret = '' } = this.config;
    const response = await this.send('/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.redirectUri,
        code_verifier: verifier,
      }),
    });
    if (response.status === 401) {
      this.refusedUntilMs = Date.now() + MINUTE_MS;
      this.logger.error('Discord refuses DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: nobody can sign in with Discord');
      throw new AppError('NOT_CONFIGURED');
    }
    if (response.status === 400) throw new AppError('DISCORD_SIGN_IN_INVALID');
    if (!response.ok) throw unreachable();
    return parsed(Token, await bodyOf(response));
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    if (Date.now() < this.pausedUntilMs) throw unreachable();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${this.config.DISCORD_API_URL}${path}`;
    const response = await fetch(url, { ...init, signal, redirect: 'error' }).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Discord could not be reached for a sign-in');
      throw unreachable();
    });
    if (response.status === 429) this.pausedUntilMs = Math.max(this.pausedUntilMs, Date.now() + pauseMsOf(response));
    if (isInvalidRequest(response))
      void countInvalidRequest(this.redis, null).catch((error: unknown) => {
        this.logger.debug({ err: error }, 'invalid request not counted');
      });
    return response;
  }

  private get redirectUri(): string {
    return `${this.config.PUBLIC_URL}/auth/discord`;
  }
}

const unreachable = (): AppError =>
  new AppError('DISCORD_UNREACHABLE', 'Discord cannot be reached right now. Please try again in a minute.');

/** For how long Discord wants no request: a second when it does not say, and a minute at most. */
const pauseMsOf = ({ headers }: Response): number => Math.min(retryAfterMsOf(headers) ?? 1000, MINUTE_MS);

/** The JSON of an answer. DISCORD_UNREACHABLE for anything else, and when it is too large or breaks off. */
async function bodyOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error('too large');
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw unreachable();
  }
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw unreachable();
  return result.data;
}
