import { createDecipheriv } from 'node:crypto';

const VERSION = 0x80;
/** The payload type of Opus, which Discord fixes. */
const OPUS = 0x78;
const HEADER_BYTES = 12;
const TAG_BYTES = 16;
/** The part of the nonce that is sent behind the packet. */
const COUNTER_BYTES = 4;

/** What a voice client sent as 20 ms of sound. */
export interface VoicePacket {
  readonly sequence: number;
  /** In samples at 48 kHz. */
  readonly timestamp: number;
  readonly ssrc: number;
  /** Of the nonce: must differ in each packet. */
  readonly counter: number;
  /** Decrypted. */
  readonly opus: Buffer;
}

/**
 * Reads an RTP packet that is encrypted with `aead_aes256_gcm_rtpsize`: the header is authenticated and readable, the rest is encrypted, and the
 * counter of the nonce follows. Null when it is no such packet or was encrypted with another key.
 */
export function openPacket(packet: Buffer, key: Buffer): VoicePacket | null {
  const isRtp = packet.length > HEADER_BYTES + TAG_BYTES + COUNTER_BYTES && packet[0] === VERSION && packet[1] === OPUS;
  if (!isRtp) return null;
  const header = packet.subarray(0, HEADER_BYTES);
  const counter = packet.subarray(-COUNTER_BYTES);
  const tag = packet.subarray(-COUNTER_BYTES - TAG_BYTES, -COUNTER_BYTES);
  const nonce = Buffer.concat([counter, Buffer.alloc(8)]);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(header).setAuthTag(tag);
  try {
    const opus = Buffer.concat([decipher.update(packet.subarray(HEADER_BYTES, -COUNTER_BYTES - TAG_BYTES)), decipher.final()]);
    return {
      sequence: header.readUInt16BE(2),
      timestamp: header.readUInt32BE(4),
      ssrc: header.readUInt32BE(8),
      counter: counter.readUInt32BE(0),
      opus,
    };
  } catch {
    return null;
  }
}

const DISCOVERY_BYTES = 74;
const [REQUEST, RESPONSE] = [1, 2];
const LENGTH = 70;

/** The answer to a request for the sender's own address; null when the packet is none. */
export function discoveryResponse(
  packet: Buffer,
  { address, port }: { readonly address: string; readonly port: number },
): Buffer | null {
  const isRequest = packet.length === DISCOVERY_BYTES && packet.readUInt16BE(0) === REQUEST && packet.readUInt16BE(2) === LENGTH;
  if (!isRequest) return null;
  const response = Buffer.alloc(DISCOVERY_BYTES);
  response.writeUInt16BE(RESPONSE, 0);
  response.writeUInt16BE(LENGTH, 2);
  packet.copy(response, 4, 4, 8);
  response.write(address, 8, 'utf8');
  response.writeUInt16BE(port, DISCOVERY_BYTES - 2);
  return response;
}

const KEEP_ALIVE_BYTES = 8;

/** Clients send a counter now and then, so that routers keep their address; Discord does not answer it. */
export const isKeepAlive = (packet: Buffer): boolean => packet.length === KEEP_ALIVE_BYTES;
