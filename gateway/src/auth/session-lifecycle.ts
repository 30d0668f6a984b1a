import { CONFIG, type Config } from '@kith/kit';
import { AppError, type Actor, type admin, type auth, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { clearSessionCookie, parentHashOf, setSessionCookie, type Credential } from '../http/credentials.js';
import { SessionCache } from '../http/session-cache.js';

type SignedIn = OutputOf<typeof auth.login>;
type StartedImpersonation = OutputOf<typeof admin.impersonate>;
type EndedImpersonation = OutputOf<typeof admin.endImpersonation>;

/**
 * What starting and ending a session means for the browser's cookie and for the gateway's session cache. The auth service also announces
 * changes as events; invalidating the cache here makes them effective in this gateway before the response is sent.
 */
@Injectable()
export class SessionLifecycle {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly cache: SessionCache,
  ) {}

  /** Sets the cookie and returns the rest of the answer: scripts must not see the cookie. */
  start<S extends SignedIn>({ cookie, ...rest }: S, reply: FastifyReply): Omit<S, 'cookie'> {
    setSessionCookie(reply, this.config, cookie);
    return rest;
  }

  /** Sets the cookie of the impersonation and keeps that of the super-admin beside it; returns the rest of the answer. */
  startImpersonation({ cookie, parentCookie, ...rest }: StartedImpersonation, reply: FastifyReply) {
    setSessionCookie(reply, this.config, cookie, parentCookie);
    return rest;
  }

  /** What ends an impersonation: its credential, and the super-admin's own cookie if the request carries it. */
  endingOf({ kind, hash }: Credential, reply: FastifyReply) {
    if (kind === 'key') throw new AppError('ACCESS_KEY_REFUSED');
    const parentHash = parentHashOf(reply.request, this.config);
    return { kind, hash, ...(parentHash !== undefined && { parentHash }) };
  }

  /** Continues with the super-admin's session; clears the cookies when there is none because the impersonation had expired. */
  endImpersonation({ session, message }: EndedImpersonation, reply: FastifyReply, credential: Credential) {
    this.cache.invalidate(credential);
    if (!session) return this.end({ message, token: null, user: null }, reply);
    return { message, ...this.start(session, reply) };
  }

  /** Clears the cookie and invalidates the user's cached sessions. */
  end<A>(answer: A, reply: FastifyReply, userId?: string): A {
    if (userId !== undefined) this.cache.invalidateUser(userId);
    clearSessionCookie(reply, this.config);
    return answer;
  }

  /** After one session of the actor has ended: clears the cookie only if it was the actor's own. */
  endOne<A>(answer: A, reply: FastifyReply, { actor, sessionId }: { readonly actor: Actor; readonly sessionId: string }): A {
    return sessionId === actor.sessionId ? this.end(answer, reply, actor.userId) : this.invalidateUser(answer, actor.userId);
  }

  /** Invalidates the user's cached sessions and keeps the cookie. */
  invalidateUser<A>(answer: A, userId: string): A {
    this.cache.invalidateUser(userId);
    return answer;
  }
}
