import type { Config } from '@kith/kit';
import { AppError, type Actor } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actors } from './actors.js';
import { credentialOf, type Credential } from './credentials.js';
import type { RouteSpec } from './route.js';
import { isWrite, senderOf } from './same-origin.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; undefined when nobody is signed in. */
    actor?: Actor;
    credential?: Credential;
  }
  interface FastifyContextConfig {
    access?: RouteSpec['access'];
    accepts?: RouteSpec['accepts'];
    rawBytes?: RouteSpec['rawBytes'];
    /** The parameters of the path, with the schema of each. */
    parameters?: Readonly<Record<string, z.ZodType>>;
  }
}

/** Finds out who asks, before the two doors are reached, and refuses what another site sent in the user's name (decision A1). */
export function authenticate(fastify: FastifyInstance, config: Config, actors: Actors): void {
  fastify.decorateRequest('actor', undefined);
  fastify.decorateRequest('credential', undefined);
  fastify.addHook('preHandler', async (request) => {
    const access = accessOf(request);
    if (access === 'sign-in') refuseForeign(request, config);
    if (access === 'credential') request.credential = ownCredential(request, config);
    if (access === 'user') await signIn(request, config, actors);
  });
}

/** GraphQL asks for a user field by field; everything outside the two doors is open to all. */
function accessOf(request: FastifyRequest): RouteSpec['access'] {
  if (request.is404) return 'public';
  return request.routeOptions.config.access ?? (request.routeOptions.url === '/graphql' ? 'user' : 'public');
}

async function signIn(request: FastifyRequest, config: Config, actors: Actors): Promise<void> {
  const credential = ownCredential(request, config);
  if (!credential) return;
  request.credential = credential;
  request.actor = await actors.of(credential).catch((error: unknown) => {
    // A cookie outlives its session in the browser, which cannot see that: who carries one is signed out, no more.
    if (credential.kind === 'cookie' && error instanceof AppError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  });
}

/** What the request carries; a write with the cookie alone must come from our own pages. */
function ownCredential(request: FastifyRequest, config: Config): Credential | undefined {
  const credential = credentialOf(request, config);
  const isForeign = credential?.kind === 'cookie' && isWrite(request) && senderOf(request, config) !== 'same';
  if (isForeign) throw new AppError('CROSS_ORIGIN');
  return credential;
}

/** A page elsewhere must not sign its visitor in to an account of its own choice. */
export function refuseForeign(request: FastifyRequest, config: Config): void {
  if (senderOf(request, config) === 'foreign') throw new AppError('CROSS_ORIGIN');
}
