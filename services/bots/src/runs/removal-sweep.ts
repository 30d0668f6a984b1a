import { LOGGER, Queues, type Logger } from '@kith/kit';
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
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((error: unknown) => this.logger.warn({ err: error }, 'removals not swept'));
    }, SWEEP_EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
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
