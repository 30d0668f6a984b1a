import { Events, LOGGER, Queues, type Logger } from '@kith/kit';
import { events, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockUser } from '../user-lock.js';
import { Standings } from './standings.js';

const BATCH = 500;
// 'free' is what everybody is without being told.
const TELL = `
  insert into billing.plan_told as t (user_id, plan)
    select $1::uuid, $2 where $2 <> 'free' or exists (select from billing.plan_told where user_id = $1::uuid)
  on conflict (user_id) do update set plan = excluded.plan, version = t.version + 1 where t.plan <> excluded.plan
  returning version`;

/** Tells everybody who must know when the plan in force of a user is another one. */
@Injectable()
export class PlanWatch {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly standings: Standings,
    private readonly queues: Queues,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tells about one user, if there is something to tell. Never throws: what could not be told now the next sweep tells. */
  async tell(userId: string): Promise<boolean> {
    try {
      if (!(await this.tellBots(userId))) return false;
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'change of a plan not told yet');
      return false;
    }
    await this.events.publish(events.actorDropped, { userId });
    await this.events.publish(events.usageChanged, { userId });
    return true;
  }

  /** Tells what time alone has changed, and what was lost; answers about how many users. */
  async sweep(): Promise<number> {
    const changed = await this.standings.changed(BATCH);
    let told = 0;
    for (const userId of changed) if (await this.tell(userId)) told += 1;
    return told;
  }

  /** The job is added before the commit: rather told twice, under one id, than never. */
  private tellBots(userId: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await lockUser(manager, userId);
      const { plan } = await this.standings.of(userId, manager);
      const [told] = await manager.query<{ version: number }[]>(TELL, [userId, plan]);
      if (!told) return false;
      await this.queues.add(queues.planChanges, `plan-${userId}-${told.version}`, { userId });
      return true;
    });
  }
}
