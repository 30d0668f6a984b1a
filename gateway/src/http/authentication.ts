import { CONFIG, type Config } from '@kith/kit';
import { AppError, type Actor } from '@kith/proto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { credentialOf, type Credential } from './credentials.js';
import { requestOf } from './request-decorators.js';
import { ACCESS, type Access, type RouteSpec } from './route.js';
import type { SessionCache } from './session-cache.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when nobody is signed in. */
    actor?: Actor;
    credential?: Credential;
  }
  interface FastifyContextConfig {
    access?: RouteSpec['access'];
    scope?: RouteSpec['scope'];
    accepts?: RouteSpec['accepts'];
    rawBytes?: RouteSpec['rawBytes'];
    /** Of a JSON body. */
    maxBytes?: number;
    /** The names that a body or query may have; all when absent. */
    fields?: readonly string[] | undefined;
    /** The schema of each path parameter. */
    parameters?: Readonly<Record<string, z.ZodType>>;
  }
}

/**
 * Resolves the actor of each request and rejects cross-site writes (docs/decisions.md A1). In preParsing: the size that a body may have
 * depends on who sends it, and nobody's body is read on a route that requires a user.
 */
export function authenticate(fastify: FastifyInstance, config: Config, sessions: SessionCache): void {
  fastify.decorateRequest('actor', undefined);
  fastify.decorateRequest('credential', undefined);
  fastify.addHook('preParsing', async (request) => {
    const access = accessOf(request);
    if (access === 'sign-in') rejectCrossOrigin(request, config);
    if (access === 'credential') request.credential = acceptedCredential(request, config);
    if (access === 'user' || access === 'visitor') await resolveActor(request, config, sessions);
    refuseUncovered(request);
    // Fields of GraphQL decide for themselves, in the guard.
    if (request.routeOptions.config.access === 'user' && !request.actor) throw new AppError('UNAUTHENTICATED');
  });
}

/** Rejects unauthenticated access to REST routes and GraphQL fields, unless the route or field declares another access. */
@Injectable()
export class ActorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler()) ?? 'user';
    const request = requestOf(context);
    if (access === 'user' && !request.actor) throw new AppError('UNAUTHENTICATED');
    if (access === 'sign-in') rejectCrossOrigin(request, this.config);
    return true;
  }
}

/** GraphQL requires a user field by field, in the guard; everything that is neither REST nor GraphQL is public. */
function accessOf(request: FastifyRequest): RouteSpec['access'] {
  if (request.is404) return 'public';
  return request.routeOptions.config.access ?? (request.routeOptions.url === '/graphql' ? 'user' : 'public');
}

/**
 * Throws ACCESS_KEY_REFUSED for an access key without the scope of the route. A route without a scope, and GraphQL, take no access key at all:
 * what manages the account, payments and other users must not be reached by a key that lies in a script.
 */
function refuseUncovered({ actor, routeOptions }: FastifyRequest): void {
  const { scope } = routeOptions.config;
  if (actor?.scopes && (scope === undefined || !actor.scopes.includes(scope))) throw new AppError('ACCESS_KEY_REFUSED');
}

async function resolveActor(request: FastifyRequest, config: Config, sessions: SessionCache): Promise<void> {
  const credential = acceptedCredential(request, config);
  if (!credential) return;
  request.credential = credential;
  request.actor = await sessions.resolve(credential).catch((error: unknown) => {
    // A browser keeps its cookie after the session has ended and cannot know that: the request is signed out, not invalid.
    if (credential.kind === 'cookie' && error instanceof AppError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  });
}

/** The credential of a request. A write with the cookie alone must be same-origin: CROSS_ORIGIN otherwise. */
function acceptedCredential(request: FastifyRequest, config: Config): Credential | undefined {
  const credential = credentialOf(request, config);
  const isForged = credential?.kind === 'cookie' && isWrite(request) && originOf(request, config) !== 'same';
  if (isForged) throw new AppError('CROSS_ORIGIN');
  return credential;
}

/** Throws CROSS_ORIGIN for requests of other sites: none may sign its visitor in to an account of its choice (login CSRF). */
function rejectCrossOrigin(request: FastifyRequest, config: Config): void {
  if (originOf(request, config) === 'foreign') throw new AppError('CROSS_ORIGIN');
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isWrite = (request: FastifyRequest): boolean => !SAFE_METHODS.has(request.method);

/**
 * Whether the page that sent a request is ours: by Sec-Fetch-Site, which pages cannot set, else by Origin against Host and PUBLIC_URL
 * (docs/decisions.md A1). `unknown` without either header: not a browser, or one from before 2020.
 */
export function originOf({ headers }: Pick<FastifyRequest, 'headers'>, config: Config): 'same' | 'foreign' | 'unknown' {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'unknown';
  return origin === urlOrigin(config.PUBLIC_URL) || urlHost(origin) === host?.toLowerCase() ? 'same' : 'foreign';
}

const urlOrigin = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);
// Browsers send an opaque origin as "null", which has no host.
const urlHost = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
