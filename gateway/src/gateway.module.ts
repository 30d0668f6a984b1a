import { KitModule, type Runtime } from '@kith/kit';
import { Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountsResolver } from './admin/accounts.resolver.js';
import { AccountsRest } from './admin/accounts.rest.js';
import { Statistics } from './admin/admin-stats.js';
import { AdminResolver } from './admin/admin.resolver.js';
import { AdminRest } from './admin/admin.rest.js';
import { Exports } from './admin/exports.js';
import { AuthResolver } from './auth/auth.resolver.js';
import { AuthRest } from './auth/auth.rest.js';
import { Sessions } from './auth/sessions.js';
import { BillingResolver } from './billing/billing.resolver.js';
import { BillingRest } from './billing/billing.rest.js';
import { BotsResolver } from './bots/bots.resolver.js';
import { BotsRest } from './bots/bots.rest.js';
import { SystemsResolver } from './bots/systems.resolver.js';
import { SystemsRest } from './bots/systems.rest.js';
import { ChatImages } from './chat/chat-images.js';
import { ChatMessages } from './chat/chat-messages.js';
import { ChatResolver } from './chat/chat.resolver.js';
import { ChatRest } from './chat/chat.rest.js';
import { Replies } from './chat/replies.js';
import { CommandsResolver } from './commands/commands.resolver.js';
import { CommandsRest } from './commands/commands.rest.js';
import { CustomCommandsResolver } from './commands/custom-commands.resolver.js';
import { CustomCommandsRest } from './commands/custom-commands.rest.js';
import { DashboardResolver } from './dashboard/dashboard.resolver.js';
import { DashboardRest } from './dashboard/dashboard.rest.js';
import { Machine } from './dashboard/machine.js';
import { ResourceUsage } from './dashboard/resource-usage.js';
import { DocsRest } from './docs/docs.rest.js';
import { graphqlDoor } from './graphql/graphql-door.js';
import { ActorGuard } from './http/actor.guard.js';
import { Actors } from './http/actors.js';
import { ErrorFilter } from './http/error.filter.js';
import { EventStreams } from './http/event-streams.js';
import { HealthRest } from './http/health.rest.js';
import { KnownRoutes } from './http/known-routes.js';
import { ReportsRest } from './http/reports.rest.js';
import { LiveFeeds } from './live/live-feeds.js';
import { LiveResolver } from './live/live.resolver.js';
import { Uploads } from './http/uploads.js';
import { KnowledgeFiles } from './knowledge/knowledge-files.js';
import { KnowledgeResolver } from './knowledge/knowledge.resolver.js';
import { KnowledgeRest } from './knowledge/knowledge.rest.js';

/** The gateway on a runtime; `routes` records what the server answers to. */
export function rootModule(runtime: Runtime, routes: KnownRoutes): Type {
  @Module({
    imports: [KitModule.for(runtime, 'gateway'), graphqlDoor(runtime)],
    controllers: [
      AuthRest,
      BotsRest,
      SystemsRest,
      ChatRest,
      KnowledgeRest,
      DashboardRest,
      BillingRest,
      CommandsRest,
      CustomCommandsRest,
      AdminRest,
      AccountsRest,
      DocsRest,
      HealthRest,
      ReportsRest,
    ],
    providers: [
      { provide: KnownRoutes, useValue: routes },
      { provide: APP_FILTER, useClass: ErrorFilter },
      { provide: APP_GUARD, useClass: ActorGuard },
      Actors,
      EventStreams,
      Machine,
      ResourceUsage,
      Sessions,
      Uploads,
      KnowledgeFiles,
      ChatMessages,
      ChatImages,
      Replies,
      Statistics,
      Exports,
      AuthResolver,
      BotsResolver,
      ChatResolver,
      KnowledgeResolver,
      BillingResolver,
      SystemsResolver,
      CommandsResolver,
      CustomCommandsResolver,
      DashboardResolver,
      AdminResolver,
      AccountsResolver,
      LiveFeeds,
      LiveResolver,
    ],
  })
  class GatewayRoot {}
  return GatewayRoot;
}
