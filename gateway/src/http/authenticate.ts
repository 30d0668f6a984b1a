import type { Config } from '@kith/kit';
import { AppError, type Actor } from '@kith/proto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors } from './actors.js';
import { credentialOf, type Credential } from './credentials.js';
import type { Access } from './route.js';
import { isWrite, senderOf } from './same-origin.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; undefined when nobody is signed in. */
    actor?: Actor;
    credential?: Credential;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Finds out who asks, before the two doors are reached, and refuses what another site sent in the user's name (decision A1). */
export function authenticate(fastify: FastifyInstance, config: Config, actors: Actors): void {
  fastify.decorateRequest('actor', undefined);
  fastify.decorateRequest('credential', undefined);
  fastify.addHook('preHandler', async (request) => {
    const access = accessOf(request);
    if (access === 'sign-in') refuseForeign(request, config);
    if (access === 'user') await signIn(request, config, actors);
  });
}

/** GraphQL asks for a user field by field; everything outside the two doors is open to all. */
function accessOf(request: FastifyRequest): Access {
  if (request.is404) return 'public';
  return request.routeOptions.config.access ?? (request.routeOptions.url === '/graphql' ? 'user' : 'public');
}

async function signIn(request: FastifyRequest, config: Config, actors: Actors): Promise<void> {
  const credential = credentialOf(request, config);
  if (!credential) return;
  const isCookie = credential.kind === 'cookie';
  if (isCookie && isWrite(request) && senderOf(request, config) !== 'same') throw new AppError('CROSS_ORIGIN');
  request.credential = credential;
  request.actor = await actors.of(credential).catch((error: unknown) => {
    // A cookie outlives its session in the browser, which cannot see that: who carries one is signed out, no more.
    if (isCookie && error instanceof AppError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  });
}

/** A page elsewhere must not sign its visitor in to an account of its own choice. */
function refuseForeign(request: FastifyRequest, config: Config): void {
  if (senderOf(request, config) === 'foreign') throw new AppError('CROSS_ORIGIN');
}
