// Packets of sound, for the main thread, which loads no codec, and for worker threads; imports nothing, because Node loads it there without a build.

/** Discord plays packets of 20 ms. */
export const PACKET_MS = 20;

export const NOT_PLAYABLE = 'This file could not be read. It has to be an MP3 or an Ogg file with Opus sound.';

/** A file cannot be played, for a reason that its owner reads. */
export class SoundProblem extends Error {}

/** It would take, or has taken, much time of a processor. */
export class CostlySound extends SoundProblem {}

export type SoundKind = 'mp3' | 'ogg';

/** By the first bytes, whatever the name says; null for all other files. */
export function soundKind(start: Uint8Array): SoundKind | null {
  const text = Buffer.from(start.subarray(0, 4)).toString('latin1');
  if (text === 'OggS') return 'ogg';
  const isFrame = start[0] === 0xff && ((start[1] ?? 0) & 0xe6) === 0xe2;
  return text.startsWith('ID3') || isFrame ? 'mp3' : null;
}

/** Packets as one piece of bytes, each behind its length. */
export function joinPackets(packets: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    packets.flatMap((packet) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(packet.length);
      return [length, packet];
    }),
  );
}

/** The complete packets at the beginning of `bytes`, and what follows them. */
export function splitPackets(bytes: Buffer): { readonly packets: Buffer[]; readonly rest: Buffer } {
  const packets: Buffer[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) break;
    packets.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return { packets, rest: bytes.subarray(at) };
}
