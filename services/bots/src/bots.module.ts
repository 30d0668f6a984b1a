import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { BotTotals } from './bot-totals.js';
import { BotsController } from './bots.controller.js';
import { BotsService } from './bots.service.js';
import { CommandsController } from './commands/commands.controller.js';
import { CommandDataService } from './commands/command-data.service.js';
import { CustomCommandRuns } from './commands/custom-command-runs.service.js';
import { CustomCommandsService } from './commands/custom-commands.service.js';
import { CommandExecution } from './commands/execution/command-execution.service.js';
import { CommandRounds } from './commands/execution/command-rounds.service.js';
import { CommandValues } from './commands/execution/command-values.service.js';
import { RunSurroundings } from './commands/execution/run-surroundings.service.js';
import { WebAccess } from './commands/execution/web-access.service.js';
import { LearnedCommandsService } from './commands/learned-commands.service.js';
import { OwnerPlans } from './commands/owner-plans.js';
import { RunnableCommandsService } from './commands/runnable-commands.service.js';
import { SharedCommandsService } from './commands/shared-commands.service.js';
import { database } from './database.js';
import { Agreements } from './discord/agreements.service.js';
import { ChannelChecks } from './discord/channel-checks.service.js';
import { CheckUpsController } from './discord/check-ups.controller.js';
import { CheckUpsService } from './discord/check-ups.service.js';
import { ConnectionsController } from './discord/connections.controller.js';
import { ConnectionsService } from './discord/connections.service.js';
import { DiscordTokens } from './discord-tokens.service.js';
import { NewBots } from './new-bots.service.js';
import { PersonaService } from './persona.service.js';
import { PlanGates } from './plan-gates.service.js';
import { PlanChangesService } from './plan-changes.service.js';
import { RemovalsController } from './removals.controller.js';
import { RemovalsService, RemovalSweep } from './removals.service.js';
import { ResetsService } from './resets.service.js';
import { RunnersService } from './runs/runners.service.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsService } from './runs/runs.service.js';
import { StatusWaiter } from './runs/status-waiter.js';
import { TakeDownsService } from './runs/take-downs.service.js';
import { UptimeService } from './runs/uptime.service.js';
import { RuntimeInfoService } from './runtime-info.js';
import { OfferedTools } from './tools/offered-tools.service.js';
import { ToolServers } from './tools/tool-servers.service.js';
import { ToolsController } from './tools/tools.controller.js';
import { SystemsController } from './systems/systems.controller.js';
import { RunnableBots } from './runs/runnable-bots.js';
import { RunnableSystemsService } from './systems/runnable-systems.service.js';
import { SystemsService } from './systems/systems.service.js';
import { VersionsController } from './versions/versions.controller.js';
import { VersionsService } from './versions/versions.service.js';

@Module({
  imports: databaseModule(database),
  controllers: [
    BotsController,
    RemovalsController,
    RunsController,
    SystemsController,
    CommandsController,
    ConnectionsController,
    CheckUpsController,
    ToolsController,
    VersionsController,
  ],
  providers: [
    Agreements,
    BotTotals,
    BotsService,
    NewBots,
    CheckUpsService,
    ChannelChecks,
    ConnectionsService,
    CommandDataService,
    CommandExecution,
    CommandRounds,
    CommandValues,
    CustomCommandRuns,
    CustomCommandsService,
    DiscordTokens,
    LearnedCommandsService,
    OwnerPlans,
    RunnableCommandsService,
    OfferedTools,
    ToolServers,
    PersonaService,
    PlanChangesService,
    PlanGates,
    RemovalsService,
    RemovalSweep,
    ResetsService,
    RunnersService,
    RunsService,
    RunSurroundings,
    RuntimeInfoService,
    SharedCommandsService,
    StatusWaiter,
    RunnableSystemsService,
    RunnableBots,
    SystemsService,
    TakeDownsService,
    UptimeService,
    VersionsService,
    WebAccess,
  ],
})
export class BotsModule {}
