import { auditEvent, inOrderOf, OrderedList, RpcClient, RunningCounts } from '@kith/kit';
import {
  AppError,
  bots,
  queues,
  type Actor,
  type moderation,
  type ModerationCase,
  type ModerationPause,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository } from 'typeorm';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { repeatableId } from '../systems/repeatable-id.js';
import { CASE_COUNT } from './case-count.js';
import { CASES_IN_SERVER, CASES_OF_BOT, FOUND_CASES } from './case-lists.js';
import { CaseStore } from './case-store.js';
import { ModerationCaseEntity } from './moderation-case.entity.js';
import { ModerationServerEntity } from './moderation-server.entity.js';

type Cases = ParsedInputOf<typeof moderation.cases>;

/** What the owner of a bot sees of its moderation, and takes back. */
@Injectable()
export class ModerationService {
  constructor(
    @InjectRepository(ModerationCaseEntity) private readonly rows: Repository<ModerationCaseEntity>,
    private readonly store: CaseStore,
    private readonly rpc: RpcClient,
    private readonly accepted: AcceptedJobs,
    private readonly counts: RunningCounts,
  ) {}

  async cases({ actor, botId, guildId, member, ...page }: Cases): Promise<OutputOf<typeof moderation.cases>> {
    await this.requireOwn(actor, botId);
    const { connection } = this.rows.manager;
    const name = member?.trim() ?? '';
    const { list, parameters } = listOf(botId, guildId, name);
    const counted =
      name === ''
        ? { total: await this.countAll(botId, guildId), isMoreThanTotal: false }
        : await list.count(connection, parameters);
    const known = counted.isMoreThanTotal ? undefined : counted.total;
    const { ids, ...neighbours } = await list.page(connection, parameters, page, known);
    const found = ids.length === 0 ? [] : await this.rows.findBy({ botId, ownerId: actor.userId, id: In(ids) });
    return { cases: inOrderOf(ids, found, ({ id }) => id).map(caseOf), ...counted, ...neighbours };
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
    const found = await this.rows.findOneBy(own);
    if (!found) throw new AppError('NOT_FOUND');
    const { ownerId, guildId, channelId, timeoutUntil } = found;
    // Its id is that of the case: it is written once, whether this call reports it, one at the same time, or the job.
    const event = found.undoneAt
      ? undefined
      : auditEvent('moderation_undone', { id: caseId, actor, target: botId, details: { caseId, guildId } });
    const isTimedOut = timeoutUntil !== null && timeoutUntil.getTime() > Date.now();
    // Before the case says so, because nobody is offered to take it back again; the job marks the case and reports that, too.
    if (event || isTimedOut)
      await this.accepted.add(queues.moderation, `${botId}-undo-${caseId}`, {
        ownerId,
        botId,
        guildId,
        channelId,
        task: { kind: 'undo', caseId, event },
      });
    const undone = await this.store.takeBack(botId, caseId, event);
    if (!undone) throw new AppError('NOT_FOUND');
    return caseOf(undone);
  }

  async resume({ actor, botId, guildId }: ParsedInputOf<typeof moderation.resume>): Promise<{ pauses: ModerationPause[] }> {
    await this.requireOwn(actor, botId);
    const ownerId = actor.userId;
    const paused = await this.servers.findOneBy({ botId, ownerId, guildId, pausedAt: Not(IsNull()) });
    if (!paused?.pausedAt) return this.pauses({ actor, botId });
    const { pausedAt } = paused;
    const since = pausedAt.toISOString();
    // Its id is that of the pause: it is written once, whether this call reports it, one at the same time, or the job.
    const id = repeatableId('moderation-resumed', botId, guildId, since);
    const event = auditEvent('moderation_resumed', { id, actor, target: botId, details: { guildId } });
    // Before moderation goes on, because nobody could say so again; the job reports that, too.
    await this.accepted.add(queues.moderation, `${botId}-resume-${id}`, {
      ownerId,
      botId,
      guildId,
      // It is about the whole server.
      channelId: guildId,
      task: { kind: 'resume', pausedAt: since, event },
    });
    await this.store.resume({ botId, ownerId, guildId, pausedAt, event });
    return this.pauses({ actor, botId });
  }

  private get servers(): Repository<ModerationServerEntity> {
    return this.rows.manager.getRepository(ModerationServerEntity);
  }

  private async countAll(botId: string, guildId: string | undefined): Promise<number> {
    return (await this.counts.read(CASE_COUNT, { bot_id: botId, ...(guildId !== undefined && { guild_id: guildId }) })).cases;
  }

  /** NOT_FOUND for a missing bot as for a foreign one. */
  private async requireOwn(actor: Actor, botId: string): Promise<void> {
    await this.rpc.ask(bots.owned, { actor, botId });
  }
}

const MAX_PAUSES = 200;

const OF_BOT = new OrderedList(CASES_OF_BOT);
const IN_SERVER = new OrderedList(CASES_IN_SERVER);
const FOUND = new OrderedList(FOUND_CASES);

function listOf(botId: string, guildId: string | undefined, name: string): { list: OrderedList; parameters: (string | null)[] } {
  if (name !== '') return { list: FOUND, parameters: [botId, guildId ?? null, name] };
  return guildId === undefined ? { list: OF_BOT, parameters: [botId] } : { list: IN_SERVER, parameters: [botId, guildId] };
}

const caseOf = (row: ModerationCaseEntity): ModerationCase => ({
  id: row.id,
  guildId: row.guildId,
  channelId: row.channelId,
  memberId: row.memberId,
  memberName: row.memberName,
  rule: row.rule,
  detail: row.rule === 'command' ? commandDetailOf(row) : row.detail,
  actions: row.actions,
  refused: row.refused,
  warnings: row.warnings,
  timeoutUntil: row.timeoutUntil?.toISOString() ?? null,
  isDryRun: row.isDryRun,
  createdAt: row.createdAt.toISOString(),
  undoneAt: row.undoneAt?.toISOString() ?? null,
});

/** Who called the command, and why. */
function commandDetailOf({ moderatorId, moderatorName, detail }: ModerationCaseEntity): string | null {
  const by = moderatorId === null ? null : `By ${moderatorName ?? ''} (${moderatorId})`;
  return by && detail ? `${by}: ${detail}` : (by ?? detail);
}
