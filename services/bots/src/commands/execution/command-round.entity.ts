import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The round of the report with which a run ended. */
export const FINAL_ROUND = -1;
/** The mark that round 0 has begun; that of round n is n below it. */
export const FIRST_BEGUN = -2;

/** What code got when it waited, or how it ended: a run that is repeated after a crash goes on from here and does nothing twice. */
@Entity('command_round')
export class CommandRoundEntity {
  @PrimaryColumn('text', { name: 'run_id' })
  runId: string;

  /** From 0, `FINAL_ROUND`, or a mark that a round has begun. */
  @PrimaryColumn('int')
  round: number;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  /** Fingerprint of the member who called the command. */
  @Column('text')
  member: string;

  /** JSON, encrypted and bound to this row. */
  @Column('text')
  content: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt: Date;
}
