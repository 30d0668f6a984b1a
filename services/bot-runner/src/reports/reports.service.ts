import { randomUUID } from 'node:crypto';
import { asSystem, Audit, inOrderOf, Interval, Keyring, OrderedList, RpcClient, RunningCounts } from '@kith/kit';
import {
  AppError,
  bots,
  refuseImpersonation,
  requireAdmin,
  unreachable,
  type Actor,
  type OutputOf,
  type ParsedInputOf,
  type Report,
  type ReportReason,
  type reports,
  type RunnableBot,
} from '@kith/proto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Not, type Repository } from 'typeorm';
import { OldRows } from '../old-rows.js';
import { HANDLED_REPORTS, OPEN_REPORTS, REPORT_COUNT } from './report-lists.js';
import { ReportEntity } from './report.entity.js';

const OPEN = new OrderedList(OPEN_REPORTS);
const HANDLED = new OrderedList(HANDLED_REPORTS);
const MAX_TEXT_CHARS = 2000;
const TEXT_DAYS = 30;
const RETENTION_DAYS = 180;
const SWEEP_EVERY_MS = 3_600_000;

const FORGET_TEXTS = `
  update runner.report set text = null where ctid = any (array(
    select ctid from runner.report where text is not null and created_at < now() - make_interval(days => $1)
    order by created_at limit $2))`;
const DELETE_OLD = `
  delete from runner.report where ctid = any (array(
    select ctid from runner.report where state <> 'taken_down' and created_at < now() - make_interval(days => $1)
    order by created_at limit $2))`;

/** What a member reports. */
export interface NewReport {
  readonly interactionId: string;
  readonly memberId: string;
  readonly guildId: string | null;
  readonly channelId: string;
  /** Null: the bot itself is reported. */
  readonly messageId: string | null;
  readonly reason: ReportReason;
  readonly text: string;
}

// A member who reports the same once more changes nothing; a report that was handled is opened again by somebody new.
const ADD = `
  insert into runner.report as r
    (id, bot_id, owner_id, subject, guild_id, channel_id, message_id, reason, text, reporters, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, array[$10], 'open')
  on conflict (bot_id, subject) do update set
    reporters = array_append(r.reporters, $10),
    text = coalesce(r.text, excluded.text),
    state = case when r.state = 'dismissed' then 'open' else r.state end,
    handled_at = case when r.state = 'dismissed' then null else r.handled_at end
  where not $10 = any (r.reporters)`;

/** Reports of members of Discord about bots, and what administrators do about them. */
@Injectable()
export class Reports implements OnModuleDestroy {
  private readonly oldRows: readonly OldRows[];
  private readonly closing = new AbortController();

  constructor(
    @InjectRepository(ReportEntity) private readonly rows: Repository<ReportEntity>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
    private readonly counts: RunningCounts,
  ) {
    this.oldRows = [new OldRows(database, FORGET_TEXTS, TEXT_DAYS), new OldRows(database, DELETE_OLD, RETENTION_DAYS)];
  }

  onModuleDestroy(): void {
    this.closing.abort();
  }

  async add({ botId, ownerId }: Pick<RunnableBot, 'botId' | 'ownerId'>, report: NewReport): Promise<void> {
    const { interactionId, memberId, guildId, channelId, messageId, reason, text } = report;
    const id = randomUUID();
    const subject = messageId ?? interactionId;
    const shown = [...text.trim()].slice(0, MAX_TEXT_CHARS).join('');
    const sealed = shown === '' ? null : this.keyring.encrypt(shown, encryptionContext(botId, subject));
    const place = [subject, guildId, channelId, messageId];
    await this.database.query(ADD, [id, botId, ownerId, ...place, reason, sealed, this.fingerprint(botId, memberId)]);
  }

  async list({ actor, state, ...page }: ParsedInputOf<typeof reports.list>): Promise<OutputOf<typeof reports.list>> {
    requireAdmin(actor);
    return asSystem(async () => {
      const { reports: total } = await this.counts.read(REPORT_COUNT, { state });
      const list = state === 'open' ? OPEN : HANDLED;
      const { ids, ...neighbours } = await list.page(this.database, state === 'open' ? [] : [state], page, total);
      const found = ids.length === 0 ? [] : await this.rows.findBy({ id: In(ids) });
      return {
        reports: await this.viewsOf(
          actor,
          inOrderOf(ids, found, ({ id }) => id),
        ),
        total,
        ...neighbours,
      };
    });
  }

  async handle({ actor, reportId, action }: ParsedInputOf<typeof reports.handle>): Promise<Report> {
    requireAdmin(actor);
    refuseImpersonation(actor);
    return asSystem(async () => {
      const report = await this.rows.findOneBy({ id: reportId });
      if (!report) throw new AppError('NOT_FOUND');
      await this.apply(actor, report, action);
      const [view] = await this.viewsOf(actor, [await this.rows.findOneByOrFail({ id: reportId })]);
      if (!view) throw new AppError('NOT_FOUND');
      return view;
    });
  }

  /** Removes the marks of a member on the reports about a bot. */
  async forgetMember(botId: string, memberId: string): Promise<void> {
    // What somebody wrote about the bot itself is theirs; a reported message is the bot's.
    const without = `
      update runner.report set reporters = array_remove(reporters, $2), text = case when message_id is null then null else text end
      where bot_id = $1 and $2 = any (reporters)`;
    await this.database.query(without, [botId, this.fingerprint(botId, memberId)]);
  }

  /** Deletes the reports about a deleted bot; of one that was taken down the fact stays, so that it can be restored for its application. */
  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId, state: Not('taken_down') });
    await this.rows.update({ botId }, { text: null, reporters: [] });
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of old reports')
  async sweep(): Promise<void> {
    for (const rows of this.oldRows) await rows.sweep(this.closing.signal);
  }

  private async apply(
    actor: Actor,
    { id, botId }: ReportEntity,
    action: ParsedInputOf<typeof reports.handle>['action'],
  ): Promise<void> {
    const handled = { handledAt: new Date() };
    switch (action) {
      case 'dismiss':
        await this.rows.update({ id }, { ...handled, state: 'dismissed' });
        return this.audit.report('report_dismissed', { actor, target: botId, details: { reportId: id } });
      case 'take_down':
        await this.rpc.ask(bots.takeDown, { actor, botId });
        await this.rows.update({ botId, state: 'open' }, { ...handled, state: 'taken_down' });
        return void (await this.rows.update({ id }, { ...handled, state: 'taken_down' }));
      case 'restore':
        await this.rpc.ask(bots.restore, { actor, botId });
        return void (await this.rows.update({ botId, state: 'taken_down' }, { ...handled, state: 'dismissed' }));
      default:
        return unreachable(action);
    }
  }

  private async viewsOf(actor: Actor, found: readonly ReportEntity[]): Promise<Report[]> {
    const botIds = [...new Set(found.map(({ botId }) => botId))];
    const { names } = botIds.length === 0 ? { names: {} } : await this.rpc.ask(bots.names, { actor, botIds });
    return found.map(({ subject, text, reporters, createdAt, handledAt, ...report }) => ({
      ...report,
      botName: names[report.botId] ?? null,
      text: text === null ? null : this.keyring.decrypt(text, encryptionContext(report.botId, subject)),
      reporters: reporters.length,
      createdAt: createdAt.toISOString(),
      handledAt: handledAt?.toISOString() ?? null,
    }));
  }

  private fingerprint(botId: string, memberId: string): string {
    return this.keyring.fingerprint(`report ${botId} ${memberId}`);
  }
}

const encryptionContext = (botId: string, subject: string): string => `runner.report.${botId}.${subject}`;
