import type { Logger } from '@kith/kit';
import { AppError, type ErrorCode } from '@kith/proto';
import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

// What the framework refuses by itself.
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED',
  // What the file server says about a path that leads out of its folder.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
};

/** What a caller may see of any error; a bug is logged, with the id that the answer carries. */
export function failureOf(error: unknown, request: FastifyRequest, logger: Logger): AppError {
  if (error instanceof AppError) return error;
  // What Node calls a client that went away in the middle of its answer: no bug, and nobody to tell.
  if (isObject(error) && error['code'] === 'ERR_STREAM_PREMATURE_CLOSE') return new AppError('CANCELLED');
  const status = error instanceof HttpException ? error.getStatus() : 500;
  if (status < 500) return new AppError(CODES[status] ?? 'BAD_INPUT');
  const { id: requestId, method, routeOptions } = request;
  logger.error({ requestId, method, route: routeOptions.url, err: error }, 'request failed');
  return new AppError('INTERNAL');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
