import { RpcClient } from '@kith/kit';
import { AppError, billing, type bots, type OutputOf, type ParsedInputOf, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { allowedTraits, settingsOf } from './bot-settings.js';
import { BotEntity } from './bot.entity.js';
import { RunnableCommandsService } from './commands/runnable-commands.service.js';

/** What the chat service needs to know of a bot to write its replies. */
@Injectable()
export class PersonaService {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly runnableCommands: RunnableCommandsService,
    private readonly rpc: RpcClient,
  ) {}

  async persona(botId: string): Promise<Persona> {
    return this.personaOf(await this.find({ id: botId }));
  }

  /** With its commands, for its owner. One call, because a reader waits. */
  async testChat({ actor, botId }: ParsedInputOf<typeof bots.testChat>): Promise<OutputOf<typeof bots.testChat>> {
    const bot = await this.find({ id: botId, ownerId: actor.userId });
    const [persona, commands] = await Promise.all([this.personaOf(bot), this.runnableCommands.ofBot(bot)]);
    return { persona, ...commands };
  }

  private async find(bot: { readonly id: string; readonly ownerId?: string }): Promise<BotEntity> {
    const found = await this.bots.findOneBy({ ...bot, deletedAt: IsNull() });
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  private async personaOf(bot: BotEntity): Promise<Persona> {
    const { plan } = await this.rpc.ask(billing.entitlement, { userId: bot.ownerId });
    // After a downgrade, traits above the plan stay stored but have no effect (docs/decisions.md B14).
    const personality = allowedTraits(plan, bot.personality);
    return { ...settingsOf(bot), id: bot.id, ownerId: bot.ownerId, ownerPlan: plan, personality };
  }
}
