import { Interval } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { Systems } from '../systems.js';
import { MINI_GAMES_ID } from './definition.js';

const SWEEP_EVERY_MS = 1000;
const SWEPT_AT_ONCE = 500;
const DELETE_EVERY_MS = 3_600_000;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

const DUE_BOTS = 'select distinct bot_id as "botId" from runner.game where ended_at is null and attempt_at <= now()';
// Several replicas take different games; one whose job is lost is taken again after a minute.
const TAKE_DUE = `
  update runner.game set attempt_at = now() + interval '1 minute', attempts = attempts + 1
  where (bot_id, id) in (
    select bot_id, id from runner.game where ended_at is null and attempt_at <= now() and bot_id = any($2)
    order by attempt_at limit $1 for update skip locked)
  returning id, attempts, bot_id as "botId", owner_id as "ownerId", channel_id as "channelId", guild_id as "guildId"`;
// Also those of bots that did not come back: nobody waits for their end.
const DELETE_OLD = `
  delete from runner.game where (bot_id, id) in (
    select bot_id, id from runner.game where coalesce(ended_at, ends_at) < now() - interval '1 day' limit $1)`;

interface Due {
  readonly id: string;
  readonly attempts: number;
  readonly botId: string;
  readonly ownerId: string;
  readonly channelId: string;
  readonly guildId: string;
}

export const TIME_IS_UP = 'time-is-up';

/** Ends games whose time is up, also after the processes that started them ended or Redis lost its data. */
@Injectable()
export class GameClock {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly desired: DesiredBotsSource,
    private readonly systems: Systems,
  ) {}

  @Interval(SWEEP_EVERY_MS, 'the sweep of games whose time is up')
  async sweep(): Promise<void> {
    const playing = this.desired.withSystem(MINI_GAMES_ID);
    if (playing.size === 0) return;
    const dueBots = await this.database.query<{ botId: string }[]>(DUE_BOTS);
    const online = dueBots.map(({ botId }) => botId).filter((botId) => playing.has(botId));
    if (online.length === 0) return;
    const [due] = await this.database.query<[Due[], number]>(TAKE_DUE, [SWEPT_AT_ONCE, online]);
    for (const { id, attempts, guildId, channelId, ...owned } of due)
      await this.systems.add(owned, MINI_GAMES_ID, {
        eventId: `end-${id}-${attempts}`,
        guildId,
        channelId,
        name: TIME_IS_UP,
        data: { gameId: id },
      });
  }

  @Interval(DELETE_EVERY_MS, 'the sweep of ended games')
  async deleteOld(): Promise<void> {
    for (let count = BATCH; count === BATCH;) [, count] = await this.database.query<[unknown[], number]>(DELETE_OLD, [BATCH]);
  }
}
