import type { BotSettings, RunState } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('bot')
export class BotEntity implements BotSettings {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { name: 'avatar_color' })
  avatarColor: string;

  /** AES-256-GCM, bound to this row and owner; null without a token. */
  @Column('text', { name: 'discord_token', nullable: true })
  discordToken: string | null;

  @Column('text', { name: 'token_hint', nullable: true })
  tokenHint: string | null;

  /** The Discord application of the token, or the token's fingerprint where Discord has not confirmed one; unique among all bots. */
  @Column('text', { name: 'application_id', nullable: true })
  applicationId: string | null;

  @Column('text', { name: 'server_id', nullable: true })
  serverId: string | null;

  @Column('text', { name: 'status_text', nullable: true })
  statusText: string | null;

  @Column('text', { name: 'age_rating' })
  ageRating: BotSettings['ageRating'];

  /** When its owner confirmed to be 18 or older; null for a bot that was never rated so. */
  @Column('timestamptz', { name: 'adult_confirmed_at', nullable: true })
  adultConfirmedAt: Date | null;

  @Column('text', { name: 'time_zone' })
  timeZone: string;

  @Column('text', { nullable: true })
  instructions: string | null;

  @Column('text', { nullable: true })
  greeting: string | null;

  @Column('text', { name: 'example_dialogues', nullable: true })
  exampleDialogues: string | null;

  @Column('text')
  model: BotSettings['model'];

  @Column('text', { name: 'response_style' })
  responseStyle: BotSettings['responseStyle'];

  @Column('jsonb')
  personality: BotSettings['personality'];

  @Column('jsonb')
  preferences: BotSettings['preferences'];

  @Column('jsonb', { name: 'channel_settings' })
  channelSettings: BotSettings['channelSettings'];

  @Column('jsonb', { name: 'daily_caps' })
  dailyCaps: BotSettings['dailyCaps'];

  @Column('jsonb')
  tools: BotSettings['tools'];

  /** Counts the saves of the settings. */
  @Column('int')
  version: number;

  /** Whether its owner wants the bot on Discord. */
  @Column('boolean', { name: 'desired_online' })
  desiredOnline: boolean;

  /** When it was last started, by its owner or by the end of a pause; the trigger `record_bot_change` writes it. */
  @Column({ type: 'timestamptz', name: 'started_at', nullable: true, insert: false, update: false })
  startedAt: Date | null;

  /** Whether it was meant to be online when the plan paused it, so that it starts when the pause ends. */
  @Column('boolean', { name: 'resumes_after_pause' })
  resumesAfterPause: boolean;

  /** When an administrator took it down after reports; null otherwise. It cannot be started meanwhile. */
  @Column('timestamptz', { name: 'taken_down_at', nullable: true })
  takenDownAt: Date | null;

  /** Counts starts, stops and the removal, so that each has its own job id. */
  @Column('int', { name: 'run_number' })
  runNumber: number;

  /** The `runNumber` with which it was online last. */
  @Column('int', { name: 'online_run', nullable: true })
  onlineRun: number | null;

  @Column('text', { name: 'runtime_state' })
  runtimeState: RunState;

  @Column('text', { name: 'status_code', nullable: true })
  statusCode: string | null;

  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;

  /** The fencing token of the last accepted report; bigint, which the driver reads as a string. */
  @Column('bigint')
  fence: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** When it was last changed in a way that concerns runners; the trigger `record_bot_change` writes it. */
  @Column({ type: 'timestamptz', name: 'changed_at', insert: false, update: false, select: false })
  changedAt?: Date;

  /** When its owner had its conversations deleted, until they are; null otherwise. */
  @Column('timestamptz', { name: 'reset_at', nullable: true })
  resetAt: Date | null;

  /** Set when the bot is deleted; the row itself is deleted after everything the bot owned has been purged. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  /** The encrypted token of a deleted bot while there is something of it to be removed from Discord, for an hour at most; null otherwise. */
  @Column('text', { name: 'removal_token', nullable: true })
  removalToken: string | null;

  /** Whether a system of it may have written rules into Discord's AutoMod that are not removed yet. */
  @Column('boolean', { name: 'wrote_to_discord' })
  wroteToDiscord: boolean;

  /** When that system was removed from the bot, until its rules are removed from Discord, for an hour at most; null otherwise. */
  @Column('timestamptz', { name: 'uninstalled_at', nullable: true })
  uninstalledAt: Date | null;
}
