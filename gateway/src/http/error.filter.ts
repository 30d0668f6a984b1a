import { LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { GqlContextType } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { graphqlErrorOf } from '../graphql/format-error.js';
import { failureOf } from './failure.js';
import { ANY_PAGE, KnownRoutes } from './known-routes.js';

/** Answers every failed request with the body of decision A10. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly routes: KnownRoutes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    // What a resolver throws is told by GraphQL, in the place of the field.
    if (host.getType<GqlContextType>() === 'graphql') return error;
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    if (!reply.sent) this.answer(failureOf(error, request, this.logger), request, reply);
    return undefined;
  }

  private answer(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
    const path = request.url.split('?', 1)[0] ?? '';
    const isUnrouted = request.is404 || request.routeOptions.url === ANY_PAGE;
    const methods = isUnrouted ? this.routes.methodsOf(path) : [];
    const failure = methods.length > 0 ? new AppError('METHOD_NOT_ALLOWED') : error;
    const { retryAfterS } = failure.details;
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS));
    const body = path === '/graphql' ? { errors: [graphqlErrorOf(failure)] } : failure.toBody();
    void reply.code(failure.status).type('application/json; charset=utf-8').send(body);
  }
}
