import { RpcClient } from '@kith/kit';
import { AppError, billing, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { allowedTraits } from './bot-fields.js';
import { BotEntity } from './bot.entity.js';

/** Who a companion is, for the service that writes its replies. */
@Injectable()
export class PersonaService {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly rpc: RpcClient,
  ) {}

  async persona(botId: string): Promise<Persona> {
    const bot = await this.bots.findOneBy({ id: botId, deletedAt: IsNull() });
    if (!bot) throw new AppError('NOT_FOUND');
    const { id, ownerId, name, description, instructions, model, responseStyle, preferences } = bot;
    const { plan } = await this.rpc.ask(billing.entitlement, { userId: ownerId });
    // After a downgrade the traits stay stored and rest (decision B14).
    const { personality } = allowedTraits(plan, bot.personality);
    return { id, ownerId, ownerPlan: plan, name, description, instructions, model, responseStyle, personality, preferences };
  }
}
