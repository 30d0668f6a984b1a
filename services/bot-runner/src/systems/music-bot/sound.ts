// Runs in a worker thread, on the main thread and in tests; imports packages only, because Node loads it there without a build.
import { MPEGDecoder } from 'mpg123-decoder';
import OpusScript from 'opusscript';
import prism from 'prism-media';

/** Discord plays Opus at 48 kHz in stereo, in packets of 20 ms. */
const RATE = 48_000;
const CHANNELS = 2;
const PACKET_SAMPLES = 960;
export const PACKET_MS = 20;
const BYTES_PER_SAMPLE = 2 * CHANNELS;
/** A packet has to fit into one datagram of the network. */
const MAX_PACKET_BYTES = 1200;
export const MAX_TRACK_MS = 20 * 60_000;
const MAX_PACKETS = MAX_TRACK_MS / PACKET_MS;
/** Bytes of an MP3 file that are decoded at once. */
const PIECE_BYTES = 65_536;

export const TOO_LONG = 'This file plays for longer than 20 minutes.';
export const NOT_PLAYABLE = 'This file could not be read. It has to be an MP3 or an Ogg file with Opus sound.';
export const NO_SOUND = 'There is no sound in this file.';

/** A file cannot be played, for a reason that its owner reads. */
export class SoundProblem extends Error {}

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

/** How many samples at 48 kHz an Opus packet holds (RFC 6716, section 3.1); 0 for none. */
export function packetSamples(packet: Uint8Array): number {
  const [first, second = 0] = packet;
  if (first === undefined) return 0;
  const config = first >> 3;
  const count = [1, 2, 2, second & 0x3f][first & 3] ?? 0;
  if (config >= 16) return count * (120 << (config & 3));
  if (config >= 12) return count * (480 << (config & 1));
  return count * ([480, 960, 1920, 2880][config & 3] ?? 0);
}

const newCodec = (): OpusScript => new OpusScript(RATE, CHANNELS, OpusScript.Application.AUDIO);

/** Makes packets of 20 ms of samples of any rate. */
class Encoder {
  readonly packets: Buffer[] = [];
  private readonly codec = newCodec();
  private readonly frame = Buffer.alloc(PACKET_SAMPLES * BYTES_PER_SAMPLE);
  private filled = 0;

  add(left: number, right: number): void {
    this.frame.writeInt16LE(toInt16(left), this.filled * BYTES_PER_SAMPLE);
    this.frame.writeInt16LE(toInt16(right), this.filled * BYTES_PER_SAMPLE + 2);
    this.filled++;
    if (this.filled === PACKET_SAMPLES) this.flush();
  }

  /** Ends with a packet whose rest is silence. */
  end(): Buffer[] {
    if (this.filled > 0) {
      this.frame.fill(0, this.filled * BYTES_PER_SAMPLE);
      this.flush();
    }
    this.codec.delete();
    return this.packets;
  }

  private flush(): void {
    if (this.packets.length === MAX_PACKETS) throw new SoundProblem(TOO_LONG);
    this.packets.push(this.codec.encode(this.frame, PACKET_SAMPLES));
    this.filled = 0;
  }
}

const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

/** Samples on each side from which one of another rate is computed. */
const REACH = 16;

/** Brings samples to 48 kHz by band-limited interpolation (windowed sinc). */
export class Resampler {
  private readonly kernels: Float32Array[];
  private readonly step: number;
  private readonly phases: number;
  private left = new Float32Array(REACH);
  private right = new Float32Array(REACH);
  /** Of the next sample, in phases from the beginning of what is kept. */
  private position: number;

  constructor(rate: number) {
    const divisor = greatestCommonDivisor(rate, RATE);
    this.phases = RATE / divisor;
    this.step = rate / divisor;
    this.kernels = Array.from({ length: this.phases }, (_, phase) => kernel(phase / this.phases, Math.min(1, RATE / rate)));
    this.position = REACH * this.phases;
  }

