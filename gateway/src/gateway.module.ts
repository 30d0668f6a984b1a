import { KitModule, RpcClient, type Runtime } from '@kith/kit';
import { Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AdminStatistics } from './admin/admin-statistics.js';
import { AdminResolver } from './admin/admin.resolver.js';
import { ReportsResolver } from './admin/reports.resolver.js';
import { AdminRest } from './admin/admin.rest.js';
import { CsvExports } from './admin/csv-exports.js';
import { AuthResolver } from './auth/auth.resolver.js';
import { AuthRest } from './auth/auth.rest.js';
import { DiscordCookies } from './auth/discord-cookies.js';
import { RecordingRpcClient } from './auth/recording-rpc-client.js';
import { SessionLifecycle } from './auth/session-lifecycle.js';
import { BillingResolver } from './billing/billing.resolver.js';
import { BillingRest } from './billing/billing.rest.js';
import { CreditHistory } from './billing/credit-history.js';
import { BotsResolver } from './bots/bots.resolver.js';
import { BotsRest } from './bots/bots.rest.js';
import { DiscordResolver } from './bots/discord.resolver.js';
import { HealthResolver } from './bots/health.resolver.js';
import { ModerationResolver } from './bots/moderation.resolver.js';
import { ModerationRest } from './bots/moderation.rest.js';
import { SystemsResolver } from './bots/systems.resolver.js';
import { SystemFiles } from './bots/system-files.js';
import { SystemsRest } from './bots/systems.rest.js';
import { ToolsResolver } from './bots/tools.resolver.js';
import { VersionsResolver } from './bots/versions.resolver.js';
import { ChatMessages } from './chat/chat-messages.js';
import { ChatResolver } from './chat/chat.resolver.js';
import { MemoryResolver } from './chat/memory.resolver.js';
import { ReplayResolver } from './chat/replay.resolver.js';
import { QualityResolver } from './chat/quality.resolver.js';
import { ChatRest } from './chat/chat.rest.js';
import { ChatReplies } from './chat/chat-replies.js';
import { CommandsRest } from './commands/commands.rest.js';
import { COMMAND_RESOLVERS } from './commands/command-resolvers.js';
import { CustomCommandsRest } from './commands/custom-commands.rest.js';
import { DashboardResolver } from './dashboard/dashboard.resolver.js';
import { DashboardRest } from './dashboard/dashboard.rest.js';
import { HostMetrics, ResourceUsage } from './dashboard/resource-usage.js';
import { DocsRest } from './docs/docs.rest.js';
import { graphqlModule } from './graphql/graphql.module.js';
import { ActorGuard } from './http/authentication.js';
import { SessionCache } from './http/session-cache.js';
import { ErrorFilter } from './http/error.filter.js';
import { EventStreams } from './http/event-streams.js';
import { ExportPages } from './http/export-pages.js';
import { HealthRest } from './http/health.rest.js';
import { RegisteredRoutes } from './http/route.js';
import { ReportsRest } from './http/reports.rest.js';
import { LiveUpdates } from './live/live-updates.js';
import { LiveResolver } from './live/live.resolver.js';
import { Uploads } from './http/uploads.js';
import { KnowledgeFiles } from './knowledge/knowledge-files.js';
import { KnowledgeResolver } from './knowledge/knowledge.resolver.js';
import { KnowledgeRest } from './knowledge/knowledge.rest.js';
import { NotificationsResolver } from './notifications/notifications.resolver.js';
import { NotificationsRest } from './notifications/notifications.rest.js';
import { PaymentsResolver } from './payments/payments.resolver.js';
import { PaymentsRest } from './payments/payments.rest.js';

const BOT_PARTS = {
  controllers: [SystemsRest, ModerationRest],
  resolvers: [SystemsResolver, ModerationResolver, VersionsResolver, ToolsResolver],
};

const CHAT_RESOLVERS = [ChatResolver, MemoryResolver, QualityResolver, ReplayResolver];

const EXPORTS = [CreditHistory, CsvExports, ExportPages];

/** The root module of the gateway; `routes` are the routes registered on its server. */
export function rootModule(runtime: Runtime, routes: RegisteredRoutes): Type {
  @Module({
    imports: [KitModule.for(runtime, 'gateway'), graphqlModule(runtime)],
    controllers: [
      AuthRest,
      BotsRest,
      ...BOT_PARTS.controllers,
      ChatRest,
      KnowledgeRest,
      DashboardRest,
      BillingRest,
      PaymentsRest,
      CommandsRest,
      CustomCommandsRest,
      NotificationsRest,
      AdminRest,
      DocsRest,
      HealthRest,
      ReportsRest,
    ],
    providers: [
      { provide: RegisteredRoutes, useValue: routes },
      { provide: RpcClient, useValue: new RecordingRpcClient(runtime.rpc, runtime.audit) },
      { provide: APP_FILTER, useClass: ErrorFilter },
      { provide: APP_GUARD, useClass: ActorGuard },
      SessionCache,
      EventStreams,
      HostMetrics,
      ResourceUsage,
      SessionLifecycle,
      DiscordCookies,
      Uploads,
      KnowledgeFiles,
      SystemFiles,
      ChatMessages,
      ChatReplies,
      AdminStatistics,
      ...EXPORTS,
      AuthResolver,
      BotsResolver,
      DiscordResolver,
      HealthResolver,
      ...CHAT_RESOLVERS,
      KnowledgeResolver,
      BillingResolver,
      PaymentsResolver,
      ...BOT_PARTS.resolvers,
      ...COMMAND_RESOLVERS,
      DashboardResolver,
      AdminResolver,
      ReportsResolver,
      NotificationsResolver,
      LiveUpdates,
      LiveResolver,
    ],
  })
  class GatewayRoot {}
  return GatewayRoot;
}
