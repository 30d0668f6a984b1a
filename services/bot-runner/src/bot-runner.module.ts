import { randomUUID } from 'node:crypto';
import { CONFIG, connectRedis, databaseModule, REDIS, type Config } from '@kith/kit';
import { Module, type Provider } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { BotRunnerController } from './bot-runner.controller.js';
import { database } from './database.js';
import { CommandIntake } from './commands/command-intake.js';
import { CommandOutcomes } from './commands/command-outcomes.js';
import { RefusedCards } from './commands/refused-cards.js';
import { CommandReplies } from './commands/command-replies.js';
import { CommandCallLimits } from './commands/command-limits.js';
import { CommandRunner } from './commands/command-runner.js';
import { KeptAnswers } from './commands/kept-answers.js';
import { CommandTools } from './commands/command-tools.js';
import { ModerationTools } from './commands/moderation-tools.js';
import { CommandsWorker } from './commands/commands.worker.js';
import { CustomOptions } from './commands/custom-options.js';
import { CustomRuns } from './commands/custom-runs.js';
import { ReminderDelivery } from './commands/reminder-delivery.js';
import { Reminders } from './commands/reminders.service.js';
import { TriedCommands } from './commands/tried-commands.js';
import { AnswerParts } from './deliveries/answer-parts.js';
import { ReplyThreads } from './deliveries/reply-threads.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryOutcomes } from './deliveries/delivery-outcomes.js';
import { PostedAnswers } from './deliveries/posted-answers.js';
import { ReplyProgress } from './deliveries/reply-progress.js';
import { MessagePoster } from './discord/message-poster.js';
import { PostedParts } from './discord/posted-parts.js';
import { BotTokens } from './discord/bot-tokens.js';
import { ConnectionPace } from './discord/connection-pace.js';
import { GuildAccess } from './discord/guild-access.js';
import { InvalidRequests } from './discord/invalid-requests.js';
import { RefusedTokens } from './discord/refused-tokens.js';
import { RequestSender } from './discord/request-sender.js';
import { SharedLimits } from './discord/shared-limits.js';
import { TokenInspector } from './discord/token-inspector.js';
import { RestClients } from './discord/rest-clients.js';
import { SharedDependencies } from './connections/connection-dependencies.js';
import { ConnectionFactory } from './connections/connection-factory.js';
import { BotSupervisor } from './connections/bot-supervisor.js';
import { DesiredBotsSource } from './connections/desired-bots.js';
import { ApplicationCommands } from './interactions/application-commands.js';
import { DrawingAbility } from './interactions/drawing-ability.js';
import { CommandAnswers } from './interactions/command-answers.js';
import { Components } from './interactions/components.js';
import { CustomComponents } from './interactions/custom-components.js';
import { ForgetMe } from './interactions/forget-me.js';
import { AnswerPoster } from './interactions/answer-poster.js';
import { InteractionAnswers } from './interactions/interaction-answers.js';
import { InteractionResponses } from './interactions/interaction-responses.js';
import { AnsweredInteractions } from './interactions/answered-interactions.js';
import { Deferrals } from './interactions/deferrals.js';
import { HandledInteractions } from './interactions/handled-interactions.js';
import { Interactions } from './interactions/interactions.js';
import { LateAnswers } from './interactions/late-answers.js';
import { MemberRecords } from './interactions/member-records.js';
import { MemberCommands } from './interactions/member-commands.js';
import { MemoryCommand } from './interactions/memory-command.js';
import { WaitingCalls } from './interactions/waiting-calls.js';
import { AskedQuestions } from './interactions/asked-questions.js';
import { ReplyButtonUses } from './interactions/reply-button-uses.js';
import { CommandTraces } from './commands/command-traces.js';
import { SlashCalls } from './interactions/slash-calls.js';
import { ReplyRatings } from './interactions/reply-ratings.js';
import { TrustCommands } from './interactions/trust-commands.js';
import { LEASE_MS, LeaseStore } from './leases/lease-store.js';
import { Membership } from './leases/membership.js';
import { LifecycleService } from './lifecycle/lifecycle.service.js';
import { RemovalsService } from './lifecycle/removals.service.js';
import { RUNNER_RECORDS } from './lifecycle/runner-records.js';
import { RunnerTables } from './lifecycle/runner-tables.js';
import { AgeGate } from './messages/age-gate.js';
import { CrisisGate } from './messages/crisis-gate.js';
import { MessageGates } from './messages/message-gates.js';
import { AnsweredChannels } from './messages/answered-channels.js';
import { AcceptedJobs } from './messages/accepted-jobs.js';
import { ChannelTalk } from './messages/channel-talk.js';
import { GapFill } from './messages/gap-fill.js';
import { HeldEvents } from './messages/held-events.js';
import { MergedLines } from './messages/merged-lines.js';
import { MessageIntake } from './messages/message-intake.js';
import { IntakeNotices } from './messages/intake-notices.js';
import { OtherEvents } from './messages/other-events.js';
import { OutstandingMessages } from './messages/outstanding-messages.js';
import { QuestionFeedback } from './messages/question-feedback.js';
import { QuestionChanges } from './messages/question-changes.js';
import { ReplyQueue } from './messages/reply-queue.js';
import { SupersededMessages } from './messages/superseded-messages.js';
import { OwnRoles } from './messages/own-roles.js';
import { Places } from './messages/places.js';
import { ThreadParents } from './messages/thread-parents.js';
import { TypingIndicators } from './messages/typing-indicators.js';
import { CaseStore } from './moderation/case-store.js';
import { ModeratedAnswers } from './moderation/moderated-answers.js';
import { Moderation } from './moderation/moderation.js';
import { ModerationAccess } from './moderation/moderation-access.js';
import { ModerationMessages } from './moderation/moderation-messages.js';
import { Punishments } from './moderation/punishments.js';
import { ModerationController } from './moderation/moderation.controller.js';
import { ModerationService } from './moderation/moderation.service.js';
import { ModerationWorker } from './moderation/moderation.worker.js';
import { ProactiveChannels } from './proactive/proactive-channels.js';
import { ProactiveLog } from './proactive/proactive-log.js';
import { ProactiveMessages } from './proactive/proactive-messages.service.js';
import { ProactivePosts } from './proactive/proactive-posts.js';
import { ProactiveTexts } from './proactive/proactive-texts.js';
import { ProactiveWorker } from './proactive/proactive.worker.js';
import { UnseenChannels } from './proactive/unseen-channels.js';
import { Problems } from './problems/problems.service.js';
import { ReportsController } from './reports/reports.controller.js';
import { Reports } from './reports/reports.service.js';
import { TracesController } from './traces/traces.controller.js';
import { Traces } from './traces/traces.service.js';
import { ChannelAccessController } from './servers/channel-access.controller.js';
import { ChannelAccessService } from './servers/channel-access.service.js';
import { ChannelAudience } from './servers/channel-audience.js';
import { UsedPlaces } from './servers/used-places.service.js';
import { AccountsController } from './servers/accounts.controller.js';
import { AccountsService } from './servers/accounts.service.js';
import { SystemFiles } from './systems/system-files.service.js';
import { SystemInteractions } from './systems/system-interactions.js';
import { SystemPagesController } from './systems/system-pages.controller.js';
import { SystemPages } from './systems/system-pages.service.js';
import { SYSTEM_PROVIDERS } from './systems/system-providers.js';
import { Systems } from './systems/systems.js';
import { SystemsWorker } from './systems/systems.worker.js';
import { ServerChanges } from './servers/server-changes.js';

