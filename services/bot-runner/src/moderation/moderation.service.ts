import { Audit, pageOfList, RpcClient, RunningCounts } from '@kith/kit';
import {
  AppError,
  bots,
  queues,
  type Actor,
  type moderation,
  type ModerationCase,
  type ModerationPause,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { CASE_COUNT } from './case-count.js';
import { ModerationCaseEntity } from './moderation-case.entity.js';
import { ModerationServerEntity } from './moderation-server.entity.js';

/** What the owner of a bot sees of its moderation, and takes back. */
@Injectable()
export class ModerationService {
  constructor(
    @InjectRepository(ModerationCaseEntity) private readonly rows: Repository<ModerationCaseEntity>,
    @InjectRepository(ModerationServerEntity) private readonly servers: Repository<ModerationServerEntity>,
    private readonly rpc: RpcClient,
    private readonly accepted: AcceptedJobs,
    private readonly audit: Audit,
    private readonly counts: RunningCounts,
  ) {}

  async cases({ actor, botId, guildId, member, limit, offset }: ParsedInputOf<typeof moderation.cases>) {
    await this.requireOwn(actor, botId);
    const name = member?.trim() ?? '';
    const own = { botId, ownerId: actor.userId };
    const order = { createdAt: 'desc', id: 'asc' } as const;
    if (name !== '') {
      const [page] = await this.rows.query<[{ total: number; ids: string[] }]>(
        'select total, ids from runner.find_cases($1, $2, $3, $4, $5)',
        [botId, guildId ?? null, name, limit, offset],
      );
      const found = page.ids.length === 0 ? [] : await this.rows.find({ where: { ...own, id: In(page.ids) }, order });
      return { cases: found.map(caseOf), total: page.total };
    }
    const { cases } = await this.counts.read(CASE_COUNT, { bot_id: botId, ...(guildId !== undefined && { guild_id: guildId }) });
    const found = await pageOfList(cases, { limit, offset }, async (page, isFromEnd) => {
      const [{ ids }] = await this.rows.query<[{ ids: string[] }]>('select runner.case_page($1, $2, $3, $4, $5) as ids', [
        botId,
        guildId ?? null,
        isFromEnd,
        page.limit,
        page.offset,
      ]);
      const fromEnd = { createdAt: 'asc', id: 'desc' } as const;
      return ids.length === 0 ? [] : this.rows.find({ where: { ...own, id: In(ids) }, order: isFromEnd ? fromEnd : order });
    });
    return { cases: found.map(caseOf), total: cases };
  }

  async pauses({ actor, botId }: ParsedInputOf<typeof moderation.pauses>): Promise<{ pauses: ModerationPause[] }> {
    await this.requireOwn(actor, botId);
    const paused = await this.servers
      .createQueryBuilder('s')
      .where('s.botId = :botId and s.ownerId = :ownerId and s.pausedAt is not null', { botId, ownerId: actor.userId })
      .orderBy('s.pausedAt', 'DESC')
      .take(MAX_PAUSES)
      .getMany();
    return { pauses: paused.map(({ guildId, pausedAt }) => ({ guildId, pausedAt: (pausedAt ?? new Date()).toISOString() })) };
  }

  async undo({ actor, botId, caseId }: ParsedInputOf<typeof moderation.undo>): Promise<ModerationCase> {
    await this.requireOwn(actor, botId);
    const own = { id: caseId, botId, ownerId: actor.userId };
    const undone = await this.rows
      .createQueryBuilder()
      .update()
      .set({ undoneAt: () => 'now()' })
      .where('id = :id and botId = :botId and ownerId = :ownerId and undoneAt is null', own)
      .execute();
    const found = await this.rows.findOneBy(own);
    if (!found) throw new AppError('NOT_FOUND');
    const { ownerId, guildId, channelId } = found;
    // Added by a repeated call too, in case the first one stopped here.
    if (found.timeoutUntil && found.timeoutUntil.getTime() > Date.now())
      await this.accepted.add(queues.moderation, `undo-${caseId}`, {
        ownerId,
        botId,
        guildId,
        channelId,
        task: { kind: 'undo', caseId },
      });
    if (undone.affected) await this.audit.report('moderation_undone', { actor, target: botId, details: { caseId, guildId } });
    return caseOf(found);
  }

  async resume({ actor, botId, guildId }: ParsedInputOf<typeof moderation.resume>): Promise<{ pauses: ModerationPause[] }> {
    await this.requireOwn(actor, botId);
    const resumed = await this.servers
      .createQueryBuilder()
      .update()
      .set({ pausedAt: null, resumedAt: () => 'now()' })
      .where('botId = :botId and ownerId = :ownerId and guildId = :guildId and pausedAt is not null', {
        botId,
        ownerId: actor.userId,
        guildId,
      })
      .execute();
    if (resumed.affected) await this.audit.report('moderation_resumed', { actor, target: botId, details: { guildId } });
    return this.pauses({ actor, botId });
  }

  /** NOT_FOUND for a missing bot as for a foreign one. */
  private async requireOwn(actor: Actor, botId: string): Promise<void> {
    await this.rpc.ask(bots.owned, { actor, botId });
  }
}

const MAX_PAUSES = 200;

const caseOf = (row: ModerationCaseEntity): ModerationCase => ({
  id: row.id,
  guildId: row.guildId,
  channelId: row.channelId,
  memberId: row.memberId,
  memberName: row.memberName,
  rule: row.rule,
  detail: row.detail,
  actions: row.actions,
  refused: row.refused,
  warnings: row.warnings,
  timeoutUntil: row.timeoutUntil?.toISOString() ?? null,
  isDryRun: row.isDryRun,
  createdAt: row.createdAt.toISOString(),
  undoneAt: row.undoneAt?.toISOString() ?? null,
});
