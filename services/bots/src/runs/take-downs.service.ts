import { asSystem, Audit, Queues } from '@kith/kit';
import { AppError, ERRORS, queues, refuseImpersonation, requireAdmin, type bots, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';

const TAKEN_DOWN = { runtimeState: 'failed', statusCode: 'TAKEN_DOWN', statusReason: ERRORS.TAKEN_DOWN.text } as const;
const RESTORED = { runtimeState: 'stopped', statusCode: null, statusReason: null } as const;

/** Administrators stop a bot that members of Discord reported, and let it start again. */
@Injectable()
export class TakeDownsService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  async takeDown({ actor, botId }: ParsedInputOf<typeof bots.takeDown>): Promise<Record<string, never>> {
    requireAdmin(actor);
    refuseImpersonation(actor);
    return asSystem(async () => {
      const changes = { ...TAKEN_DOWN, takenDownAt: new Date(), desiredOnline: false, resumesAfterPause: false };
      const bot = await this.change(botId, IsNull(), { ...changes, runNumber: () => 'run_number + 1' });
      await this.rows.query(
        `insert into bots.taken_down_application (application_id, bot_id)
         select application_id, id from bots.bot where id = $1 and application_id is not null on conflict do nothing`,
        [botId],
      );
      if (!bot) return {};
      await this.bots.addRun('stop', bot);
      await this.queues.add(queues.notices, `bot-taken-down-${botId}-${bot.runNumber}`, {
        kind: 'bot-failed',
        userId: bot.ownerId,
        botId,
        botName: bot.name,
        reason: TAKEN_DOWN.statusReason,
      });
      await this.audit.report('bot_taken_down', { actor, target: botId, details: { name: bot.name } });
      return {};
    });
  }

  async restore({ actor, botId }: ParsedInputOf<typeof bots.restore>): Promise<Record<string, never>> {
    requireAdmin(actor);
    refuseImpersonation(actor);
    return asSystem(async () => {
      const [, freed] = await this.rows.query<[unknown[], number]>('delete from bots.taken_down_application where bot_id = $1', [
        botId,
      ]);
      // A deleted bot leaves its application behind.
      if (freed > 0 && !(await this.rows.existsBy({ id: botId, deletedAt: IsNull() }))) return {};
      const bot = await this.change(botId, Not(IsNull()), { ...RESTORED, takenDownAt: null });
      if (bot) await this.audit.report('bot_restored', { actor, target: botId, details: { name: bot.name } });
      return {};
    });
  }

  /** The bot after the change; null when it is in that state already. NOT_FOUND. */
  private async change(
    botId: string,
    takenDownAt: ReturnType<typeof IsNull>,
    changes: Parameters<Repository<BotEntity>['update']>[1],
  ): Promise<BotEntity | null> {
    const { affected } = await this.rows.update({ id: botId, deletedAt: IsNull(), takenDownAt }, changes);
    const bot = await this.rows.findOneBy({ id: botId, deletedAt: IsNull() });
    if (!bot) throw new AppError('NOT_FOUND');
    if (!affected) return null;
    await this.bots.publishStatus(bot);
    return bot;
  }
}
