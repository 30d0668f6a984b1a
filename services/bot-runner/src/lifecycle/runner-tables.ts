import { inIndexOrder, TimedBatches } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const MAX_BATCH = 5000;

// Those in which a bot may have more rows than one statement should delete. Entries before the accounts that they name.
const DELETIONS = [
  `delete from runner.message_trace where ctid = any (array(select ctid from runner.message_trace where bot_id = $1 limit $2))`,
  `delete from runner.moderation_case where ctid = any (array(select ctid from runner.moderation_case where bot_id = $1 limit $2))`,
  `delete from runner.role_reaction where ctid = any (array(select ctid from runner.role_reaction where bot_id = $1 limit $2))`,
  `delete from runner.event_sign_up where ctid = any (array(select ctid from runner.event_sign_up where bot_id = $1 limit $2))`,
  `delete from runner.ticket where ctid = any (array(select ctid from runner.ticket where bot_id = $1 limit $2))`,
  `delete from runner.level_member where ctid = any (array(select ctid from runner.level_member where bot_id = $1 limit $2))`,
  `delete from runner.game_score where ctid = any (array(select ctid from runner.game_score where bot_id = $1 limit $2))`,
  `delete from runner.economy_purchase where ctid = any (array(select ctid from runner.economy_purchase where bot_id = $1 limit $2))`,
  `delete from runner.economy_entry where ctid = any (array(select ctid from runner.economy_entry where bot_id = $1 limit $2))`,
  `delete from runner.economy_account where ctid = any (array(select ctid from runner.economy_account where bot_id = $1 limit $2))`,
] as const;

/** The large tables of the runners: of a deleted bot their rows are deleted in batches, before all that is left (runner-records.ts). */
@Injectable()
export class RunnerTables {
  private readonly deletions = DELETIONS.map((statement) => ({ statement, batches: new TimedBatches(MAX_BATCH) }));

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Deletes one batch. True when nothing more is left. */
  async deleteSome(botId: string): Promise<boolean> {
    for (const { statement, batches } of this.deletions) {
      const isLast = await batches.run((size) =>
        inIndexOrder(this.database, async (manager) => {
          const [, count] = await manager.query<[unknown[], number]>(statement, [botId, size]);
          return count;
        }),
      );
      if (!isLast) return false;
    }
    return true;
  }
}
