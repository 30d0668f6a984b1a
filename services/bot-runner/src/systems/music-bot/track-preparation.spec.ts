import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { FileStore, Logger } from '@kith/kit';
import { FieldProblem } from '../field-problem.js';
import { NOT_PLAYABLE, SoundProblem } from './packets.js';
import type { SoundThreads } from './sound-threads.js';
import type { DesiredBotsSource } from '../../connections/desired-bots.js';
import { TrackPreparation } from './track-preparation.js';
import type { Track, TrackStore } from './track-store.js';

const trackOf = (ownerId: string, id: string): Track => ({
  id,
  ownerId,
  botId: 'bot',
  title: id,
  state: 'preparing',
  problem: null,
  fileKey: id,
  bytes: 1,
  durationMs: 0,
  attempts: 0,
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function aPreparation(deleted: readonly string[] = [], problem: Error | null = null) {
  const read: string[] = [];
  const failed: string[][] = [];
  const conversions: { end(): void; fail(error: Error): void }[] = [];
  const store: Pick<TrackStore, 'begin' | 'finish' | 'fail'> = {
    begin: ({ id }) => Promise.resolve(!deleted.includes(id)),
    finish: () => (problem ? Promise.reject(problem) : Promise.resolve()),
    fail: (id, why) => Promise.resolve(void failed.push([id, why])),
  };
  const threads: Pick<SoundThreads, 'convert'> = {
    convert: () =>
      new Promise((resolve, reject) =>
        conversions.push({ end: () => resolve({ packets: Buffer.alloc(0), count: 0 }), fail: reject }),
      ),
  };
  const files = { get: (key: string) => (read.push(key), Promise.resolve(Readable.from([Buffer.from('sound')]))) };
  const preparation = new TrackPreparation(
    store as TrackStore,
    threads as SoundThreads,
    {} as DesiredBotsSource,
    files as unknown as FileStore,
    {} as Logger,
  );
  const convertAll = async (): Promise<void> => {
    for (let next = 0; next < conversions.length; next++) {
      conversions[next]?.end();
      for (let step = 0; step < 5; step++) await settled();
    }
  };
  return { preparation, read, failed, conversions, convertAll };
}

describe('the preparation of music', () => {
  it('has one file at a time in memory, takes owners in turn, and leaves out what was deleted while it waited', async () => {
    const { preparation, read, conversions, convertAll } = aPreparation(['a2']);
    const prepared = [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
    ].map(([owner = '', id = '']) => preparation.prepare(trackOf(owner, id)));
    for (let step = 0; step < 5; step++) await settled();
    expect([read, conversions.length]).toEqual([['a1'], 1]);
    await convertAll();
    expect(await Promise.all(prepared)).toEqual([null, undefined, null, null]);
    expect(read).toEqual(['a1', 'b1', 'a3']);
  });

  it('lets a few tracks of one owner wait, refuses more for now, and still takes those of others', async () => {
    const { preparation, convertAll } = aPreparation();
    const own = Array.from({ length: 8 }, (_, index) => preparation.prepare(trackOf('a', `a${index}`)));
    const outcomes = Promise.allSettled(own);
    const other = preparation.prepare(trackOf('b', 'b'));
    for (let step = 0; step < 5; step++) await settled();
    await convertAll();
    expect(await other).toBeNull();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 6 }, () => 'fulfilled'),
      'rejected',
      'rejected',
    ]);
  });

  it('says what is wrong with a file or that it is too much, but not when its thread ended together with the process', async () => {
    const tooMuch = aPreparation([], new FieldProblem('file', 'too much'));
    const refused = tooMuch.preparation.prepare(trackOf('a', 'a'));
    for (let step = 0; step < 5; step++) await settled();
    await tooMuch.convertAll();
    expect([await refused, tooMuch.failed]).toEqual(['too much', [['a', 'too much']]]);
    const { preparation, conversions, failed } = aPreparation();
    const brokenOff = preparation.prepare(trackOf('a', 'a'));
    const waiting = preparation.prepare(trackOf('a', 'b'));
    const outcomes = Promise.allSettled([brokenOff, waiting]);
    for (let step = 0; step < 5; step++) await settled();
    preparation.onModuleDestroy();
    conversions[0]?.fail(new SoundProblem(NOT_PLAYABLE));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(failed).toEqual([]);
  });
});
