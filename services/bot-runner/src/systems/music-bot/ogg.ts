// Loaded by worker threads too; imports nothing, because Node loads it there without a build.

const HEADER_BYTES = 27;
const CONTINUED = 1;
const FIRST_PAGE = 2;
const CHANNELS = 2;
/** More than any packet of Opus has (RFC 6716, section 3.2.5): 48 frames of 1275 bytes. */
const MAX_PACKET_BYTES = 62_000;
const OPUS_HEAD = 'OpusHead';
const OPUS_TAGS = 'OpusTags';

/** Bytes that are not an Ogg stream, or one whose Opus cannot be played. */
export class OggProblem extends Error {}

/**
 * Reads the packets of Opus out of an Ogg stream (RFC 3533, RFC 7845) that arrives piece by piece. Radio stations begin a new logical stream with each
 * title: its packets follow those of the one before. Logical streams of anything else are skipped. Keeps at most a page and a packet in memory.
 */
export class OggOpusReader {
  private rest: Buffer = Buffer.alloc(0);
  private serial: number | null = null;
  /** The beginning of a packet that continues on the next page; null when the page must not continue one. */
  private begun: Buffer | null = null;

  /** Whether there was a stream of Opus. */
  get hasOpus(): boolean {
    return this.serial !== null;
  }

  /** The packets that are complete by now. Throws OggProblem. */
  push(bytes: Uint8Array): Buffer[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const packets: Buffer[] = [];
    let at = 0;
    for (let page = this.pageAt(at); page; page = this.pageAt(at)) {
      packets.push(...this.read(page));
      at += page.bytes;
    }
    this.rest = Buffer.from(this.rest.subarray(at));
    return packets;
  }

  /** Null while it is not complete. */
  private pageAt(at: number): Page | null {
    const header = this.rest.subarray(at, at + HEADER_BYTES);
    const expected = 'OggS'.slice(0, header.length);
    if (header.toString('latin1', 0, 4) !== expected) throw new OggProblem('no page');
    const table = this.rest.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (header[26] ?? 0));
    if (header.length < HEADER_BYTES || table.length < (header[26] ?? 0)) return null;
    const bytes = HEADER_BYTES + table.length + table.reduce((sum, length) => sum + length, 0);
    if (at + bytes > this.rest.length) return null;
    const body = this.rest.subarray(at + HEADER_BYTES + table.length, at + bytes);
    return { flags: header[5] ?? 0, serial: header.readUInt32LE(14), table, body, bytes };
  }

  private read({ flags, serial, table, body }: Page): Buffer[] {
    if ((flags & FIRST_PAGE) !== 0 && startsWith(body, OPUS_HEAD)) {
      // Behind the name and the version: the number of channels; at the end how they are mapped.
      if ((body[9] ?? 0) > CHANNELS || body[18] !== 0) throw new OggProblem('more than two channels');
      this.serial = serial;
      this.begun = null;
      return [];
    }
    if (serial !== this.serial) return [];
    const isContinued = (flags & CONTINUED) !== 0;
    // Null: what is continued began before what was received.
    let begun = isContinued ? this.begun : Buffer.alloc(0);
    const packets: Buffer[] = [];
    let start = 0;
    let end = 0;
    for (const length of table) {
      end += length;
      if (length === 255) continue;
      const packet = begun && Buffer.concat([begun, body.subarray(start, end)]);
      if (packet && packet.length > 0 && !startsWith(packet, OPUS_TAGS)) packets.push(packet);
      begun = Buffer.alloc(0);
      start = end;
    }
    this.begun = table.at(-1) === 255 ? begun && beginning(Buffer.concat([begun, body.subarray(start)])) : null;
    return packets;
  }
}

/** Of a packet that is not complete. Titles may have a picture and are not needed. */
function beginning(packet: Buffer): Buffer {
  if (startsWith(packet, OPUS_TAGS)) return packet.subarray(0, OPUS_TAGS.length);
  if (packet.length > MAX_PACKET_BYTES) throw new OggProblem('no Opus');
  return packet;
}

interface Page {
  readonly flags: number;
  readonly serial: number;
  readonly table: Uint8Array;
  readonly body: Buffer;
  readonly bytes: number;
}

const startsWith = (bytes: Buffer, text: string): boolean => bytes.toString('latin1', 0, text.length) === text;
