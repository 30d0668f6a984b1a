import { buffer } from 'node:stream/consumers';
import { FILES, Interval, LOGGER, type FileStore, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { PACKET_MS, SoundProblem } from './sound.js';
import { SoundThreads } from './sound-threads.js';
import { TrackStore, type Track } from './track-store.js';

const LOOK_EVERY_MS = 30_000;
const GONE = 'The file is gone. Please upload it again.';

/** Turns uploads into packets that Discord plays. */
@Injectable()
export class TrackPreparation {
  constructor(
    private readonly store: TrackStore,
    private readonly threads: SoundThreads,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves to why it cannot be played, null when it can. */
  async prepare(track: Track): Promise<string | null> {
    try {
      const file = await buffer(await this.files.get(track.fileKey));
      const { packets, count } = await this.threads.convert(file);
      await this.store.finish(track, packets, count * PACKET_MS);
      return null;
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      await this.store.fail(track.id, problem);
      return problem;
    }
  }

  /** Prepares what a process that ended has left. */
  @Interval(LOOK_EVERY_MS, 'the preparation of music')
  async prepareLeft(): Promise<void> {
    for (let track = await this.store.claim(); track; track = await this.store.claim()) {
      const { id, botId } = track;
      await this.prepare(track).catch((error: unknown) => this.logger.warn({ err: error, id, botId }, 'music not prepared'));
    }
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof SoundProblem) return error.message;
  return error instanceof AppError && error.code === 'NOT_FOUND' ? GONE : null;
}
