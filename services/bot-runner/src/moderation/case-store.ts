import { Audit, Interval } from '@kith/kit';
import { MINUTE_MS, MAX_PUNISHMENTS_PER_MINUTE, type AuditEvent, type ChannelSettings, type ModerationAction } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager, type Repository } from 'typeorm';
import { ModerationCaseEntity } from './moderation-case.entity.js';
import { DiscordRules } from '../systems/auto-moderation/discord-rules.js';
import { sourceOf, type Violation, type ViolationJob } from './violation-job.js';

/** A case; or none, because moderation is paused in the server or because nothing is to be done that was not done about the message before. */
export type Opened =
  | { readonly moderationCase: ModerationCaseEntity; readonly pausedAt: null }
  | { readonly moderationCase: null; readonly pausedAt: Date | null };

/** The source of what a moderator did by command. */
const COMMAND = 'command';
/** The revision of the text that was written first. */
const FIRST = '0';
/** Discord keeps the end of a timeout that was sent; ends that are not further apart are taken for the same. */
const SAME_END_MS = 1000;
const RETENTION_DAYS = 90;
const SWEEP_EVERY_MS = 3_600_000;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

const LOCK_SERVER = `
  insert into runner.moderation_server as s (bot_id, owner_id, guild_id) values ($1, $2, $3)
  on conflict (bot_id, guild_id) do update set owner_id = excluded.owner_id
  returning paused_at as "pausedAt"`;
const COUNT_MINUTE = `
  select count(*)::int as count from runner.moderation_case c join runner.moderation_server s using (bot_id, guild_id)
  where c.bot_id = $1 and c.guild_id = $2 and not c.is_dry_run and c.actions <> '{}' and c.rule <> 'command'
    and c.created_at > greatest(now() - interval '1 minute', coalesce(s.resumed_at, '-infinity'))`;
const PAUSE = `
  update runner.moderation_server set paused_at = now() where bot_id = $1 and guild_id = $2 returning paused_at as "pausedAt"`;
const RESUME = `
  update runner.moderation_server set paused_at = null, resumed_at = now()
  where bot_id = $1 and owner_id = $2 and guild_id = $3 and date_trunc('milliseconds', paused_at) = $4`;
// After a timeout the count starts anew. A dry run counts its own warnings (docs/decisions.md C8, C20).
const COUNT_WARNINGS = `
  select count(*)::int as count from runner.moderation_case
  where bot_id = $1 and guild_id = $2 and member_id = $3 and is_dry_run = $4 and undone_at is null and 'warn' = any(actions)
    and created_at > now() - interval '30 days'
    and created_at > coalesce((
      select max(created_at) from runner.moderation_case
      where bot_id = $1 and guild_id = $2 and member_id = $3 and is_dry_run = $4 and undone_at is null and timeout_until is not null
    ), '-infinity')`;

const TIMEOUT_IN_FORCE = `
  select bool_or(undone_at is not null and timeout_until >= $4::timestamptz - $5 * interval '1 ms') as "isTakenBack",
    max(timeout_until) filter (where undone_at is null and timeout_until > now()) as until
  from runner.moderation_case
  where bot_id = $1 and guild_id = $2 and member_id = $3 and not is_dry_run and not 'timeout' = any(refused)
    and timeout_until <= $4::timestamptz + $5 * interval '1 ms'`;

const FORGET_MEMBER = `
  update runner.moderation_case set member_id = null, member_name = null, detail = case when rule = 'command' then null else detail end
  where bot_id = $1 and member_id = $2`;
const FORGET_MODERATOR = `
  update runner.moderation_case set moderator_id = null, moderator_name = null, detail = null where bot_id = $1 and moderator_id = $2`;

