import { AppError, id } from '@kith/proto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Credential } from './credentials.js';

/** The HTTP request behind a route or a GraphQL field. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  if (context.getType<GqlContextType>() !== 'graphql') return context.switchToHttp().getRequest<FastifyRequest>();
  return GqlExecutionContext.create(context).getContext<{ req: FastifyRequest }>().req;
}

/** The input of the call behind a REST route: body or query, then the parameters of the path, then the actor. The service checks it. */
export const Asked = createParamDecorator((_data: unknown, context: ExecutionContext) => askedOf(requestOf(context)));

/** Who asks, in a GraphQL field; the guard has seen to it that there is somebody, unless the field is public. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext) => requestOf(context).actor);

/** Where a request comes from, within the bounds of the contract. */
export const Sender = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { ip, headers } = requestOf(context);
  return { ip: ip.slice(0, 64), userAgent: (headers['user-agent'] ?? '').slice(0, 400) };
});

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The request and the answer that will be sent, in a GraphQL field; together, because a reply by itself is waited for like a promise. */
export const InExchange = createParamDecorator((_data: unknown, context: ExecutionContext): Exchange => {
  const { req, reply } = GqlExecutionContext.create(context).getContext<{ req: FastifyRequest; reply: FastifyReply }>();
  return { request: req, reply };
});

/** Which session the request names, whether it still runs or not. Throws UNAUTHENTICATED when it names none. */
export const Named = createParamDecorator((_data: unknown, context: ExecutionContext): Credential => {
  const { credential } = requestOf(context);
  if (!credential) throw new AppError('UNAUTHENTICATED');
  return credential;
});

function askedOf({ method, body, query, params, actor, routeOptions }: FastifyRequest): object {
  const sent = method === 'GET' || method === 'HEAD' ? query : body;
  if (sent !== undefined && !isObject(sent)) throw new AppError('BAD_INPUT', 'Please send a JSON object.');
  const { parameters = {} } = routeOptions.config;
  for (const [name, value] of Object.entries(params as object)) asParameter(value, parameters[name] ?? id);
  // Last wins: nobody can name another actor or address than the request has.
  return { ...sent, ...(params as object), ...(actor && { actor }) };
}

// What is addressed by a word has letters, digits and dashes only; everything else is a UUID.
const WORD = /^[\w-]+$/;

function asParameter(value: unknown, schema: z.ZodType): void {
  if (typeof value !== 'string' || !WORD.test(value) || !schema.safeParse(value).success) throw new AppError('NOT_FOUND');
}

/** The value, when it can be the id of something; nothing has any other id (decision A6). */
export function asId(value: unknown): string {
  const parsed = id.safeParse(value);
  if (!parsed.success) throw new AppError('NOT_FOUND');
  return parsed.data;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
