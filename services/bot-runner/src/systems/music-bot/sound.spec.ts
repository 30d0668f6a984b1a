import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { oggOf, oggPage, tonePackets, hzOf, loudestOf } from '../../../test/systems/sounds.js';
import { CostlySound, joinPackets, NOT_PLAYABLE, PACKET_MS, soundKind, splitPackets } from './packets.js';
import {
  convert,
  MAX_PIECE_S,
  MAX_TRACK_MS,
  newStationConverter,
  NO_SOUND,
  packetSamples,
  TOO_LONG,
  VolumeChange,
} from './sound.js';

const pagesOf = (packets: readonly Buffer[]): Buffer => Buffer.concat(packets.map((packet) => oggPage(packet)));
const MP3 = readFileSync(new URL('../../../test/systems/tone.mp3', import.meta.url));

describe('an uploaded file', () => {
  it('in MP3 of 22.05 kHz becomes packets of 20 ms with the same tone, as long as the file', async () => {
    const packets = await convert(MP3);
    expect(new Set(packets.map(packetSamples))).toEqual(new Set([960]));
    expect(packets.length * PACKET_MS).toBeGreaterThanOrEqual(1000);
    expect(packets.length * PACKET_MS).toBeLessThan(1150);
    expect(hzOf(packets.slice(0, 45))).toBeCloseTo(440, -1);
  });

  it('in Ogg Opus with packets of 20 ms keeps each of them as it is', async () => {
    const packets = tonePackets(60);
    expect(await convert(oggOf(packets))).toEqual(packets);
  });

  it('in Ogg Opus with packets of another length is encoded anew, with the same tone', async () => {
    const packets = await convert(oggOf(tonePackets(20, { samples: 2880 })));
    expect(packets).toHaveLength(60);
    expect(hzOf(packets)).toBeCloseTo(440, -1);
  });

  it.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), NOT_PLAYABLE],
    ['nothing', Buffer.alloc(0), NOT_PLAYABLE],
    ['an MP3 without frames', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000)]), NO_SOUND],
    ['an Ogg file that is broken', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(200, 7)]), NOT_PLAYABLE],
    ['an Ogg file without Opus', oggOf(tonePackets(3), { magic: 'vorbis00' }), NOT_PLAYABLE],
    ['an Ogg file with six channels', oggOf(tonePackets(3), { channels: 6 }), NOT_PLAYABLE],
    ['an Ogg file that ends behind its header', oggOf([]), NO_SOUND],
    ['an Ogg file with packets that are no Opus', oggOf([Buffer.from([0xff, 0xff, 0xff])]), NOT_PLAYABLE],
  ])('with %s is refused with a sentence', async (_what, file, problem) => {
    await expect(convert(file)).rejects.toThrow(problem);
  });

  it('that plays too long is refused, also when it is small', async () => {
    // 120 ms of nothing in three bytes.
    const nothing = Buffer.from([0x1b, 0x02, 0]);
    expect(packetSamples(nothing)).toBe(5760);
    const packets = Array.from({ length: MAX_TRACK_MS / 120 + 1 }, () => nothing);
    await expect(convert(oggOf(packets))).rejects.toThrow(TOO_LONG);
  });

  it('is told apart by its content', () => {
    expect(soundKind(MP3)).toBe('mp3');
    expect(soundKind(Buffer.from('ID3\x04'))).toBe('mp3');
    expect(soundKind(Buffer.from('OggS'))).toBe('ogg');
    expect(soundKind(Buffer.from('RIFF'))).toBeNull();
    // AAC begins with the same bits, of another layer.
    expect(soundKind(Buffer.from([0xff, 0xf1]))).toBeNull();
  });
});

describe('what a radio station sends', () => {
  const each = (packet: number, seconds: number, ms: number) =>
    Array.from({ length: (seconds * 1000) / ms }, () => Buffer.from([packet]));
  const HEADER = oggOf([]);
  // MPEG 2.5, layer III, 8 kbit/s at 8 kHz: 72 bytes for 72 ms of silence.
  const MP3_FRAME = Buffer.from([0xff, 0xe3, 0x18, 0xc0, ...Array.from({ length: 68 }, () => 0)]);

  it('is taken without an end when each piece plays for two minutes at most', async () => {
    const converter = await newStationConverter('ogg');
    converter.push(HEADER);
    for (let piece = 0; piece < 11; piece += 1)
      expect(converter.push(pagesOf(each(0xfc, MAX_PIECE_S, 20)))).toHaveLength(MAX_PIECE_S * 50);
    converter.free();
  });

  it.each([
    ['packets of one byte that stand for 60 ms', 'ogg', () => pagesOf(each(0x18, MAX_PIECE_S + 1, 60))],
    ['packets that are no Opus', 'ogg', () => pagesOf(Array.from({ length: 40 }, () => Buffer.from([0x1b, 63])))],
    ['small frames of MP3', 'mp3', () => Buffer.concat(Array.from({ length: 1800 }, () => MP3_FRAME))],
  ] as const)('is refused before it is converted when a piece has %s and plays for longer', async (_what, kind, piece) => {
    const converter = await newStationConverter(kind);
    if (kind === 'ogg') converter.push(HEADER);
    expect(() => converter.push(piece())).toThrow(CostlySound);
    converter.free();
  });
});

async function refusalsOf(pieces: readonly Buffer[]): Promise<unknown> {
  const [register = '', script = ''] = [
    '../../../../../deploy/register-swc.mjs',
    '../../../test/systems/station-refusals.ts',
  ].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const flags = ['--conditions=@kith/source', '--import', register, script];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...pieces.map((piece) => piece.toString('base64'))]);
  return JSON.parse(stdout);
}

describe('the thread of a radio station', () => {
  it('tells sound that would take too much time from what cannot be read, and takes all other sound', async () => {
    const costly = Array.from({ length: 2100 }, () => Buffer.from([0x18]));
    const pieces = [oggOf(costly), Buffer.from('no Ogg'), oggOf(tonePackets(3))];
    expect(await refusalsOf(pieces)).toEqual(['CostlySound', 'SoundProblem', null]);
  }, 20_000);
});

describe('packets of Opus', () => {
  it.each([
    [[0x00], 480],
    [[0x08], 960],
    [[0x18], 2880],
    [[0x60], 480],
    [[0x68], 960],
    [[0x80], 120],
    [[0xfc], 960],
    [[0xfd], 1920],
    [[0xff, 3], 2880],
    [[], 0],
  ])('that begin with %j have %i samples', (bytes, samples) => {
    expect(packetSamples(Uint8Array.from(bytes))).toBe(samples);
  });

  it('are the same after they were joined, cut anywhere and split', () => {
    const packets = tonePackets(5);
    const joined = joinPackets(packets);
    const first = splitPackets(joined.subarray(0, joined.length - 10));
    expect([...first.packets, ...splitPackets(Buffer.concat([first.rest, joined.subarray(-10)])).packets]).toEqual(packets);
  });

  it('at half the volume are half as loud, with the same tone; one that is no Opus stays', () => {
    const packets = tonePackets(50);
    const change = new VolumeChange();
    const half = packets.map((packet) => change.apply(packet, 50));
    expect(loudestOf(half) / loudestOf(packets)).toBeCloseTo(0.5, 1);
    expect(hzOf(half)).toBeCloseTo(440, -1);
    const noOpus = Buffer.from([0xff]);
    expect(change.apply(noOpus, 50)).toBe(noOpus);
    change.end();
  });
});
