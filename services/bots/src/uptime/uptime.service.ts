import type { bots, OutputOf, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { viewOf } from '../bot-view.js';
import { BotsService } from '../bots.service.js';
import { LiveFacts } from '../live-facts.js';

// Decision N2. The clock is ours, not the database's: a test can turn it.
const SHARE = `
  select 100 * sum(spent) filter (where is_ready) / nullif(sum(spent), 0) as share
  from (
    select is_ready,
      extract(epoch from least(coalesce(ended_at, $2), $2) - greatest(started_at, $2::timestamptz - interval '7 days')) as spent
    from bots.run_period
    where bot_id = $1 and started_at < $2 and (ended_at is null or ended_at > $2::timestamptz - interval '7 days')
  ) period`;

/** How much of the time in which a companion shall be on Discord it is there. */
@Injectable()
export class UptimeService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly facts: LiveFacts,
  ) {}

  async uptime({ actor, botId }: ParsedInputOf<typeof bots.uptime>, now = new Date()): Promise<OutputOf<typeof bots.uptime>> {
    const bot = await this.bots.ownBot(actor, botId);
    const [[row], areRunnersUp] = await Promise.all([
      this.database.query<{ share: string | null }[]>(SHARE, [botId, now]),
      this.facts.areRunnersUp(),
    ]);
    const { model, status } = viewOf(bot, { messageCount: null, areRunnersUp });
    // Bounded for what rounding may add; 0 when it was never wanted.
    const uptime = Math.min(100, Math.max(0, Math.round(Number(row?.share ?? 0) * 100) / 100));
    return { uptime, status, model };
  }
}
