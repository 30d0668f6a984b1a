import { Interval, LOGGER, Queues, type Logger } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { User } from '../user.entity.js';

const SWEEP_EVERY_MS = 60_000;
// A removal takes a minute and a bit.
const GRACE_MS = 300_000;
const BATCH = 500;

/** Brings back the job of a removal that got lost with Redis' data, or that failed for good. */
@Injectable()
export class RemovalSweep {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a job per account that is still there five minutes after; answers how many there are. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of removed accounts')
  async sweep(now = new Date()): Promise<number> {
    const due = await this.users.find({
      select: { id: true },
      where: { removedAt: LessThan(new Date(now.getTime() - GRACE_MS)) },
      withDeleted: true,
      order: { removedAt: 'asc' },
      take: BATCH,
    });
    await Promise.all(due.map(({ id }) => this.queues.addAgain(queues.accountRemovals, id, { userId: id }, now)));
    if (due.length > 0) this.logger.info({ removals: due.length }, 'accounts not purged yet');
    return due.length;
  }
}
