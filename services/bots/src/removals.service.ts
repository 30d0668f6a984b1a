import { Audit, Events, Queues, RpcClient } from '@kith/kit';
import {
  AppError,
  chat,
  events,
  queues,
  refuseImpersonation,
  type Actor,
  type bots,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { BotsService } from './bots.service.js';
import { NO_TOKEN } from './discord-tokens.service.js';
import { lockLibrary, lockOwnersBots } from './owner-lock.js';
import { CustomCommandEntity } from './custom-commands/custom-command.entity.js';

type Removed = Pick<BotEntity, 'id' | 'name' | 'version'>;

/** The end of companions, and of what was said with them (decisions M11, M12). */
@Injectable()
export class RemovalsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async remove({ actor, botId }: ParsedInputOf<typeof bots.remove>): Promise<OutputOf<typeof bots.remove>> {
    const bot = await this.bots.ownBot(actor, botId);
    refuseImpersonation(actor);
    const [removed] = await hide(this.database.manager, { id: botId, ownerId: bot.ownerId });
    if (!removed) throw new AppError('NOT_FOUND');
    await this.purge(removed, actor);
    // One that the plan had paused may have come within the cap.
    await this.queues.add(queues.planChanges, `removed-${botId}`, { userId: bot.ownerId });
    return { message: 'Bot deleted' };
  }

  async removeAllOf({ userId }: ParsedInputOf<typeof bots.removeAllOf>): Promise<OutputOf<typeof bots.removeAllOf>> {
    const removed = await this.database.transaction(async (manager) => {
      await lockLibrary(manager, userId);
      await lockOwnersBots(manager, userId);
      await manager.delete(CustomCommandEntity, { ownerId: userId });
      return hide(manager, { ownerId: userId });
    });
    await Promise.all(removed.map((bot) => this.purge(bot)));
    return { removed: removed.length };
  }

  async reset({ actor, botId, name }: ParsedInputOf<typeof bots.reset>): Promise<OutputOf<typeof bots.reset>> {
    const bot = await this.bots.ownBot(actor, botId);
    refuseImpersonation(actor);
    if (name.trim() !== bot.name) {
      const problem = "Please type the bot's name exactly as it is";
      throw new AppError('BAD_INPUT', problem, { fields: { name: problem } });
    }
    await this.rpc.ask(chat.purge, { botId });
    await this.audit.report('bot_data_reset', { actor, target: botId, details: { name: bot.name } });
    return { message: 'Bot data reset' };
  }

  private async purge({ id: botId, name, version }: Removed, actor?: Actor): Promise<void> {
    await this.queues.add(queues.lifecycle, `remove-${botId}-${version}`, { action: 'remove', botId });
    await this.events.publish(events.botChanged, { botId });
    await this.audit.report('bot_removed', { ...(actor ? { actor } : {}), target: botId, details: { name } });
  }
}

/** Takes companions away from their owner, and their tokens from everybody. */
async function hide(manager: EntityManager, where: FindOptionsWhere<BotEntity>): Promise<Removed[]> {
  const { raw } = await manager
    .createQueryBuilder()
    .update(BotEntity)
    .set({ ...NO_TOKEN, desiredOnline: false, deletedAt: new Date() })
    .where({ ...where, deletedAt: IsNull() })
    .returning('id, name, version')
    .execute();
  return raw as Removed[];
}
