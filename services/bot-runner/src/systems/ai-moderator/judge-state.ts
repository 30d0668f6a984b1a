import { Injectable } from '@nestjs/common';
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

// A new day begins with new counts.
const COUNT = `
  insert into runner.judge_server as s (bot_id, owner_id, guild_id, day, judged, reported, skipped, requests)
  values ($1, $2, $3, (now() at time zone 'utc')::date, $4, $5, $6, $7)
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
export class JudgeState {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Messages that were judged end a failure. */
  async count({ botId, ownerId, guildId }: Server, counted: Counted): Promise<void> {
    const { judged = 0, reported = 0, skipped = 0, requests = 0 } = counted;
    await this.database.query(COUNT, [botId, ownerId, guildId, judged, reported, skipped, requests]);
  }

  async fail(server: Server, code: string, skipped: number): Promise<void> {
    await this.count(server, { skipped });
    await this.database.query(FAIL, [server.botId, server.guildId, code]);
  }

  /** Null before anything was judged. */
  find({ botId, ownerId, guildId }: Server): Promise<JudgeServerEntity | null> {
    return this.database.manager.findOneBy(JudgeServerEntity, { botId, ownerId, guildId });
  }

  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(JudgeServerEntity, { botId });
  }
}
