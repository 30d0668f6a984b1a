import OpusScript from 'opusscript';

const RATE = 48_000;
const HZ = 440;

/** Codecs that are not deleted use up the memory of the library, which then fails. */
function withCodec<T>(work: (codec: OpusScript) => T): T {
  const codec = new OpusScript(RATE, 2, OpusScript.Application.AUDIO);
  try {
    return work(codec);
  } finally {
    codec.delete();
  }
}

/** A tone of so many seconds, quickly: its second repeats itself. */
export const longTone = (seconds: number, hz = HZ): Buffer => {
  const second = tonePackets(50, { hz });
  return oggOf(Array.from({ length: seconds }, () => second).flat());
};

/** A tone of 440 Hz as packets of Opus; `samples` in each, 960 for 20 ms. */
export const tonePackets = (count: number, { samples = 960, hz = HZ }: { samples?: number; hz?: number } = {}): Buffer[] =>
  withCodec((encoder) =>
    Array.from({ length: count }, (_, packet) => {
      const pcm = Buffer.alloc(samples * 4);
      for (let sample = 0; sample < samples; sample++) {
        const value = Math.round(12_000 * Math.sin((2 * Math.PI * hz * (packet * samples + sample)) / RATE));
        pcm.writeInt16LE(value, sample * 4);
        pcm.writeInt16LE(value, sample * 4 + 2);
      }
      return Buffer.from(encoder.encode(pcm, samples));
    }),
  );

/** An Ogg file with the packets, a page for each (RFC 3533, RFC 7845). */
export function oggOf(packets: readonly Buffer[], { magic = 'OpusHead', channels = 2, serial = 0 } = {}): Buffer {
  const head = Buffer.concat([
    Buffer.from(magic),
    Buffer.from([1, channels, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, channels > 2 ? 1 : 0]),
  ]);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  return Buffer.concat(
    [head, tags, ...packets].map((packet, index) => oggPage(packet, { serial, index, flags: index === 0 ? 2 : 0 })),
  );
}

/** A page with one packet; with `isCut` it continues on the next page. */
export function oggPage(packet: Buffer, { serial = 0, index = 0, flags = 0, isCut = false } = {}): Buffer {
  const lengths = Array.from({ length: Math.floor(packet.length / 255) }, () => 255);
  if (!isCut) lengths.push(packet.length % 255);
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(index, 18);
  header[26] = lengths.length;
  return Buffer.concat([header, Buffer.from(lengths), packet]);
}

/** The samples of the left channel, without those with which the decoder settles. */
function samplesOf(packets: readonly Uint8Array[]): number[] {
  const decoded = withCodec((decoder) => packets.map((packet) => Buffer.from(decoder.decode(Buffer.from(packet)))));
  const pcm = Buffer.concat(decoded).subarray(960 * 4 * 5);
  return Array.from({ length: pcm.length / 4 }, (_, index) => pcm.readInt16LE(index * 4));
}

/** The frequency of a tone, by how often its wave crosses zero. */
export function hzOf(packets: readonly Uint8Array[]): number {
  const samples = samplesOf(packets);
  const crossings = samples.filter((value, index) => index > 0 && value >= 0 && (samples[index - 1] ?? 0) < 0).length;
  return (crossings * RATE) / samples.length;
}

export const loudestOf = (packets: readonly Uint8Array[]): number =>
  samplesOf(packets).reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
