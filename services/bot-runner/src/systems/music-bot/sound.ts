// Runs in a worker thread and in tests; imports its siblings by URL, because Node loads it there without a build. The main thread loads no codec.
import { MPEGDecoder } from 'mpg123-decoder';
import OpusScript from 'opusscript';
import type { SoundKind } from './packets.js';

const siblingUrl = (name: string): string => new URL(`./${name}${import.meta.url.slice(-3)}`, import.meta.url).href;
const { OggOpusReader, OggProblem } = (await import(siblingUrl('ogg'))) as typeof import('./ogg.js');
const { CostlySound, NOT_PLAYABLE, PACKET_MS, soundKind, SoundProblem } = (await import(
  siblingUrl('packets')
)) as typeof import('./packets.js');
const { Resampler } = (await import(siblingUrl('resampler'))) as typeof import('./resampler.js');

/** Discord plays Opus at 48 kHz in stereo, in packets of 20 ms. */
const RATE = 48_000;
const CHANNELS = 2;
const PACKET_SAMPLES = 960;
const BYTES_PER_SAMPLE = 2 * CHANNELS;
/** A packet has to fit into one datagram of the network. */
const MAX_PACKET_BYTES = 1200;
export const MAX_TRACK_MS = 20 * 60_000;
const MAX_PACKETS = MAX_TRACK_MS / PACKET_MS;
/** Bytes of an MP3 file that are decoded at once. */
const PIECE_BYTES = 65_536;
/** Of one piece of what a station sends: about 64 KB, which last less even at 6 kbit/s. */
export const MAX_PIECE_S = 120;

export const TOO_LONG = 'This file plays for longer than 20 minutes.';
export const NO_SOUND = 'There is no sound in this file.';
const TOO_MUCH_AT_ONCE = 'There is too much sound in a few bytes.';

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

/** Makes packets of 20 ms of samples at 48 kHz. */
class Encoder {
  private packets: Buffer[] = [];
  private readonly codec = newCodec();
  private readonly frame = Buffer.alloc(PACKET_SAMPLES * BYTES_PER_SAMPLE);
  private filled = 0;

  add(left: number, right: number): void {
    this.frame.writeInt16LE(toInt16(left), this.filled * BYTES_PER_SAMPLE);
    this.frame.writeInt16LE(toInt16(right), this.filled * BYTES_PER_SAMPLE + 2);
    this.filled++;
    if (this.filled === PACKET_SAMPLES) this.flush();
  }

  /** The packets since the last call. */
  take(): Buffer[] {
    const { packets } = this;
    this.packets = [];
    return packets;
  }

  /** The packets that are left; the rest of the last one is silence. */
  end(): Buffer[] {
    if (this.filled > 0) {
      this.frame.fill(0, this.filled * BYTES_PER_SAMPLE);
      this.flush();
    }
    return this.take();
  }

  free(): void {
    this.codec.delete();
  }

  private flush(): void {
    this.packets.push(this.codec.encode(this.frame, PACKET_SAMPLES));
    this.filled = 0;
  }
}

const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

/** Turns sound that arrives piece by piece into packets of 20 ms. Its methods throw SoundProblem. */
export interface SoundConverter {
  /** The packets that are complete by now. */
  push(bytes: Uint8Array): Buffer[];
  /** The packets that are left. */
  end(): Buffer[];
  free(): void;
}

/** How much sound a converter takes. */
interface SoundLimits {
  /** In all. */
  readonly maxPackets: number;
  /** In one call of `push`, in seconds. */
  readonly maxPieceS: number;
}
const OF_FILE: SoundLimits = { maxPackets: MAX_PACKETS, maxPieceS: Infinity };
/** It has no end. */
const OF_STATION: SoundLimits = { maxPackets: Infinity, maxPieceS: MAX_PIECE_S };

/** For what a radio station sends, also from the middle on. `push` throws CostlySound for a piece that plays for longer than MAX_PIECE_S. */
export const newStationConverter = (kind: SoundKind): Promise<SoundConverter> => newConverter(kind, OF_STATION);

const newConverter = (kind: SoundKind, limits: SoundLimits): Promise<SoundConverter> =>
  kind === 'mp3' ? Mp3Converter.open(limits) : Promise.resolve(new OggConverter(limits));

class Mp3Converter implements SoundConverter {
  private readonly encoder = new Encoder();
  private rate = 0;
  private resampler = new Resampler(RATE, RATE);
  private packets = 0;

