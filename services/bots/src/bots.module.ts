import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { BotEntity } from './bot.entity.js';
import { BotsController } from './bots.controller.js';
import { BotsService } from './bots.service.js';
import { DiscordTokens } from './discord-tokens.service.js';
import { LiveFacts } from './live-facts.js';
import { Bot1763712000000 } from './migrations/1763712000000-bot.js';
import { PersonaService } from './persona.service.js';
import { RemovalSweep } from './runs/removal-sweep.js';
import { RunnersService } from './runs/runners.service.js';
import { RunsService } from './runs/runs.service.js';
import { StatusWatch } from './runs/status-watch.js';

@Module({
  imports: databaseModule({ schema: 'bots', entities: [BotEntity], migrations: [Bot1763712000000] }),
  controllers: [BotsController],
  providers: [BotsService, DiscordTokens, LiveFacts, PersonaService, RemovalSweep, RunnersService, RunsService, StatusWatch],
})
export class BotsModule {}
