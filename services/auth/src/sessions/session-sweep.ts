import { LOGGER, repeat, type Logger, type Repetition } from '@kith/kit';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Session } from '../session.entity.js';
import { ENDED } from '../sessions.service.js';

const SWEEP_EVERY_MS = 300_000;
// Less than a second's work: a start must never wait for a table that has grown for years, nor a statement run into its timeout.
const BATCH = 5000;

/** Removes the ended sessions of users who never came back. */
@Injectable()
export class SessionSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private repetition: Repetition | undefined;

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repetition = repeat('the sweep of ended sessions', SWEEP_EVERY_MS, () => this.sweep(), this.logger);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repetition?.stop();
  }

  /** One batch; answers how many it removed. */
  async sweep(batch = BATCH): Promise<number> {
    const { affected } = await this.sessions
      .createQueryBuilder()
      .delete()
      // Replicas that sweep together take different ones.
      .where(`id in (select id from auth.session where ${ENDED} limit :batch for update skip locked)`, { batch })
      .execute();
    return affected ?? 0;
  }
}
