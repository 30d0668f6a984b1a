import { Audit, Queues, RpcClient } from '@kith/kit';
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
import { Brackets, Repository } from 'typeorm';
import { ModerationCaseEntity } from './moderation-case.entity.js';
import { ModerationServerEntity } from './moderation-server.entity.js';

/** What the owner of a bot sees of its moderation, and takes back. */
@Injectable()
export class ModerationService {
  constructor(
    @InjectRepository(ModerationCaseEntity) private readonly rows: Repository<ModerationCaseEntity>,
    @InjectRepository(ModerationServerEntity) private readonly servers: Repository<ModerationServerEntity>,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  async cases({ actor, botId, guildId, member, limit, offset }: ParsedInputOf<typeof moderation.cases>) {
    await this.requireOwn(actor, botId);
    const query = this.rows
      .createQueryBuilder('c')
      .where('c.botId = :botId and c.ownerId = :ownerId', { botId, ownerId: actor.userId })
      .orderBy('c.createdAt', 'DESC')
      .addOrderBy('c.id')
      .take(limit)
      .skip(offset);
    if (guildId !== undefined) query.andWhere('c.guildId = :guildId', { guildId });
    const name = member?.trim() ?? '';
    if (name !== '')
      query.andWhere(
        new Brackets((either) =>
          either.where('c.memberId = :name', { name }).orWhere('strpos(lower(c.memberName), lower(:name)) > 0', { name }),
        ),
      );
    const [found, total] = await query.getManyAndCount();
    return { cases: found.map(caseOf), total };
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
      await this.queues.add(queues.moderation, `undo-${caseId}`, {
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
