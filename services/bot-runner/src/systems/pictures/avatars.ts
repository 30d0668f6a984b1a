import { CONFIG, LOGGER, errorText, type Config, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { CDNRoutes, ImageFormat, RouteBases } from 'discord-api-types/v10';

const SIZE = 128;
const MAX_BYTES = 500_000;
/** What Discord answers is no larger than asked for; a picture that claims more would take much memory when it is decoded. */
const MAX_PIXELS_PER_SIDE = 512;
const TIMEOUT_MS = 3000;
const HASH = /^(?:a_)?[0-9a-f]{32}$/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DISCORD = 'https://discord.com';

/** Fetches the pictures of members, from Discord's host for files only. */
@Injectable()
export class Avatars {
  private readonly base: string;

  constructor(
    @Inject(CONFIG) { DISCORD_API_URL }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { origin } = new URL(DISCORD_API_URL);
    // A stand-in of Discord serves everything itself.
    this.base = origin === DISCORD ? RouteBases.cdn : origin;
  }

  /** A small PNG; null for a member without a picture, and when it cannot be had. */
  async fetch(memberId: string, hash: string | null): Promise<Buffer | null> {
    if (hash === null || !HASH.test(hash) || !/^\d{1,20}$/.test(memberId)) return null;
    const url = `${this.base}${CDNRoutes.userAvatar(memberId, hash, ImageFormat.PNG)}?size=${SIZE}`;
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      const content = response.ok && response.body ? await bytesIn(response.body) : null;
      return content && isSmallPng(content) ? content : null;
    } catch (error) {
      this.logger.info({ reason: errorText(error) }, 'picture of a member unavailable');
      return null;
    }
  }
}

/** Null for more than a small picture has. */
async function bytesIn(body: ReadableStream<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The size of a PNG stands at the beginning, after its signature. */
function isSmallPng(content: Buffer): boolean {
  if (content.length < 24 || !content.subarray(0, PNG.length).equals(PNG)) return false;
  return [content.readUInt32BE(16), content.readUInt32BE(20)].every((side) => side >= 1 && side <= MAX_PIXELS_PER_SIDE);
}