/** The cases of moderation, and where it is paused: there Discord's AutoMod, too, does nothing for the bot. */
@Injectable()
export class CaseStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(ModerationCaseEntity) private readonly cases: Repository<ModerationCaseEntity>,
    private readonly audit: Audit,
    private readonly discordRules: DiscordRules,
  ) {}

  /**
   * Decides what is done about a text of a message and stores it before it is done; the stored case when it was decided before. A changed text
   * makes a further case of the same source only for what goes beyond the earlier ones. Moderation that would punish more often than
   * MAX_PUNISHMENTS_PER_MINUTE in a server is paused there instead.
   */
  async open(job: ViolationJob): Promise<Opened> {
    let isPausedNow = false;
    const opened = await this.database.transaction(async (transaction): Promise<Opened> => {
      const { botId, ownerId, guildId, task } = job;
      const [server] = await transaction.query<{ pausedAt: Date | null }[]>(LOCK_SERVER, [botId, ownerId, guildId]);
      const { messageId, settings } = task;
      const earlier = await transaction.findBy(ModerationCaseEntity, { botId, messageId, isDryRun: settings.moderationDryRun });
      const ofSource = earlier.filter(({ source }) => source === sourceOf(task));
      const known = ofSource.find(({ revision }) => revision === revisionOf(task));
      if (known) return { moderationCase: known, pausedAt: null };
      if (server?.pausedAt) return { moderationCase: null, pausedAt: server.pausedAt };
      const decided = await decide(transaction, job, settings.moderationDryRun ? ofSource : earlier);
      if (ofSource.length > 0 && decided.actions.length === 0) return { moderationCase: null, pausedAt: null };
      const pausedAt = isPunishment(decided) ? await pauseAtLimit(transaction, job) : null;
      isPausedNow = pausedAt !== null;
      if (pausedAt) return { moderationCase: null, pausedAt };
      return { moderationCase: await insert(transaction, decided), pausedAt: null };
    });
    // Nobody waits for Discord: what fails there, or ends with this process, the sweep does.
    if (isPausedNow) void this.discordRules.sync(job.botId, job.guildId);
    return opened;
  }

  /**
   * Ends the pause that began at `pausedAt`, and no later one. `event` is reported by each call that has it and written once: the first one, which
   * stored the job that calls again, may be killed between the two.
   */
  async resume({ botId, ownerId, guildId, pausedAt, event }: Pause & { readonly event?: AuditEvent }): Promise<void> {
    const [, resumed] = await this.database.query<[unknown[], number]>(RESUME, [botId, ownerId, guildId, pausedAt]);
    if (resumed > 0) void this.discordRules.sync(botId, guildId);
    if (event) await this.audit.record(event);
  }

  /** Stores a warning that a moderator gave by command; at the threshold with a timeout. */
  warn(call: CommandCase, settings: TimeoutSettings): Promise<ModerationCaseEntity> {
    return this.addByCommand(call, async (transaction) => {
      const { botId, guildId, memberId } = call;
      const warnings = 1 + (await countOf(transaction, COUNT_WARNINGS, [botId, guildId, memberId, false]));
      const isAtThreshold = settings.timeoutUsers && warnings >= settings.warningThreshold;
      return {
        actions: isAtThreshold ? ['warn', 'timeout'] : ['warn'],
        warnings,
        timeoutUntil: isAtThreshold ? timeoutEnd(settings) : null,
      };
    });
  }

  /** Stores a timeout that a moderator set by command. */
  timeOut(call: CommandCase, timeoutUntil: Date): Promise<ModerationCaseEntity> {
    return this.addByCommand(call, () => Promise.resolve({ actions: ['timeout'], warnings: null, timeoutUntil }));
  }

  /** Once, however often the same call is repeated. */
  private addByCommand(
    call: CommandCase,
    decideOn: (transaction: EntityManager) => Promise<Decided>,
  ): Promise<ModerationCaseEntity> {
    return this.database.transaction(async (transaction) => {
      const { botId, ownerId, guildId, messageId } = call;
      await transaction.query(LOCK_SERVER, [botId, ownerId, guildId]);
      const known = await transaction.findOneBy(ModerationCaseEntity, { botId, messageId, source: COMMAND });
      if (known) return known;
      const decided = await decideOn(transaction);
      return insert(transaction, { ...call, ...decided, source: COMMAND, revision: FIRST, rule: 'command', isDryRun: false });
    });
  }

  /** Since when moderation is paused in a server; null when it is not. */
  async pausedAt(botId: string, guildId: string): Promise<Date | null> {
    const [server] = await this.database.query<{ pausedAt: Date | null }[]>(
      'select paused_at as "pausedAt" from runner.moderation_server where bot_id = $1 and guild_id = $2',
      [botId, guildId],
    );
    return server?.pausedAt ?? null;
  }

  /** Stores that Discord refused an action of a case. */
  async markRefused(caseId: string, action: ModerationAction): Promise<void> {
    const append = `update runner.moderation_case set refused = array_append(refused, $2) where id = $1 and not $2 = any(refused)`;
    await this.database.query(append, [caseId, action]);
  }

  /**
   * Marks a case as taken back, with the time of the first call; null when there is no such case. `event`, with the id of the case, is reported by
   * each call that has it and written once: the first one, which stored the job that calls again, may be killed between the two.
   */
  async takeBack(botId: string, id: string, event?: AuditEvent): Promise<ModerationCaseEntity | null> {
    await this.cases.update({ botId, id, undoneAt: IsNull() }, { undoneAt: () => 'now()' });
    const undone = await this.cases.findOneBy({ botId, id });
    if (undone && event) await this.audit.record(event);
    return undone;
  }

  /**
   * The end that the timeout of a member is to have, given the one that Discord has: the same unless a case set it that was taken back, otherwise that
   * of the latest other case before it. A case that would end later no longer runs: somebody ended or shortened its timeout.
   */
  async timeoutInForce({ botId, guildId, memberId }: ModerationCaseEntity, current: Date | null): Promise<Date | null> {
    if (!current) return null;
    const [row] = await this.database.query<{ isTakenBack: boolean | null; until: Date | null }[]>(TIMEOUT_IN_FORCE, [
      botId,
      guildId,
      memberId,
      current,
      SAME_END_MS,
    ]);
    return row?.isTakenBack && !(row.until && row.until > current) ? row.until : current;
  }

  /** Removes what identifies a member, and what was written about them or by them. The cases stay, so that the owner sees what moderation did. */
  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.query(FORGET_MEMBER, [botId, memberId]);
    await this.database.query(FORGET_MODERATOR, [botId, memberId]);
  }

  /** Deletes what moderation stored of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.database.query('delete from runner.moderation_case where bot_id = $1', [botId]);
    await this.database.query('delete from runner.moderation_server where bot_id = $1', [botId]);
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of old moderation cases')
  async sweep(): Promise<void> {
    for (let count = BATCH; count === BATCH;)
      [, count] = await this.database.query<[unknown[], number]>(
        `delete from runner.moderation_case where id in (
           select id from runner.moderation_case where created_at < now() - make_interval(days => $1) order by created_at limit $2)`,
        [RETENTION_DAYS, BATCH],
      );
  }
}

/** A member who was warned or timed out by command; `messageId` is the message or interaction that called it, `detail` the reason. */
export type CommandCase = Pick<
  ModerationCaseEntity,
  'botId' | 'ownerId' | 'guildId' | 'channelId' | 'messageId' | 'moderatorId' | 'moderatorName' | 'detail'
