import { Events, LOGGER, Queues, type Logger } from '@kith/kit';
import { events, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockUser } from '../locks.js';
import { Entitlements } from './entitlements.js';

// A user without a row has the plan free, which needs no announcement.
const STORE_IF_CHANGED = `
  insert into billing.announced_plan as t (user_id, plan)
    select $1::uuid, $2 where $2 <> 'free' or exists (select from billing.announced_plan where user_id = $1::uuid)
  on conflict (user_id) do update set plan = excluded.plan, version = t.version + 1 where t.plan <> excluded.plan
  returning version`;

/** Announces changes of the plan in force: one job for the bots and two events for caches and live screens. */
@Injectable()
export class PlanChangePublisher {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly entitlements: Entitlements,
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Announces the plan of a user if it differs from the one announced last; returns whether it did. Never throws: what could not be
   * announced is announced by the next sweep.
   */
  async publishIfChanged(userId: string): Promise<boolean> {
    try {
      if (!(await this.addJobIfChanged(userId))) return false;
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'plan change not announced yet');
      return false;
    }
    await this.events.publish(events.actorDropped, { userId });
    await this.events.publish(events.usageChanged, { userId });
    return true;
  }

  /** Announces changes of these users that happened by time alone or whose announcement failed; returns for how many of them. */
  async publishMissed(userIds: readonly string[]): Promise<number> {
    let published = 0;
    for (const userId of await this.entitlements.findUnannounced(userIds))
      if (await this.publishIfChanged(userId)) published += 1;
    return published;
  }

  /** The job is added before the commit: a failure then repeats it under the same job id instead of losing it. */
  private addJobIfChanged(userId: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await lockUser(manager, userId);
      const { plan } = await this.entitlements.of(userId, manager);
      const [stored] = await manager.query<{ version: number }[]>(STORE_IF_CHANGED, [userId, plan]);
      if (!stored) return false;
      await this.queues.add(queues.planChanges, `plan-${userId}-${stored.version}`, { userId });
      return true;
    });
  }
}
