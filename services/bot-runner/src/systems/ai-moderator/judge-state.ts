import { Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { JudgeServerEntity } from './judge-server.entity.js';

interface Server {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}

interface Counted {
  readonly judged?: number;
  readonly reported?: number;
  readonly skipped?: number;
  readonly requests?: number;
}

const WRITE_EVERY_MS = 2000;
/** While Postgres is away; what is skipped in further servers is not counted. */
const MAX_BUFFERED = 5000;

// A new day begins with new counts.
const COUNT = `
  insert into runner.judge_server as s (bot_id, owner_id, guild_id, day, judged, reported, skipped, requests)
  select bot_id, owner_id, guild_id, (now() at time zone 'utc')::date, judged, reported, skipped, requests
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
    as c(bot_id, owner_id, guild_id, judged, reported, skipped, requests)
  order by bot_id, guild_id
  on conflict (bot_id, guild_id) do update set
    judged = excluded.judged + case when s.day = excluded.day then s.judged else 0 end,
    reported = excluded.reported + case when s.day = excluded.day then s.reported else 0 end,
    skipped = excluded.skipped + case when s.day = excluded.day then s.skipped else 0 end,
    requests = excluded.requests + case when s.day = excluded.day then s.requests else 0 end,
    failure = case when excluded.judged > 0 then null else s.failure end,
    day = excluded.day, owner_id = excluded.owner_id`;
const FAIL = `update runner.judge_server set failure = $3, failed_at = now() where bot_id = $1 and guild_id = $2`;

/** What the owner reads of the judge, by server. */
@Injectable()
export class JudgeState implements OnModuleDestroy {
  private skippedAtIntake = new Map<string, Server & { skipped: number }>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.writeSkipped();
  }

  /** Messages that were judged end a failure. */
  async count(server: Server, counted: Counted): Promise<void> {
    await this.add([{ ...server, ...counted }]);
  }

  /** Counts a message that no job is made for. On the way of messages: only noted, and written together with others. */
  skip({ botId, ownerId, guildId }: Server): void {
    const key = `${botId} ${guildId}`;
    const known = this.skippedAtIntake.get(key);
    if (known) known.skipped += 1;
    else if (this.skippedAtIntake.size < MAX_BUFFERED) this.skippedAtIntake.set(key, { botId, ownerId, guildId, skipped: 1 });
  }

  @Interval(WRITE_EVERY_MS, 'the writing of messages that were not judged')
  async writeSkipped(): Promise<void> {
    if (this.skippedAtIntake.size === 0) return;
    const skipped = [...this.skippedAtIntake.values()];
    this.skippedAtIntake = new Map();
    try {
      await this.add(skipped);
    } catch (error) {
      this.logger.warn({ servers: skipped.length, err: error }, 'messages that were not judged are not counted');
    }
  }

  async fail(server: Server, code: string, skipped: number): Promise<void> {
    await this.count(server, { skipped });
    await this.database.query(FAIL, [server.botId, server.guildId, code]);
  }

  private async add(counts: readonly (Server & Counted)[]): Promise<void> {
    await this.database.query(COUNT, [
      counts.map(({ botId }) => botId),
      counts.map(({ ownerId }) => ownerId),
      counts.map(({ guildId }) => guildId),
      counts.map(({ judged = 0 }) => judged),
      counts.map(({ reported = 0 }) => reported),
      counts.map(({ skipped = 0 }) => skipped),
      counts.map(({ requests = 0 }) => requests),
    ]);
  }

  /** Null before anything was judged. */
  find({ botId, ownerId, guildId }: Server): Promise<JudgeServerEntity | null> {
    return this.database.manager.findOneBy(JudgeServerEntity, { botId, ownerId, guildId });
  }

  async purge(botId: string): Promise<void> {
    for (const [key, server] of this.skippedAtIntake) if (server.botId === botId) this.skippedAtIntake.delete(key);
    await this.database.manager.delete(JudgeServerEntity, { botId });
  }
}
