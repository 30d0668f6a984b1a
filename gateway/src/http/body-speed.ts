import { AppError } from '@kith/proto';
import type { FastifyRequest } from 'fastify';

/** Slower than any usable connection; a file of 10 MB would take twenty minutes. */
const MIN_BYTES_PER_S = 8192;
const CHECK_INTERVAL_MS = 5000;

/**
 * The result of work that reads the body of a request. Throws REQUEST_TIMEOUT as soon as the body has arrived below 8 KiB/s for five
 * seconds, so that a client that sends a byte now and then holds neither a slot nor memory (docs/security.md S39). Time in which the
 * gateway itself does not read is not counted against the client.
 */
export async function withMinimumSpeed<T>({ raw }: Pick<FastifyRequest, 'raw'>, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    let seenBytes = raw.socket.bytesRead;
    timer = setInterval(() => {
      const received = raw.socket.bytesRead - seenBytes;
      seenBytes += received;
      const isWaitingForUs = raw.readableLength > 0 || raw.complete;
      if (isWaitingForUs || received >= (MIN_BYTES_PER_S * CHECK_INTERVAL_MS) / 1000) return;
      reject(new AppError('REQUEST_TIMEOUT'));
      // The response closes the connection, which Node does not tell a request that has been answered: the work would wait forever.
      raw.socket.once('close', () => raw.destroy(new Error('The connection was closed.')));
    }, CHECK_INTERVAL_MS);
    timer.unref();
  });
  try {
    return await Promise.race([work, tooSlow]);
  } finally {
    clearInterval(timer);
    // Work that lost the race ends with the connection; nobody waits for its error.
    work.catch(() => undefined);
  }
}
