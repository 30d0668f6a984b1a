import { FairScheduler, RateLimiter, REDIS } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { FieldProblem } from '../../field-problem.js';
import { SoundThreads } from '../sound-threads.js';
import { RadioConnections } from './radio-connections.js';
import { connectionBatches } from './station-batches.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';
import { StationStore } from './station-store.js';

/** For the turn and the trial together: owners wait for the answer, which has to come within 15 seconds. */
const TRIAL_TIMEOUT_MS = 11_000;
const NO_SOUND_AFTER_MS = 9000;
const TRIALS = { capacity: 4, maxWaiting: 20, maxWaitingPerKey: 2, maxRunningPerKey: 1 };
/** Each holds a connection and a thread for some seconds. */
const TRIALS_OF_OWNER = { name: 'runner-station-trials', points: 20, windowS: 3600, wait: 'window' } as const;
const MAX_ADDRESS_CHARS = 500;

interface NewStation {
  readonly botId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly address: string;
}

/** Takes the radio stations of owners, when they can be played. */
@Injectable()
export class StationSetup implements OnModuleDestroy {
  private readonly trials = new FairScheduler(TRIALS);
  private readonly ofOwner: RateLimiter;

  constructor(
    private readonly stations: StationStore,
    private readonly connections: RadioConnections,
    private readonly threads: SoundThreads,
    @Inject(REDIS) redis: Redis,
  ) {
    this.ofOwner = new RateLimiter(redis, TRIALS_OF_OWNER);
  }

  onModuleDestroy(): void {
    this.trials.close();
  }

  /** Listens to the station before it is kept. Throws FieldProblem, RATE_LIMITED, OVERLOADED. */
  async add({ botId, ownerId, name, address: typed }: NewStation): Promise<void> {
    if (name === '') throw new FieldProblem('name', 'Please give it a name.');
    if (typed.length > MAX_ADDRESS_CHARS)
      throw new FieldProblem('address', `An address has at most ${MAX_ADDRESS_CHARS} characters.`);
    try {
      const address = this.connections.check(typed.trim());
      await this.ofOwner.consume(ownerId);
      const signal = this.deadline();
      await this.trials.run({ key: ownerId, signal }, () => this.listen(address, signal));
      await this.stations.add({ botId, ownerId, name, address }, signal);
    } catch (error) {
      if (error instanceof StationProblem) throw new FieldProblem('address', error.message);
      // Its turn did not come in time.
      throw error instanceof AppError && error.code === 'CANCELLED' ? new AppError('OVERLOADED') : error;
    }
  }

  // Tests replace it.
  protected deadline(): AbortSignal {
    return AbortSignal.timeout(TRIAL_TIMEOUT_MS);
  }

  /** Throws StationProblem unless sound comes. */
  private async listen(address: string, signal: AbortSignal): Promise<void> {
    const source = {
      connect: (ends: AbortSignal) => this.connections.open(address, ends),
      convert: this.threads.newStation.bind(this.threads),
    };
    try {
      for await (const _packets of connectionBatches(source, signal, NO_SOUND_AFTER_MS)) return;
    } catch (error) {
      throw signal.aborted ? new StationProblem(STATION_TEXTS.tooSlow) : error;
    }
    throw new StationProblem(STATION_TEXTS.noSound);
  }
}
