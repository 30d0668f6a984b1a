import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { BotCountsService } from './bot-counts.service.js';
import { BotEntity } from './bot.entity.js';
import { BotsController } from './bots.controller.js';
import { BotsService } from './bots.service.js';
import { AvailableCommandsService } from './commands/available-commands.service.js';
import { CommandsController } from './commands/commands.controller.js';
import { LearnedCommandEntity } from './commands/learned-command.entity.js';
import { LearnedCommandsService } from './commands/learned-commands.service.js';
import { DiscordTokens } from './discord-tokens.service.js';
import { LiveFacts } from './live-facts.js';
import { Bot1763712000000 } from './migrations/1763712000000-bot.js';
import { Systems1763712000001 } from './migrations/1763712000001-systems.js';
import { Commands1763712000002 } from './migrations/1763712000002-commands.js';
import { RunPeriods1763712000003 } from './migrations/1763712000003-run-periods.js';
import { PersonaService } from './persona.service.js';
import { PlanChangesService } from './plan-changes/plan-changes.service.js';
import { RemovalsService } from './removals.service.js';
import { RemovalSweep } from './runs/removal-sweep.js';
import { RunnersService } from './runs/runners.service.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsService } from './runs/runs.service.js';
import { StatusWatch } from './runs/status-watch.js';
import { InstalledSystemEntity } from './systems/installed-system.entity.js';
import { SystemsController } from './systems/systems.controller.js';
import { SystemsService } from './systems/systems.service.js';
import { RunnerWatch } from './uptime/runner-watch.js';
import { UptimeService } from './uptime/uptime.service.js';
import { CommandTestsService } from './custom-commands/command-tests.service.js';
import { CustomCommandEntity } from './custom-commands/custom-command.entity.js';
import { CustomCommandsController } from './custom-commands/custom-commands.controller.js';
import { CustomCommandsService } from './custom-commands/custom-commands.service.js';

@Module({
  imports: databaseModule({
    schema: 'bots',
    entities: [BotEntity, InstalledSystemEntity, LearnedCommandEntity, CustomCommandEntity],
    migrations: [Bot1763712000000, Systems1763712000001, Commands1763712000002, RunPeriods1763712000003],
  }),
  controllers: [BotsController, RunsController, SystemsController, CommandsController, CustomCommandsController],
  providers: [
    AvailableCommandsService,
    BotCountsService,
    BotsService,
    CommandTestsService,
    DiscordTokens,
    LearnedCommandsService,
    LiveFacts,
    PersonaService,
    PlanChangesService,
    RemovalsService,
    RemovalSweep,
    RunnersService,
    RunnerWatch,
    RunsService,
    StatusWatch,
    SystemsService,
    UptimeService,
    CustomCommandsService,
  ],
})
export class BotsModule {}
