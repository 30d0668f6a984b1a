import { AppError, TOOL_COMMANDS, type OutputOf, type RunnableCommand, type tools } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { RunnableCommandsService } from '../commands/runnable-commands.service.js';
import { ToolServers } from './tool-servers.service.js';

/** What owners made that the models of their bots may use (docs/decisions.md T18). */
@Injectable()
export class OfferedTools {
  constructor(
    @InjectRepository(BotEntity) private readonly bots: Repository<BotEntity>,
    private readonly runnable: RunnableCommandsService,
    private readonly servers: ToolServers,
  ) {}

  async of(botId: string): Promise<OutputOf<typeof tools.offered>> {
    const bot = await this.bots.findOne({
      select: { id: true, ownerId: true, channelSettings: true, tools: true },
      where: { id: botId, deletedAt: IsNull() },
    });
    if (!bot) throw new AppError('NOT_FOUND');
    // Whoever switched commands off for people did not mean them for the model.
    const mayRun = bot.tools.commands && bot.channelSettings.allowCommands;
    const commands = mayRun ? ((await this.runnable.of([bot])).get(botId) ?? []) : [];
    const servers = bot.tools.servers ? await this.servers.offered(botId) : [];
    return { commands: commands.filter(isTool), servers };
  }
}

const isTool = ({ commandId, custom }: RunnableCommand): boolean => custom !== null || TOOL_COMMANDS.includes(commandId);