  private constructor(
    private readonly decoder: MPEGDecoder,
    private readonly limits: SoundLimits,
  ) {}

  static async open(limits: SoundLimits): Promise<Mp3Converter> {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return new Mp3Converter(decoder, limits);
  }

  push(bytes: Uint8Array): Buffer[] {
    const { channelData, sampleRate, samplesDecoded } = this.decoder.decode(bytes);
    const [left] = channelData;
    if (!left || samplesDecoded === 0) return [];
    // Encoding costs many times what decoding has cost.
    if (samplesDecoded > this.limits.maxPieceS * sampleRate) throw new CostlySound(TOO_MUCH_AT_ONCE);
    if (this.rate !== sampleRate) this.resampler = new Resampler(sampleRate, RATE);
    this.rate = sampleRate;
    this.resampler.push(left, channelData[1] ?? left, (one, other) => this.encoder.add(one, other));
    const packets = this.encoder.take();
    this.packets += packets.length;
    if (this.packets > this.limits.maxPackets) throw new SoundProblem(TOO_LONG);
    return packets;
  }

  end(): Buffer[] {
    return this.encoder.end();
  }

  free(): void {
    this.decoder.free();
    this.encoder.free();
  }
}

const isAsDiscordPlays = (packet: Buffer): boolean =>
  packetSamples(packet) === PACKET_SAMPLES && packet.length <= MAX_PACKET_BYTES;

/** Packets stay as they are until the first one comes that Discord does not play. */
class OggConverter implements SoundConverter {
  private readonly reader = new OggOpusReader();
  private anew: { readonly decoder: OpusScript; readonly encoder: Encoder } | null = null;
  private samples = 0;

  constructor(private readonly limits: SoundLimits) {}

  push(bytes: Uint8Array): Buffer[] {
    const packets = this.read(bytes);
    // Before anything is decoded: a byte may stand for 60 ms, three for 120.
    const samples = packets.reduce((sum, packet) => sum + packetSamples(packet), 0);
    if (samples > this.limits.maxPieceS * RATE) throw new CostlySound(TOO_MUCH_AT_ONCE);
    this.samples += samples;
    if (this.samples > this.limits.maxPackets * PACKET_SAMPLES) throw new SoundProblem(TOO_LONG);
    return packets.flatMap((packet) => this.converted(packet));
  }

  end(): Buffer[] {
    if (!this.reader.hasOpus) throw new SoundProblem(NOT_PLAYABLE);
    return this.anew?.encoder.end() ?? [];
  }

  free(): void {
    this.anew?.decoder.delete();
    this.anew?.encoder.free();
  }

  private read(bytes: Uint8Array): Buffer[] {
    try {
      return this.reader.push(bytes);
    } catch (error) {
      throw error instanceof OggProblem ? new SoundProblem(NOT_PLAYABLE) : error;
    }
  }

  private converted(packet: Buffer): Buffer[] {
    if (!this.anew && isAsDiscordPlays(packet)) return [packet];
    this.anew ??= { decoder: newCodec(), encoder: new Encoder() };
    const { decoder, encoder } = this.anew;
    const samples = decoded(decoder, packet);
    for (let at = 0; at < samples.length; at += BYTES_PER_SAMPLE)
      encoder.add(samples.readInt16LE(at) / 32_767, samples.readInt16LE(at + 2) / 32_767);
    return encoder.take();
  }
}

function decoded(decoder: OpusScript, packet: Buffer): Buffer {
  try {
    return decoder.decode(packet);
  } catch {
    throw new SoundProblem(NOT_PLAYABLE);
  }
}

/** Turns an uploaded file into packets of 20 ms. Throws SoundProblem. */
export async function convert(file: Uint8Array): Promise<Buffer[]> {
  const kind = soundKind(file);
  if (kind === null) throw new SoundProblem(NOT_PLAYABLE);
  const converter = await newConverter(kind, OF_FILE);
  // How long an Ogg file plays is known before it is decoded.
  const pieceBytes = kind === 'mp3' ? PIECE_BYTES : file.length;
  const packets: Buffer[] = [];
  try {
    for (let at = 0; at < file.length; at += pieceBytes)
      for (const packet of converter.push(file.subarray(at, at + pieceBytes))) packets.push(packet);
    packets.push(...converter.end());
  } finally {
    converter.free();
  }
  if (packets.length === 0) throw new SoundProblem(NO_SOUND);
  return packets;
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
