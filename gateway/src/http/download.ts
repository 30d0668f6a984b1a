import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface Download {
  readonly name: string;
  readonly mediaType: string;
  /** Unknown for what is written while it is sent. */
  readonly bytes?: number;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/;

/** Sends content that somebody else wrote: to be saved, never shown, and harmless if a browser shows it all the same (S46). */
export async function sendDownload(reply: FastifyReply, { name, mediaType, bytes }: Download, content: Readable): Promise<void> {
  void reply
    .header('content-type', MEDIA_TYPE.test(mediaType) ? mediaType : 'application/octet-stream')
    .header('content-disposition', attachment(name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff');
  if (bytes !== undefined) void reply.header('content-length', bytes);
  await reply.send(content);
}

/** RFC 6266: a plain name for everybody, the real one (RFC 8187) for those who can read it. */
export function attachment(name: string): string {
  // No path, no control or formatting characters: what is saved must be what is read.
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
