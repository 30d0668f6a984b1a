import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the system ai-moderator did in one server on the last day on which it did something (UTC). */
@Entity('judge_server')
export class JudgeServerEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @PrimaryColumn('text', { name: 'guild_id' })
  guildId: string;

  @Column('date')
  day: string;

  @Column('int')
  judged: number;

  /** Reported or punished. */
  @Column('int')
  reported: number;

  /** Not judged, because there were too many. */
  @Column('int')
  skipped: number;

  /** Requests that counted as a message, or would have. */
  @Column('int')
  requests: number;

  /** The code of the error when judging failed last; null since it works again. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;
}
