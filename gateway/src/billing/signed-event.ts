import { isUtf8 } from 'node:buffer';
import { AppError, type billing, type InputOf } from '@kith/proto';
import type { FastifyRequest } from 'fastify';

/** The body of a webhook byte for byte, and what signs it (S63). Throws MALFORMED for bytes that are no text: they would not stay what they are. */
export function signedEvent({ body, headers }: FastifyRequest): InputOf<typeof billing.webhook> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isUtf8(bytes)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  return { body: bytes.toString('utf8'), signature: [headers['stripe-signature'] ?? ''].flat().join(',') };
}
