import { LOGGER, type Logger } from '@kith/kit';
import { AppError, type ErrorCode } from '@kith/proto';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { GqlContextType } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { graphqlErrorOf } from '../graphql/format-error.js';
import { RegisteredRoutes, WEB_APP_ROUTE } from './route.js';

/** Answers every failed request with the error body of docs/decisions.md A10. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly routes: RegisteredRoutes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    // GraphQL reports errors of resolvers itself, at the path of the field.
    if (host.getType<GqlContextType>() === 'graphql') return error;
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    if (!reply.sent) this.send(toAppError(error, request, this.logger), request, reply);
    return undefined;
  }

  private send(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
    const path = request.url.split('?', 1)[0] ?? '';
    const isUnrouted = request.is404 || request.routeOptions.url === WEB_APP_ROUTE;
    const methods = isUnrouted ? this.routes.methodsOf(path) : [];
    const failure = methods.length > 0 ? new AppError('METHOD_NOT_ALLOWED') : error;
    const { retryAfterS } = failure.details;
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    // The rest of such a body would hold the connection as long as the client likes.
    if (failure.code === 'REQUEST_TIMEOUT') void reply.header('connection', 'close');
    if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS));
    const body = path === '/graphql' ? { errors: [graphqlErrorOf(failure)] } : failure.toBody();
    void reply.code(failure.status).type('application/json; charset=utf-8').send(body);
  }
}

// Errors of Nest and Fastify by status.
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED',
  // The static file server answers 403 for a path outside its folder.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
};

/** Converts any error into one that a client may see. Unexpected errors become INTERNAL and are logged with the id of the request. */
export function toAppError(error: unknown, request: FastifyRequest, logger: Logger): AppError {
  if (error instanceof AppError) return error;
  // The client disconnected before the response was complete.
  if (isObject(error) && error['code'] === 'ERR_STREAM_PREMATURE_CLOSE') return new AppError('CANCELLED');
  const status = error instanceof HttpException ? error.getStatus() : 500;
  if (status < 500) return new AppError(CODES[status] ?? 'BAD_INPUT');
  const { id: requestId, method, routeOptions } = request;
  logger.error({ requestId, method, route: routeOptions.url, err: error }, 'request failed');
  return new AppError('INTERNAL');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
