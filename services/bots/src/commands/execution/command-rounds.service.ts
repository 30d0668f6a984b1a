import { Interval, Keyring } from '@kith/kit';
import type { AnsweredRound, RunReport } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FINAL_ROUND, FIRST_BEGUN } from './command-round.entity.js';

const SWEEP_INTERVAL_MS = 300_000;
/** Longer than a command is tried again. */
const KEPT = '20 minutes';

/** The run had ended in an earlier attempt. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';

  constructor(readonly report: RunReport) {
    super('the run has ended before');
  }
}

/** Records what runs got, so that a run that is repeated, also in another process, does nothing twice. */
@Injectable()
export class CommandRounds {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /** What the run got in this round; null when it has not come so far. Throws RunEnded. */
  async find(manager: EntityManager, runId: string, round: number): Promise<AnsweredRound | null> {
    const rows = await manager.query<{ round: number; content: string }[]>(FIND, [runId, round, FINAL_ROUND]);
    const read = (wanted: number): unknown => {
      const row = rows.find((one) => one.round === wanted);
      return row ? JSON.parse(this.keyring.decrypt(row.content, placeOf(runId, wanted))) : null;
    };
    const report = read(FINAL_ROUND) as RunReport | null;
    if (report) throw new RunEnded(report);
    return read(round) as AnsweredRound | null;
  }

  async add(
    manager: EntityManager,
    { botId, runId, memberId }: Run,
    round: number,
    content: AnsweredRound | RunReport,
  ): Promise<void> {
    const sealed = this.keyring.encrypt(JSON.stringify(content), placeOf(runId, round));
    await manager.query(INSERT, [runId, round, botId, this.fingerprintOf(botId, memberId), sealed]);
  }

  /** Records that a round begins; false when an earlier attempt has recorded it, and ended before it had answered. */
  async begin(manager: EntityManager, { botId, runId, memberId }: Run, round: number): Promise<boolean> {
    const begun = FIRST_BEGUN - round;
    const sealed = this.keyring.encrypt('null', placeOf(runId, begun));
    const rows = await manager.query<unknown[]>(`${INSERT} on conflict do nothing returning round`, [
      runId,
      begun,
      botId,
      this.fingerprintOf(botId, memberId),
      sealed,
    ]);
    return rows.length > 0;
  }

  /** Deletes what the runs of one member got; runs of others go on. */
  async removeOfMember(manager: EntityManager, botId: string, memberId: string): Promise<void> {
    await manager.query('delete from bots.command_round where bot_id = $1 and member = $2', [
      botId,
      this.fingerprintOf(botId, memberId),
    ]);
  }

  /** Replaces the rounds of a run by the report with which it ended. The caller holds the lock on the values of the bot. */
  async end(manager: EntityManager, run: Run, report: RunReport): Promise<void> {
    await manager.query('delete from bots.command_round where run_id = $1', [run.runId]);
    await this.add(manager, run, FINAL_ROUND, { ...report, log: [] });
  }

  @Interval(SWEEP_INTERVAL_MS, 'the sweep of old rounds of commands')
  async sweep(): Promise<void> {
    await this.database.query('delete from bots.command_round where created_at < now() - $1::interval', [KEPT]);
  }

  private fingerprintOf(botId: string, memberId: string): string {
    return this.keyring.fingerprint(`bots.command_round.member ${botId} ${memberId}`);
  }
}

interface Run {
  readonly botId: string;
  readonly runId: string;
  /** Who called the command. */
  readonly memberId: string;
}

const INSERT = 'insert into bots.command_round (run_id, round, bot_id, member, content) values ($1, $2, $3, $4, $5)';

const FIND = 'select round, content from bots.command_round where run_id = $1 and round in ($2, $3)';
const placeOf = (runId: string, round: number): string => `bots.command_round.content ${runId} ${round}`;
