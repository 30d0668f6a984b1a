import { Interval, LOGGER, Queues, type Logger } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';

const SWEEP_EVERY_MS = 60_000;
// A removal takes three minutes: the second purge waits for what was still being written.
const GRACE_MS = 300_000;
const BATCH = 500;

/** Brings back the job of a removal that got lost with Redis' data, or that failed for good. */
@Injectable()
export class RemovalSweep {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a job per removal that is not purged five minutes after; answers how many there are. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of removals')
  async sweep(now = new Date()): Promise<number> {
    const due = await this.rows.find({
      select: { id: true },
      where: { deletedAt: LessThan(new Date(now.getTime() - GRACE_MS)) },
      order: { deletedAt: 'asc' },
      take: BATCH,
    });
    await Promise.all(
      due.map(({ id }) => this.queues.addAgain(queues.lifecycle, `remove-${id}`, { action: 'remove', botId: id }, now)),
    );
    if (due.length > 0) this.logger.info({ removals: due.length }, 'removals not purged yet');
    return due.length;
  }
}
