import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { CostlySound, SoundProblem } from '../packets.js';
import type { StationThread } from '../sound-threads.js';
import { stationBatches, type RadioTimes, type StationSource } from './station-batches.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';

const TIMES: RadioTimes = { stallMs: 60, retryMs: [1, 1], steadyMs: 100 };

type Sending = () => AsyncGenerator<Buffer, void>;
const packets = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => 1));
async function* nothing(): AsyncGenerator<Buffer, void> {}
async function* sound(count: number): AsyncGenerator<Buffer, void> {
  yield packets(count);
}
async function* soundThenNothing(count: number): AsyncGenerator<Buffer, void> {
  yield packets(count);
  await new Promise(() => undefined);
}
async function* soundThen(count: number, last: number): AsyncGenerator<Buffer, void> {
  yield packets(count);
  yield Buffer.from([last]);
}
async function* noise(bytes: number): AsyncGenerator<Buffer, void> {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536);
}

const BROKEN = 9;
const COSTLY = 8;
const UNENDING = 7;

/** A station whose connections send one after the other; each byte of 1 is a packet. */
function aStation(...connections: (Sending | StationProblem)[]) {
  const state = { attempts: 0, open: 0, threads: 0, converting: 0 };
  const source: StationSource = {
    connect: (signal) => {
      const next = connections[state.attempts];
      state.attempts += 1;
      if (!next || next instanceof StationProblem) return Promise.reject(next ?? new StationProblem(STATION_TEXTS.unreachable));
      state.open += 1;
      const body = Readable.from(next(), { signal });
      body.on('error', () => undefined).once('close', () => (state.open -= 1));
      return Promise.resolve({ kind: 'mp3', body });
    },
    convert: (): StationThread => {
      state.threads += 1;
      return {
        push: (bytes) => {
          if (bytes[0] === BROKEN) return Promise.reject(new SoundProblem('no sound'));
          if (bytes[0] === COSTLY) return Promise.reject(new CostlySound('too much sound'));
          state.converting += 1;
          if (bytes[0] === UNENDING) return new Promise(() => undefined);
          return Promise.resolve([...bytes].filter((byte) => byte === 1).map((byte) => Buffer.from([byte])));
        },
        end: () => (state.threads -= 1),
      };
    },
  };
  return { source, state };
}

async function heard(source: StationSource, signal = new AbortController().signal) {
  const batches: number[] = [];
  const problem = await (async () => {
    for await (const batch of stationBatches(source, signal, TIMES)) batches.push(batch.length);
  })().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  return { batches, problem };
}

describe('a radio station', () => {
  it('is connected to again when it ends its connection, fails or sends no sound, until it does not answer any more', async () => {
    const { source, state } = aStation(
      () => sound(60),
      () => soundThenNothing(3),
      () => sound(1),
      () => nothing(),
      new StationProblem(STATION_TEXTS.status(503)),
      () => soundThenNothing(2),
    );
    const { batches, problem } = await heard(source);
    // Two attempts after each sound that was long enough, then no more.
    expect([batches, problem]).toEqual([[25, 25, 10, 3, 1], STATION_TEXTS.lost]);
    expect(state).toMatchObject({ attempts: 3, threads: 0 });
  });

  it('counts the attempts anew after it was heard for a while', async () => {
    const steady = Array.from({ length: 6 }, () => () => sound(5));
    const { source, state } = aStation(...steady);
    const { batches, problem } = await heard(source);
    expect([batches, problem, state.attempts]).toEqual([[5, 5, 5, 5, 5, 5], STATION_TEXTS.lost, 8]);
  });

  it.each([
    ['takes too much time of a processor is given up like one that is never heard for a while', COSTLY, TIMES.retryMs.length + 1],
    ['cannot be converted is connected to again', BROKEN, 6],
  ])('that is heard for a while, then sends sound that %s', async (_what, last, connected) => {
    const { source, state } = aStation(...Array.from({ length: 6 }, () => () => soundThen(5, last)));
    const { batches, problem } = await heard(source);
    expect([batches.length, problem]).toEqual([connected, STATION_TEXTS.lost]);
    expect(state.threads).toBe(0);
  });

  it.each([
    ['is not allowed', new StationProblem(STATION_TEXTS.notAllowed), STATION_TEXTS.notAllowed],
    ['sends what is no sound', () => noise(2_000_000), STATION_TEXTS.noSound],
    [
      'sends what cannot be converted',
      () => Readable.from([Buffer.from([BROKEN])]) as unknown as AsyncGenerator<Buffer, void>,
      STATION_TEXTS.noSound,
    ],
    ['sends nothing', () => soundThenNothing(0), STATION_TEXTS.noSound],
  ])('that %s is not tried again, and the reason is told', async (_what, answer, problem) => {
    const { source, state } = aStation(answer, () => sound(1));
    expect(await heard(source)).toEqual({ batches: [], problem });
    expect(state).toMatchObject({ attempts: 1, threads: 0 });
  });

  it('is left, with its connection and its thread, when nobody listens any more, also while it says nothing', async () => {
    const { source, state } = aStation(() => soundThenNothing(1));
    const ends = new AbortController();
    const batches = stationBatches(source, ends.signal, { ...TIMES, stallMs: 60_000 });
    expect((await batches.next()).value).toHaveLength(1);
    const next = batches.next();
    ends.abort();
    expect((await next).done).toBe(true);
    expect([state.threads, state.attempts]).toEqual([0, 1]);
  });

  it('is left at once when nobody listens any more while a piece of it is being converted', async () => {
    const { source, state } = aStation(() => soundThen(1, UNENDING));
    const ends = new AbortController();
    const batches = stationBatches(source, ends.signal, TIMES);
    await batches.next();
    const next = batches.next();
    await waitFor('the second piece', () => state.converting === 2);
    ends.abort();
    expect((await next).done).toBe(true);
    expect([state.threads, state.attempts]).toEqual([0, 1]);
  });

  it('is read no faster than its sound is asked for', async () => {
    let sent = 0;
    async function* flood(): AsyncGenerator<Buffer, void> {
      for (; sent < 1000; sent += 1) yield packets(25);
    }
    const { source } = aStation(() => flood());
    const ends = new AbortController();
    const batches = stationBatches(source, ends.signal, TIMES);
    for (let index = 0; index < 3; index += 1) await batches.next();
    await new Promise((resolve) => setTimeout(resolve, 30));
    // What a stream of Node reads ahead.
    expect(sent).toBeLessThan(30);
    ends.abort();
    await batches.return();
  });
});
