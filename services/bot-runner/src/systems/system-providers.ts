import type { Provider, Type } from '@nestjs/common';
import { KeptLimits } from './kept-limits.js';
import { MemberNames } from './member-names.js';
import { MemberRoles } from './member-roles.js';
import { SupportTickets } from './support-tickets/support-tickets.service.js';
import { TicketClosing } from './support-tickets/ticket-closing.js';
import { TicketDiscord } from './support-tickets/ticket-discord.js';
import { TicketPage } from './support-tickets/ticket-page.js';
import { TicketLists } from './support-tickets/ticket-lists.js';
import { TicketStore } from './support-tickets/ticket-store.js';
import { GameClock } from './mini-games/game-clock.js';
import { GamePages } from './mini-games/game-pages.js';
import { GameStore } from './mini-games/game-store.js';
import { Games } from './mini-games/games.js';
import { MiniGames } from './mini-games/mini-games.service.js';
import { RunningRounds } from './mini-games/running-rounds.js';
import { MusicBot } from './music-bot/music-bot.service.js';
import { MusicCatalogue } from './music-bot/music-catalogue.js';
import { MusicCommands } from './music-bot/music-commands.js';
import { MusicPage } from './music-bot/music-page.js';
import { MusicPlayers } from './music-bot/music-players.js';
import { MusicUploads } from './music-bot/music-uploads.js';
import { QueueSound } from './music-bot/queue-sound.js';
import { RadioConnections } from './music-bot/radio/radio-connections.js';
import { RadioSound } from './music-bot/radio/radio-sound.js';
import { StationPage } from './music-bot/radio/station-page.js';
import { StationSetup } from './music-bot/radio/station-setup.js';
import { StationStore } from './music-bot/radio/station-store.js';
import { SessionStore } from './music-bot/session-store.js';
import { SoundThreads } from './music-bot/sound-threads.js';
import { TrackPreparation } from './music-bot/track-preparation.js';
import { TrackSound } from './music-bot/track-sound.js';
import { TrackStore } from './music-bot/track-store.js';
import { VoiceLinks } from './music-bot/voice-links.js';
import { VoiceSupport } from './music-bot/voice-support.js';
import { EventDiscord } from './event-manager/event-discord.js';
import { EventJobs } from './event-manager/event-jobs.js';
import { EventManager } from './event-manager/event-manager.service.js';
import { EventPlanner } from './event-manager/event-planner.js';
import { EventReminders } from './event-manager/event-reminders.js';
import { EventStore } from './event-manager/event-store.js';
import { ReactionChanges } from './reaction-roles/reaction-changes.js';
import { ReactionRoleJobs } from './reaction-roles/reaction-role-jobs.js';
import { ReactionRoles } from './reaction-roles/reaction-roles.service.js';
import { ReactionSync } from './reaction-roles/reaction-sync.js';
import { RoleAccess } from './reaction-roles/role-access.js';
import { RoleChanges } from './reaction-roles/role-changes.js';
import { RoleMessageIds } from './reaction-roles/role-message-ids.js';
import { RoleMessages } from './reaction-roles/role-messages.service.js';
import { RoleRequests } from './reaction-roles/role-requests.js';
import { RoleSetup } from './reaction-roles/role-setup.js';
import { Economy } from './economy-system/economy-system.service.js';
import { EconomyPage } from './economy-system/economy-page.js';
import { EconomyStore } from './economy-system/economy-store.js';
import { Purchases } from './economy-system/purchases.js';
import { ShopSetup } from './economy-system/shop-setup.js';
import { ShopStore } from './economy-system/shop-store.js';
import { LevelAnnouncements } from './leveling-xp/level-announcements.js';
import { LevelStore } from './leveling-xp/level-store.js';
import { LevelingXp } from './leveling-xp/leveling-xp.service.js';
import { Avatars } from './pictures/avatars.js';
import { Pictures } from './pictures/pictures.js';
import { MemberProfiles } from './member-profiles.js';
import { AutoModeration } from './auto-moderation/auto-moderation.service.js';
import { DiscordRules } from './auto-moderation/discord-rules.js';
import { RuleWithdrawal } from './auto-moderation/rule-withdrawal.js';
import { RuleStore } from './auto-moderation/rule-store.js';
import { AiModerator } from './ai-moderator/ai-moderator.service.js';
import { JudgeState } from './ai-moderator/judge-state.js';
import { MessageJudge } from './ai-moderator/message-judge.js';
import { PendingMessages } from './ai-moderator/pending-messages.js';
import type { SystemHandler } from './system-handler.js';
import { SystemPosts } from './system-posts.js';
import { SYSTEM_HANDLERS, Systems } from './systems.js';
import { WelcomeMessages } from './welcome-messages/welcome-messages.service.js';
import { WelcomeServers } from './welcome-messages/welcome-servers.js';

/** What the systems consist of, apart from their handlers. */
const PARTS: readonly Provider[] = [
  EventDiscord,
  EventJobs,
  EventPlanner,
  EventReminders,
  EventStore,
  RoleAccess,
  RoleMessageIds,
  RoleMessages,
  RoleChanges,
  RoleSetup,
  RoleRequests,
  ReactionChanges,
  ReactionRoleJobs,
  ReactionSync,
  GameClock,
  GamePages,
  Games,
  GameStore,
  RunningRounds,
  KeptLimits,
  SystemPosts,
  MemberNames,
  MemberRoles,
  MemberProfiles,
  Avatars,
  Pictures,
  LevelStore,
  LevelAnnouncements,
  WelcomeServers,
  EconomyStore,
  EconomyPage,
  ShopSetup,
  ShopStore,
  Purchases,
  TicketLists,
  TicketStore,
  TicketDiscord,
  TicketClosing,
  TicketPage,
  RuleStore,
  DiscordRules,
  RuleWithdrawal,
  MessageJudge,
  PendingMessages,
  JudgeState,
  MusicCatalogue,
  MusicCommands,
  MusicPage,
  MusicPlayers,
  MusicUploads,
  RadioConnections,
  QueueSound,
  RadioSound,
  StationPage,
  StationSetup,
  StationStore,
  SessionStore,
  SoundThreads,
  TrackPreparation,
  TrackSound,
  TrackStore,
  VoiceLinks,
  VoiceSupport,
];

/** One for each entry of SYSTEM_DEFINITIONS. */
const HANDLERS: Type<SystemHandler>[] = [
  AutoModeration,
  MiniGames,
  ReactionRoles,
  EventManager,
  WelcomeMessages,
  SupportTickets,
  LevelingXp,
  Economy,
  MusicBot,
  AiModerator,
];

export const SYSTEM_PROVIDERS: readonly Provider[] = [
  ...PARTS,
  ...HANDLERS,
  {
    provide: SYSTEM_HANDLERS,
    inject: [Systems, ...HANDLERS],
    useFactory: (systems: Systems, ...handlers: SystemHandler[]) => {
      systems.register(handlers);
      return handlers;
    },
  },
];
