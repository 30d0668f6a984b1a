import { buffer } from 'node:stream/consumers';
import { FairScheduler, FILES, Interval, LOGGER, type FileStore, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { FieldProblem } from '../field-problem.js';
import { MUSIC_BOT_ID } from './definition.js';
import { PACKET_MS, SoundProblem } from './packets.js';
import { SoundThreads } from './sound-threads.js';
import { TrackStore, type Track } from './track-store.js';

const LOOK_EVERY_MS = 30_000;
/** Of the looks, where no bot with the system is to be online: the owner of one may have uploaded something all the same. */
const EVERY_NTH_LOOK = 20;
/** One file at a time is in memory. What does not find a place among the waiting stays in the database until `prepareLeft` finds it. */
const TURNS = { capacity: 1, maxWaiting: 100, maxWaitingPerKey: 5 };
const GONE = 'The file is gone. Please upload it again.';

/** Turns uploads into packets that Discord plays. */
@Injectable()
export class TrackPreparation implements OnModuleDestroy {
  private readonly turns = new FairScheduler(TURNS);
  private isEnding = false;
  private looks = 0;

  constructor(
    private readonly store: TrackStore,
    private readonly threads: SoundThreads,
    private readonly desired: DesiredBotsSource,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isEnding = true;
    this.turns.close();
  }

  /**
   * Resolves to why it cannot be played, null when it can, undefined when it was deleted or somebody else prepares it. Throws RATE_LIMITED and OVERLOADED
   * when too many wait, UNAVAILABLE when the process ends; then it is prepared later.
   */
  prepare(track: Track): Promise<string | null | undefined> {
    return this.turns.run({ key: track.ownerId }, () => this.prepareNow(track));
  }

  /** Prepares what a process that ended has left. */
  @Interval(LOOK_EVERY_MS, 'the preparation of music')
  async prepareLeft(): Promise<void> {
    const isDue = this.looks++ % EVERY_NTH_LOOK === 0;
    if (!isDue && this.desired.withSystem(MUSIC_BOT_ID).size === 0) return;
    for (let track = await this.store.claim(); track && !this.isEnding; track = await this.store.claim()) {
      const { id, botId } = track;
      await this.prepare(track).catch((error: unknown) => this.logger.warn({ err: error, id, botId }, 'music not prepared'));
    }
  }

  private async prepareNow(track: Track): Promise<string | null | undefined> {
    if (!(await this.store.begin(track))) return undefined;
    try {
      const file = await buffer(await this.files.get(track.fileKey));
      const { packets, count } = await this.threads.convert(file);
      await this.store.finish(track, packets, count * PACKET_MS);
      return null;
    } catch (error) {
      const problem = problemOf(error);
      // The threads of a process that ends are stopped: nothing is wrong with the file.
      if (problem === null || this.isEnding) throw error;
      await this.store.fail(track.id, problem);
      return problem;
    }
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof SoundProblem || error instanceof FieldProblem) return error.message;
  return error instanceof AppError && error.code === 'NOT_FOUND' ? GONE : null;
}
