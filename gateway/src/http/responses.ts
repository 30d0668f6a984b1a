import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Returns the list and puts the total number of items, which a page does not show, into the header X-Total-Count. */
export function withTotalCount<T>(list: T[], total: number, reply: FastifyReply): T[] {
  void reply.header('x-total-count', String(total));
  return list;
}

interface Page {
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** As `withTotalCount`; the cursors of the pages beside this one go into headers too, where there are such pages. */
export function withPage<T>(list: T[], { total, next, previous }: Page, reply: FastifyReply): T[] {
  if (next !== null) void reply.header('x-next-cursor', next);
  if (previous !== null) void reply.header('x-previous-cursor', previous);
  return withTotalCount(list, total, reply);
}

interface Download {
  readonly name: string;
  readonly mediaType: string;
  /** Undefined for content that is generated while it is sent. */
  readonly bytes?: number;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/;

/** Sends untrusted content as a download: browsers save it, and even one that renders it runs nothing in it (docs/security.md S46). */
export async function sendDownload(reply: FastifyReply, { name, mediaType, bytes }: Download, content: Readable): Promise<void> {
  void reply
    .header('content-type', MEDIA_TYPE.test(mediaType) ? mediaType : 'application/octet-stream')
    .header('content-disposition', contentDisposition(name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff');
  if (bytes !== undefined) void reply.header('content-length', bytes);
  await reply.send(content);
}

/** The header of RFC 6266: an ASCII file name for all clients, the exact one (RFC 8187) for those that understand it. */
export function contentDisposition(name: string): string {
  // Path separators, control and formatting characters are replaced: the saved name must be the name that is shown.
  const safe =
    name
      .slice(0, 200)
      .replaceAll(/[\p{C}/\\:*?"<>|]/gu, '_')
      .trim() || 'file';
  const plain = safe.replaceAll(/[^\x20-\x7e]|[%;]/g, '_');
  const exact = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
