import { setTimeout as after } from 'node:timers/promises';
import { CostlySound, PACKET_MS, SoundProblem } from '../packets.js';
import type { StationThread } from '../sound-threads.js';
import type { RadioConnection } from './radio-connections.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';

/** Packets that are passed on together: half a second. */
export const BATCH = 25;
/** A title in an Ogg stream may have a picture. */
const MAX_BYTES_WITHOUT_SOUND = 1024 * 1024;

/** Where the sound of a station comes from. */
export interface StationSource {
  /** Throws StationProblem. */
  connect(signal: AbortSignal): Promise<RadioConnection>;
  convert(kind: RadioConnection['kind']): StationThread;
}

export interface RadioTimes {
  /** So long a connection may be without sound while more is asked for. */
  readonly stallMs: number;
  /** Before each further attempt to connect. */
  readonly retryMs: readonly number[];
  /** After so much sound the attempts are counted anew, except those that ended with sound that takes too much time of a processor. */
  readonly steadyMs: number;
}

export const RADIO_TIMES: RadioTimes = { stallMs: 10_000, retryMs: [1000, 2000, 5000, 10_000, 20_000], steadyMs: 60_000 };

/**
 * What a station sends, as packets of 20 ms, at most BATCH at a time; connects again when the connection ends or there is no sound. Reads no faster than it is
 * asked. Throws StationProblem when the station cannot be played at all, or is lost for good; ends with `signal`.
 */
export async function* stationBatches(
  source: StationSource,
  signal: AbortSignal,
  times: RadioTimes = RADIO_TIMES,
): AsyncGenerator<Buffer[], void> {
  let hasSounded = false;
  let costly = 0;
  for (let failures = 0; ; failures += 1) {
    let heardMs = 0;
    try {
      for await (const packets of connectionBatches(source, signal, times.stallMs)) {
        hasSounded = true;
        heardMs += packets.length * PACKET_MS;
        if (heardMs >= times.steadyMs) failures = costly;
        yield packets;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!hasSounded && error instanceof StationProblem) throw error;
      if (error instanceof StationProblem && error.cause instanceof CostlySound) costly += 1;
    }
    const waitMs = times.retryMs[failures];
    if (waitMs === undefined) throw new StationProblem(STATION_TEXTS.lost);
    await after(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

/** What a station sends over one connection; ends when the station closes it. Throws StationProblem. */
export async function* connectionBatches(
  { connect, convert }: StationSource,
  signal: AbortSignal,
  stallMs: number,
): AsyncGenerator<Buffer[], void> {
  const ended = new AbortController();
  const { kind, body } = await connect(AbortSignal.any([signal, ended.signal]));
  const thread = convert(kind);
  const pieces = body[Symbol.asyncIterator]();
  let waitedMs = 0;
  let bytes = 0;
  try {
    for (;;) {
      const askedAtMs = Date.now();
      const piece = await within(pieces.next(), signal, stallMs - waitedMs);
      if (piece.done === true) return;
      // The thread has a limit of its own, which tells costly sound from none.
      const packets = await within(thread.push(piece.value), signal);
      const hasSound = packets.length > 0;
      waitedMs = hasSound ? 0 : waitedMs + Date.now() - askedAtMs;
      bytes = hasSound ? 0 : bytes + piece.value.length;
      if (bytes > MAX_BYTES_WITHOUT_SOUND) throw new StationProblem(STATION_TEXTS.noSound);
      for (let at = 0; at < packets.length; at += BATCH) yield packets.slice(at, at + BATCH);
    }
  } catch (error) {
    throw error instanceof SoundProblem ? new StationProblem(STATION_TEXTS.noSound, { cause: error }) : error;
  } finally {
    ended.abort();
    body.destroy();
    thread.end();
  }
}

/** Throws at once when the signal is aborted, and StationProblem when the work takes longer than `ms`. */
function within<T>(work: Promise<T>, signal: AbortSignal, ms?: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const onAbort = (): void => fail(new Error('nobody listens any more'));
    const timer =
      ms === undefined ? undefined : setTimeout(() => fail(new StationProblem(STATION_TEXTS.noSound)), Math.max(0, ms)).unref();
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    work.then((value) => {
      end();
      resolve(value);
    }, fail);
  });
}
