import { Interval } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Session } from '../session.entity.js';
import { ENDED } from '../sessions.service.js';

const SWEEP_EVERY_MS = 300_000;
// Less than a second's work: a start must never wait for a table that has grown for years, nor a statement run into its timeout.
const BATCH = 5000;

/** Removes the ended sessions of users who never came back. */
@Injectable()
export class SessionSweep {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  /** One batch; answers how many it removed. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of ended sessions')
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