  push(left: Float32Array, right: Float32Array, add: (left: number, right: number) => void): void {
    this.left = joined(this.left, left);
    this.right = joined(this.right, right);
    for (; Math.floor(this.position / this.phases) + REACH < this.left.length; this.position += this.step) {
      const from = Math.floor(this.position / this.phases) - REACH + 1;
      const weights = this.kernels[this.position % this.phases] ?? new Float32Array();
      let sumLeft = 0;
      let sumRight = 0;
      // Not by iterators, which take five times as long.
      for (let index = 0; index < weights.length; index++) {
        const weight = weights[index] ?? 0;
        sumLeft += weight * (this.left[from + index] ?? 0);
        sumRight += weight * (this.right[from + index] ?? 0);
      }
      add(sumLeft, sumRight);
    }
    const done = Math.floor(this.position / this.phases) - REACH;
    this.left = this.left.slice(done);
    this.right = this.right.slice(done);
    this.position -= done * this.phases;
  }
}

function kernel(fraction: number, cutoff: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * REACH }, (_, index) => {
    const distance = index - REACH + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (REACH + 1));
    const angle = Math.PI * distance * cutoff;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Turns an uploaded file into packets of 20 ms. Throws SoundProblem. */
export async function convert(file: Uint8Array): Promise<Buffer[]> {
  const kind = soundKind(file);
  if (kind === null) throw new SoundProblem(NOT_PLAYABLE);
  const packets = kind === 'mp3' ? await convertMp3(file) : await convertOgg(file);
  if (packets.length === 0) throw new SoundProblem(NO_SOUND);
  return packets;
}

async function convertMp3(file: Uint8Array): Promise<Buffer[]> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const encoder = new Encoder();
  let rate = 0;
  let resampler = new Resampler(RATE);
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    const { channelData, sampleRate, samplesDecoded } = decoder.decode(file.subarray(at, at + PIECE_BYTES));
    const [left] = channelData;
    if (!left || samplesDecoded === 0) continue;
    if (rate !== sampleRate) resampler = new Resampler(sampleRate);
    rate = sampleRate;
    resampler.push(left, channelData[1] ?? left, (one, other) => encoder.add(one, other));
  }
  decoder.free();
  return encoder.end();
}

async function convertOgg(file: Uint8Array): Promise<Buffer[]> {
  const packets: Buffer[] = [];
  const demuxer = new prism.opus.OggDemuxer();
  let isPlayable = false;
  // Behind "OpusHead" and the version: the number of channels; at the end how they are mapped (RFC 7845, section 5.1).
  demuxer.on('head', (head: Buffer) => (isPlayable = (head[9] ?? 0) <= CHANNELS && head[18] === 0));
  demuxer.end(file);
  try {
    let samples = 0;
    for await (const packet of demuxer as AsyncIterable<Buffer>) {
      samples += packetSamples(packet);
      if (samples > MAX_PACKETS * PACKET_SAMPLES) throw new SoundProblem(TOO_LONG);
      packets.push(packet);
    }
  } catch (error) {
    throw error instanceof SoundProblem ? error : new SoundProblem(NOT_PLAYABLE);
  }
  if (!isPlayable) throw new SoundProblem(NOT_PLAYABLE);
  const isAsDiscordPlays = (packet: Buffer): boolean =>
    packetSamples(packet) === PACKET_SAMPLES && packet.length <= MAX_PACKET_BYTES;
  return packets.every(isAsDiscordPlays) ? packets : encodedAnew(packets);
}

function encodedAnew(packets: readonly Buffer[]): Buffer[] {
  const decoder = newCodec();
  const encoder = new Encoder();
  try {
    for (const packet of packets) {
      const samples = decoder.decode(packet);
      for (let at = 0; at < samples.length; at += BYTES_PER_SAMPLE)
        encoder.add(samples.readInt16LE(at) / 32_767, samples.readInt16LE(at + 2) / 32_767);
    }
    return encoder.end();
  } catch (error) {
    throw error instanceof SoundProblem ? error : new SoundProblem(NOT_PLAYABLE);
  } finally {
    decoder.delete();
  }
}

/** Makes the packets of one track louder or quieter; keeps what the codec has to remember between them. */
export class VolumeChange {
  private readonly decoder = newCodec();
  private readonly encoder = newCodec();

  /** `percent` of the loudness of the file. A packet that cannot be decoded stays as it is. */
  apply(packet: Buffer, percent: number): Buffer {
    try {
      const samples = this.decoder.decode(packet);
      for (let at = 0; at + 2 <= samples.length; at += 2)
        samples.writeInt16LE(toInt16((samples.readInt16LE(at) / 32_767) * (percent / 100)), at);
      return this.encoder.encode(samples, samples.length / BYTES_PER_SAMPLE);
    } catch {
      return packet;
    }
  }

  end(): void {
    this.decoder.delete();
    this.encoder.delete();
  }
}
