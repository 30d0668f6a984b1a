import type { FastifyReply } from 'fastify';

/** The plain list of the specification; the number of all of them goes into a header. */
export function counted<T>(list: T[], total: number, reply: FastifyReply): T[] {
  void reply.header('x-total-count', String(total));
  return list;
}
