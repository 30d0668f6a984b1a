import { FairScheduler } from '@kith/kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { FieldProblem } from '../../field-problem.js';
import { SoundThreads } from '../sound-threads.js';
import { RadioConnections } from './radio-connections.js';
import { connectionBatches } from './station-batches.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';
import { StationStore } from './station-store.js';

/** Owners wait for the answer, which has to come within 15 seconds. */
const TRIAL_TIMEOUT_MS = 9000;
const TRIALS = { capacity: 4, maxWaiting: 20, maxWaitingPerKey: 2, maxRunningPerKey: 1 };
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

  constructor(
    private readonly stations: StationStore,
    private readonly connections: RadioConnections,
    private readonly threads: SoundThreads,
  ) {}

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
      await this.trials.run({ key: ownerId }, () => this.listen(address));
      await this.stations.add({ botId, ownerId, name, address });
    } catch (error) {
      throw error instanceof StationProblem ? new FieldProblem('address', error.message) : error;
    }
  }

  /** Throws StationProblem unless sound comes. */
  private async listen(address: string): Promise<void> {
    const signal = AbortSignal.timeout(TRIAL_TIMEOUT_MS);
    const source = {
      connect: (ends: AbortSignal) => this.connections.open(address, ends),
      convert: this.threads.newStation.bind(this.threads),
    };
    try {
      for await (const _packets of connectionBatches(source, signal, TRIAL_TIMEOUT_MS)) return;
    } catch (error) {
      throw signal.aborted ? new StationProblem(STATION_TEXTS.tooSlow) : error;
    }
    throw new StationProblem(STATION_TEXTS.noSound);
  }
}
