import { createHash } from 'node:crypto';
import { CONFIG, type Config } from '@kith/kit';
import type { discordSignIn, OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { cookieName } from '../http/credentials.js';
import { isHttps } from '../http/security-headers.js';

// As long as a sign-in may be under way.
const MAX_AGE_S = 600;

type Started = OutputOf<typeof discordSignIn.start>;

/** The cookie that ties a sign-in with Discord to the browser that started it. */
@Injectable()
export class DiscordCookies {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Sets the cookie and returns the rest of the answer: scripts must not see the secret. */
  start({ browserSecret, ...rest }: Started, reply: FastifyReply): Omit<Started, 'browserSecret'> {
    void reply.setCookie(this.name, browserSecret, { ...this.attributes, maxAge: MAX_AGE_S });
    return rest;
  }

  /** Clears the cookie, which is used once; returns its hash, nothing when the browser has none. */
  take(reply: FastifyReply): { browserHash?: string } {
    const secret = reply.request.cookies[this.name];
    if (!secret) return {};
    void reply.clearCookie(this.name, this.attributes);
    return { browserHash: createHash('sha256').update(secret).digest('hex') };
  }

  private get name(): string {
    return `${cookieName(this.config)}-discord`;
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(this.config) } as const;
  }
}
