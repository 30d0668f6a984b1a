import { RpcClient } from '@kith/kit';
import { AppError, billing, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { allowedTraits, settingsOf } from './bot-settings.js';
import { BotEntity } from './bot.entity.js';

/** What the chat service needs to know of a bot to write its replies. */
@Injectable()
export class PersonaService {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly rpc: RpcClient,
  ) {}

  async persona(botId: string): Promise<Persona> {
    const bot = await this.bots.findOneBy({ id: botId, deletedAt: IsNull() });
    if (!bot) throw new AppError('NOT_FOUND');
    const { plan } = await this.rpc.ask(billing.entitlement, { userId: bot.ownerId });
    // After a downgrade, traits above the plan stay stored but have no effect (docs/decisions.md B14).
    const personality = allowedTraits(plan, bot.personality);
    return { ...settingsOf(bot), id: botId, ownerId: bot.ownerId, ownerPlan: plan, personality };
  }
}
