import { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { LOGGER, errorText, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { SoundThreads } from '../sound-threads.js';
import { RadioConnections } from './radio-connections.js';
import { BATCH, stationBatches } from './station-batches.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';
import { StationStore } from './station-store.js';

/** Each holds a connection and a thread. */
export const MAX_STATIONS_PER_PROCESS = 8;
export const MAX_STATIONS_PER_OWNER = 2;
/** Batches that are read before they are played; stations send some seconds at once in the beginning. */
const BUFFERED_BATCHES = 20;
/** While nothing comes, so that the player does not take it for the end. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const SILENCE_AFTER_MS = 1000;

export interface Listening {
  /** In percent; asked for again and again. */
  volume(): number;
  /** The station ends with a sentence for those who listen. */
  onProblem(problem: string): void;
}

interface Playing {
  readonly botId: string;
  readonly stationId: string;
  readonly ownerId: string;
  readonly address: string;
}

/** The sound of radio stations. */
@Injectable()
export class RadioSound {
  /** How many stations play, by the owner. */
  private readonly playing = new Map<string, number>();

  constructor(
    private readonly stations: StationStore,
    private readonly connections: RadioConnections,
    private readonly threads: SoundThreads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The packets of a station as it sends them now, until they are destroyed or the station cannot be played; null for one that was deleted. */
  async open(
    { botId, stationId }: { readonly botId: string; readonly stationId: string },
    listening: Listening,
  ): Promise<Readable | null> {
    const source = await this.stations.sourceOf(botId, stationId);
    if (source === null) return null;
    return Readable.from(this.packets({ botId, stationId, ...source }, listening), { objectMode: true, highWaterMark: BATCH });
  }

  private async *packets(
    { botId, stationId, ownerId, address }: Playing,
    { volume, onProblem }: Listening,
  ): AsyncGenerator<Buffer, void> {
    const refusal = this.begin(ownerId);
    if (refusal !== null) return onProblem(refusal);
    const ends = new AbortController();
    const player = this.threads.newPlayer();
    const source = {
      connect: (signal: AbortSignal) => this.connections.open(address, signal),
      convert: this.threads.newStation.bind(this.threads),
    };
    const batches = Readable.from(stationBatches(source, ends.signal), { objectMode: true, highWaterMark: BUFFERED_BATCHES });
    batches.on('error', () => undefined);
    try {
      for await (const batch of withSilence(batches)) yield* await this.threads.changeVolume(player, batch, volume());
    } catch (error) {
      this.logger.info({ botId, stationId, reason: errorText(error) }, 'radio station ended');
      onProblem(error instanceof StationProblem ? error.message : STATION_TEXTS.lost);
    } finally {
      ends.abort();
      batches.destroy();
      this.threads.endPlayer(player);
      this.end(ownerId);
    }
  }

  /** Why another station must not begin; null when it has begun. */
  private begin(ownerId: string): string | null {
    const ofOwner = this.playing.get(ownerId) ?? 0;
    if (ofOwner >= MAX_STATIONS_PER_OWNER) return STATION_TEXTS.tooManyOfOwner;
    const all = [...this.playing.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_STATIONS_PER_PROCESS) return STATION_TEXTS.tooMany;
    this.playing.set(ownerId, ofOwner + 1);
    return null;
  }

  private end(ownerId: string): void {
    const left = (this.playing.get(ownerId) ?? 1) - 1;
    if (left > 0) this.playing.set(ownerId, left);
    else this.playing.delete(ownerId);
  }
}

async function* withSilence(batches: Readable): AsyncGenerator<Buffer[], void> {
  const iterator = batches[Symbol.asyncIterator]() as AsyncIterator<Buffer[], undefined>;
  let next = iterator.next();
  for (;;) {
    const waiting = new AbortController();
    const silence = after(SILENCE_AFTER_MS, null, { signal: waiting.signal, ref: false }).catch(() => null);
    const result = await Promise.race([next, silence]);
    waiting.abort();
    if (result === null) {
      yield [SILENCE];
      continue;
    }
    if (result.done === true) return;
    next = iterator.next();
    // It is awaited when the batch was played.
    next.catch(() => undefined);
    yield result.value;
  }
}