> & { readonly memberId: string; readonly memberName: string };

/** Since when moderation is paused in a server. */
type Pause = Pick<ModerationCaseEntity, 'botId' | 'ownerId' | 'guildId'> & { readonly pausedAt: Date };

type Decided = Pick<ModerationCaseEntity, 'actions' | 'warnings' | 'timeoutUntil'>;

type TimeoutSettings = Pick<ChannelSettings, 'timeoutUsers' | 'timeoutDuration' | 'warningThreshold'>;

type NewCase = Omit<ModerationCaseEntity, 'id' | 'createdAt' | 'undoneAt' | 'refused'>;

const timeoutEnd = ({ timeoutDuration }: TimeoutSettings): Date => new Date(Date.now() + timeoutDuration * MINUTE_MS);

async function insert(transaction: EntityManager, decided: NewCase): Promise<ModerationCaseEntity> {
  const { identifiers } = await transaction.insert(ModerationCaseEntity, decided);
  const [{ id } = { id: '' }] = identifiers as { id: string }[];
  return transaction.findOneByOrFail(ModerationCaseEntity, { id });
}

/**
 * `transaction` holds the lock of the server, so that two messages of a member do not get the same number of warnings. What the `earlier` cases of the
 * message did is not done again: nobody is punished twice for one message.
 */