/** New with each start of the process. */
const RUNNER_ID = Symbol('runner-id');

export const RUNNER_CONTROLLERS = [
  BotRunnerController,
  AccountsController,
  ModerationController,
  TracesController,
  ReportsController,
  ChannelAccessController,
  SystemPagesController,
];

/** Commands, in messages and as interactions. */
const COMMAND_PROVIDERS: readonly Provider[] = [
  AnswerPoster,
  InteractionAnswers,
  SlashCalls,
  CommandTraces,
  CommandIntake,
  CommandOutcomes,
  RefusedCards,
  CommandReplies,
  CommandCallLimits,
  CustomComponents,
  CustomOptions,
  CustomRuns,
  CommandRunner,
  KeptAnswers,
  CommandTools,
  ModerationTools,
  CommandsWorker,
  Reminders,
  ReminderDelivery,
  TriedCommands,
];

/** What members use, and how it is answered. */
const INTERACTIONS: readonly Provider[] = [
  InteractionResponses,
  CommandAnswers,
  Deferrals,
  LateAnswers,
  HandledInteractions,
  AnsweredInteractions,
  Interactions,
];

/** What the systems that owners install do. */
const SYSTEMS: readonly Provider[] = [...SYSTEM_PROVIDERS, Systems, SystemFiles, SystemInteractions, SystemPages, SystemsWorker];

