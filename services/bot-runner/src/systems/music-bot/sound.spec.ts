import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { oggOf, tonePackets, hzOf, loudestOf } from '../../../test/systems/sounds.js';
import {
  convert,
  joinPackets,
  MAX_TRACK_MS,
  NO_SOUND,
  NOT_PLAYABLE,
  packetSamples,
  PACKET_MS,
  soundKind,
  splitPackets,
  TOO_LONG,
  VolumeChange,
} from './sound.js';

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
