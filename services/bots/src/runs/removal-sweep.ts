import { LOGGER, Queues, repeat, type Logger, type Repetition } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';

const SWEEP_EVERY_MS = 60_000;
// A removal takes three minutes: the second purge waits for what was still being written.
const GRACE_MS = 300_000;
const BATCH = 500;
const HOUR_MS = 3_600_000;

/** Brings back the job of a removal that got lost with Redis' data, or that failed for good. */
@Injectable()
export class RemovalSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private repetition: Repetition | undefined;

  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.repetition = repeat('the sweep of removals', SWEEP_EVERY_MS, () => this.sweep(), this.logger);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repetition?.stop();
  }

  /** Adds a job per removal that is not purged five minutes after; answers how many there are. */
  async sweep(now = new Date()): Promise<number> {
    const due = await this.rows.find({
      select: { id: true },
      where: { deletedAt: LessThan(new Date(now.getTime() - GRACE_MS)) },
      order: { deletedAt: 'asc' },
      take: BATCH,
    });
    // The hour in the id: replicas that sweep together add one job, and a job that failed for good gets a successor.
    const hour = Math.floor(now.getTime() / HOUR_MS);
    await Promise.all(
      due.map(({ id }) => this.queues.add(queues.lifecycle, `remove-${id}-sweep${hour}`, { action: 'remove', botId: id })),
    );
    if (due.length > 0) this.logger.info({ removals: due.length }, 'removals not purged yet');
    return due.length;
  }
}