/** From a question to its answer on Discord. */
const ANSWERS: readonly Provider[] = [
  AgeGate,
  CrisisGate,
  MessageGates,
  OwnRoles,
  Places,
  ThreadParents,
  OutstandingMessages,
  IntakeNotices,
  ReplyThreads,
  AcceptedJobs,
  QuestionFeedback,
  ReplyQueue,
  ChannelTalk,
  MergedLines,
  SupersededMessages,
  QuestionChanges,
  AskedQuestions,
  ReplyButtonUses,
  AnsweredChannels,
  GapFill,
  HeldEvents,
  DeliveryOutcomes,
  AnswerParts,
  PostedAnswers,
  ReplyProgress,
  DeliveriesService,
];

const PROACTIVE = [
  ProactiveLog,
  ProactiveMessages,
  ProactiveChannels,
  ProactivePosts,
  ProactiveTexts,
  ProactiveWorker,
  UnseenChannels,
];

const CONNECTIONS: Provider[] = [BotTokens, ConnectionPace, SharedDependencies, ConnectionFactory, BotSupervisor];

const MEMBER_COMMANDS = [DrawingAbility, Reports, TrustCommands, MemoryCommand, ReplyRatings, MemberCommands];

/** Starts, stops and deletions. */
const LIFECYCLE: readonly Provider[] = [RUNNER_RECORDS, RunnerTables, LifecycleService, RemovalsService];

/** All providers of a runner. Tests pass a shorter lease time. */
export function runnerProviders(leaseMs = LEASE_MS): Provider[] {
  return [
    { provide: RUNNER_ID, useFactory: () => randomUUID() },
    {
      provide: LeaseStore,
      inject: [REDIS, RUNNER_ID],
      useFactory: (redis: Redis, runnerId: string) => new LeaseStore(redis, runnerId, leaseMs),
    },
    {
      provide: Membership,
      inject: [REDIS, CONFIG, RUNNER_ID],
      useFactory: (redis: Redis, config: Config, runnerId: string) =>
        new Membership(redis, connectRedis(config.REDIS_URL, 'subscriber'), runnerId, leaseMs),
    },
    InvalidRequests,
    SharedLimits,
    RequestSender,
    ...CONNECTIONS,
    RefusedTokens,
    RestClients,
    GuildAccess,
    TokenInspector,
    MessagePoster,
    PostedParts,
    Problems,
    ChannelAccessService,
    UsedPlaces,
    ChannelAudience,
    Traces,
    ...MEMBER_COMMANDS,
    ...PROACTIVE,
    CaseStore,
    Moderation,
    ModerationAccess,
    ModeratedAnswers,
    ModerationMessages,
    Punishments,
    ModerationService,
    ModerationWorker,
    AccountsService,
    ServerChanges,
    TypingIndicators,
    WaitingCalls,
    MemberRecords,
    ForgetMe,
    Components,
    ...INTERACTIONS,
    ...COMMAND_PROVIDERS,
    ...SYSTEMS,
    ...ANSWERS,
    OtherEvents,
    MessageIntake,
    ApplicationCommands,
    DesiredBotsSource,
    ...LIFECYCLE,
  ];
}

@Module({
  imports: databaseModule(database),
  controllers: RUNNER_CONTROLLERS,
  providers: runnerProviders(),
})
export class BotRunnerModule {}
