import { PreparedStatement, RpcClient } from '@kith/kit';
import { AppError, billing, type bots, type OutputOf, type ParsedInputOf, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { allowedTraits, settingsOf } from './bot-settings.js';
import { BotEntity } from './bot.entity.js';
import { OwnerPlans } from './commands/owner-plans.js';
import { RunnableCommandsService } from './commands/runnable-commands.service.js';
import { selectListOf } from './select-list.js';

/** What the chat service needs to know of a bot to write its replies, and the knowledge service to search for it. */
@Injectable()
export class PersonaService {
  private statement: PreparedStatement<BotEntity> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runnableCommands: RunnableCommandsService,
    private readonly plans: OwnerPlans,
    private readonly rpc: RpcClient,
  ) {}

  async persona(botId: string): Promise<Persona> {
    return this.personaOf(await this.find(botId, null));
  }

  async ownerOf(botId: string): Promise<OutputOf<typeof bots.ownerOf>> {
    const { name, ownerId } = await this.find(botId, null);
    return { name, ownerId, ownerPlan: await this.planOf(ownerId) };
  }

  /** With its commands, for its owner. One call, because a reader waits. */
  async testChat({ actor, botId }: ParsedInputOf<typeof bots.testChat>): Promise<OutputOf<typeof bots.testChat>> {
    // In one message to Postgres.
    const reading = this.find(botId, actor.userId);
    const [commands, persona] = await Promise.all([
      this.runnableCommands.ofBot(botId, reading),
      reading.then((bot) => this.personaOf(bot)),
    ]);
    return { persona, ...commands };
  }

  /** `ownerId`: null for a bot of anybody. */
  private async find(botId: string, ownerId: string | null): Promise<BotEntity> {
    this.statement ??= new PreparedStatement<BotEntity>(
      `select ${selectListOf(this.database)} from bots.bot
       where id = $1 and ($2::uuid is null or owner_id = $2) and deleted_at is null`,
    );
    const [found] = await this.statement.rowsTogether(this.database, [botId, ownerId]);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  private async personaOf(bot: BotEntity): Promise<Persona> {
    const plan = await this.planOf(bot.ownerId);
    // After a downgrade, traits above the plan stay stored but have no effect (docs/decisions.md B14).
    const personality = allowedTraits(plan, bot.personality);
    return { ...settingsOf(bot), id: bot.id, ownerId: bot.ownerId, ownerPlan: plan, personality };
  }
  /** Without the cached plan the call says why there is none. */
  private async planOf(userId: string): Promise<Persona['ownerPlan']> {
    return (await this.plans.of(userId)) ?? (await this.rpc.ask(billing.entitlement, { userId })).plan;
  }
}