async function decide(
  transaction: EntityManager,
  { botId, ownerId, guildId, channelId, task }: ViolationJob,
  earlier: readonly ModerationCaseEntity[],
): Promise<NewCase> {
  const { member, messageId, rule, settings, system } = task;
  const detail = system?.detail ?? null;
  const isDryRun = settings.moderationDryRun;
  const taken = new Set(earlier.flatMap(({ actions }) => actions));
  const isWarned = settings.issueWarnings && !taken.has('warn');
  const warnings = isWarned ? 1 + (await countOf(transaction, COUNT_WARNINGS, [botId, guildId, member.id, isDryRun])) : null;
  // Discord times out members only, not the bots of other applications that write through a webhook.
  const isDue = system?.timesOutAtOnce ?? (warnings !== null && warnings >= settings.warningThreshold);
  const isFurther = !taken.has('timeout') || (task.revision !== undefined && settings.timeoutDuration > longestOf(earlier));
  const isTimedOut = settings.timeoutUsers && isDue && !member.isWebhook && isFurther;
  const actions: ModerationAction[] = [
    ...(settings.autoDelete && !taken.has('delete') ? (['delete'] as const) : []),
    ...(isWarned ? (['warn'] as const) : []),
    ...(isTimedOut ? (['timeout'] as const) : []),
  ];
  const timeoutUntil = isTimedOut ? timeoutEnd(settings) : null;
  const { id: memberId, name: memberName } = member;
  const text = { messageId, revision: revisionOf(task), source: sourceOf(task) };
  const found = { botId, ownerId, guildId, channelId, ...text, memberId, memberName, rule, detail };
  return { ...found, moderatorId: null, moderatorName: null, actions, warnings, timeoutUntil, isDryRun };
}

const revisionOf = ({ revision = FIRST }: Violation): string => revision;

/** The longest of the timeouts, in minutes. */
const longestOf = (cases: readonly ModerationCaseEntity[]): number =>
  Math.max(0, ...cases.map(({ timeoutUntil, createdAt }) => (timeoutUntil ? minutesBetween(createdAt, timeoutUntil) : 0)));

const minutesBetween = (start: Date, end: Date): number => Math.round((end.getTime() - start.getTime()) / MINUTE_MS);

const isPunishment = ({ isDryRun, actions }: NewCase): boolean => !isDryRun && actions.length > 0;

/** When moderation is paused because of this punishment; null when it is not. */
async function pauseAtLimit(transaction: EntityManager, { botId, guildId }: ViolationJob): Promise<Date | null> {
  if ((await countOf(transaction, COUNT_MINUTE, [botId, guildId])) < MAX_PUNISHMENTS_PER_MINUTE) return null;
  const [rows] = await transaction.query<[{ pausedAt: Date }[], number]>(PAUSE, [botId, guildId]);
  return rows[0]?.pausedAt ?? new Date();
}

async function countOf(transaction: EntityManager, statement: string, values: unknown[]): Promise<number> {
  const [row] = await transaction.query<{ count: number }[]>(statement, values);
  return row?.count ?? 0;
}
