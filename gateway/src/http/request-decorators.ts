import { AppError, id } from '@kith/proto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Credential } from './credentials.js';

/** The HTTP request behind a REST route or a GraphQL field. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  if (context.getType<GqlContextType>() !== 'graphql') return context.switchToHttp().getRequest<FastifyRequest>();
  return GqlExecutionContext.create(context).getContext<{ req: FastifyRequest }>().req;
}

/** The input of the call behind a REST route: body or query, then path parameters, then the actor. The service validates it. */
export const RequestInput = createParamDecorator((_data: unknown, context: ExecutionContext) => inputFrom(requestOf(context)));

/** The actor of a GraphQL field. The guard guarantees one, except on public fields. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext) => requestOf(context).actor);

/** The client's address and user agent, cut to the lengths that the contract allows. */
export const ClientInfo = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { ip, headers } = requestOf(context);
  return { ip: ip.slice(0, 64), userAgent: (headers['user-agent'] ?? '').slice(0, 400) };
});

export interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * The HTTP request and response of a GraphQL field. The reply is wrapped in an object because Nest would await a bare `FastifyReply`,
 * which is a thenable, until the response is sent.
 */
export const HttpExchange = createParamDecorator((_data: unknown, context: ExecutionContext): HttpExchange => {
  const { req, reply } = GqlExecutionContext.create(context).getContext<{ req: FastifyRequest; reply: FastifyReply }>();
  return { request: req, reply };
});

/** The credential that the request carries, whether its session is still valid or not. Throws UNAUTHENTICATED when there is none. */
export const PresentedCredential = createParamDecorator((_data: unknown, context: ExecutionContext): Credential => {
  const { credential } = requestOf(context);
  if (!credential) throw new AppError('UNAUTHENTICATED');
  return credential;
});

function inputFrom({ method, body, query, params, actor, routeOptions }: FastifyRequest): object {
  const sent = method === 'GET' || method === 'HEAD' ? query : body;
  if (sent !== undefined && !isObject(sent)) throw new AppError('BAD_INPUT', 'Please send a JSON object.');
  const { parameters = {}, fields } = routeOptions.config;
  for (const [name, value] of Object.entries(params as object)) checkParameter(value, parameters[name] ?? id);
  // Path parameters and the actor come last: nothing in the body or query can replace them.
  return { ...(fields ? only(fields, sent) : sent), ...(params as object), ...(actor && { actor }) };
}

/** Without fields that the contract does not know, which would only cost time on their way to the service that ignores them. */
const only = (names: readonly string[], sent: object = {}): object =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(sent, name) ? [[name, Reflect.get(sent, name)]] : [])));

// Ids are UUIDs, or words such as `reaction-roles`. Anything else never reaches a service.
const WORD = /^[\w-]+$/;

function checkParameter(value: unknown, schema: z.ZodType): void {
  if (typeof value !== 'string' || !WORD.test(value) || !schema.safeParse(value).success) throw new AppError('NOT_FOUND');
}

/** Returns the value if it is a well-formed id; throws NOT_FOUND otherwise, as for an id that does not exist (docs/decisions.md A6). */
export function asId(value: unknown): string {
  const parsed = id.safeParse(value);
  if (!parsed.success) throw new AppError('NOT_FOUND');
  return parsed.data;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
