/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AgeRating =
  | 'adult'
  | 'everyone';

export type AnswerCause =
  | 'allowed_channel'
  | 'auto_reply'
  | 'crisis'
  | 'dedicated_channel'
  | 'direct'
  | 'mentioned'
  | 'next_line'
  | 'other_bot'
  | 'replied_to';

export type ApiKeyState =
  | 'expired'
  | 'no_model'
  | 'not_permitted'
  | 'out_of_quota'
  | 'untested'
  | 'working'
  | 'wrong';

export type AuditAction =
  | 'access_key_created'
  | 'access_key_revoked'
  | 'account_removed'
  | 'admin_granted'
  | 'admin_revoked'
  | 'api_key_written'
  | 'bot_data_reset'
  | 'bot_removed'
  | 'bot_restored'
  | 'bot_taken_down'
  | 'credits_corrected'
  | 'credits_granted'
  | 'discord_linked'
  | 'discord_token_written'
  | 'discord_unlinked'
  | 'impersonated_request'
  | 'impersonation_ended'
  | 'impersonation_started'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'model_changed'
  | 'moderation_resumed'
  | 'moderation_undone'
  | 'news_sent'
  | 'password_changed'
  | 'password_reset'
  | 'password_reset_requested'
  | 'payment_received'
  | 'payment_refunded'
  | 'plan_set'
  | 'profile_changed'
  | 'registered'
  | 'report_dismissed'
  | 'sessions_ended'
  | 'subscription_changed'
  | 'system_changed'
  | 'tool_server_added'
  | 'users_exported'
  | 'webhook_refused'
  | 'webhook_replayed';

export type BotToolsInput = {
  calculator?: boolean | null | undefined;
  commands?: boolean | null | undefined;
  dates?: boolean | null | undefined;
  dice?: boolean | null | undefined;
  pages?: boolean | null | undefined;
  servers?: boolean | null | undefined;
};

export type CapScope =
  | 'bot'
  | 'member'
  | 'server';

export type CatalogueProvider =
  | 'anthropic'
  | 'local'
  | 'openai';

export type ChangeDirection =
  | 'downgrade'
  | 'upgrade';

export type ChangePasswordInput = {
  currentPassword?: string | null | undefined;
  newPassword: string;
};

export type ChannelKind =
  | 'announcement'
  | 'text'
  | 'threads'
  | 'voice';

export type ChannelSettingsInput = {
  allowCommands?: boolean | null | undefined;
  allowDirectMessages?: boolean | null | undefined;
  allowFileUploads?: boolean | null | undefined;
  allowedChannels?: Array<string> | null | undefined;
  allowedLinkHosts?: string | null | undefined;
  autoCreateThreads?: boolean | null | undefined;
  autoDelete?: boolean | null | undefined;
  autoReply?: boolean | null | undefined;
  blockInvites?: boolean | null | undefined;
  blockLinks?: boolean | null | undefined;
  blockedWords?: string | null | undefined;
  capsFilter?: boolean | null | undefined;
  customPrefix?: string | null | undefined;
  dedicatedChannelId?: string | null | undefined;
  directMessagesPerHour?: number | null | undefined;
  enableThreads?: boolean | null | undefined;
  ignoreOtherBots?: boolean | null | undefined;
  issueWarnings?: boolean | null | undefined;
  logMessages?: boolean | null | undefined;
  maxMessagesPerMinute?: number | null | undefined;
  mentionOnly?: boolean | null | undefined;
  missedMessages?: MissedMessages | null | undefined;
  moderationDryRun?: boolean | null | undefined;
  moderationLogChannelId?: string | null | undefined;
  moderationMode?: boolean | null | undefined;
  proactiveMessages?: Array<ProactiveMessageInput> | null | undefined;
  profanityFilter?: boolean | null | undefined;
  replyButtons?: boolean | null | undefined;
  responseDelay?: number | null | undefined;
  restrictedChannels?: Array<string> | null | undefined;
  spamDetection?: boolean | null | undefined;
  timeoutDuration?: number | null | undefined;
  timeoutUsers?: boolean | null | undefined;
  warningThreshold?: number | null | undefined;
  whitelistUsers?: string | null | undefined;
};

export type ChannelUse =
  | 'answers'
  | 'moderation_log'
  | 'proactive'
  | 'system';

export type CharacterSetting =
  | 'description'
  | 'exampleDialogues'
  | 'greeting'
  | 'instructions'
  | 'model'
  | 'name'
  | 'personality'
  | 'preferences'
  | 'responseStyle'
  | 'timeZone';

export type CheckName =
  | 'age_restriction'
  | 'cap'
  | 'channel'
  | 'connection'
  | 'message_content'
  | 'model'
  | 'moderation'
  | 'prefix'
  | 'rate_limit'
  | 'role'
  | 'server_lock'
  | 'server_members'
  | 'server_permissions'
  | 'servers'
  | 'token';

export type CheckoutState =
  | 'declined'
  | 'expired'
  | 'open'
  | 'paid'
  | 'processing';

export type CommandCategory =
  | 'ai'
  | 'custom'
  | 'fun'
  | 'moderation'
  | 'utility';

export type CommandOptionInput = {
  /** The texts that members choose from; none: any text. */
  choices?: Array<string> | null | undefined;
  description: string;
  isRequired?: boolean | null | undefined;
  /** By which the code reads the value; lower case, letters and digits of any script, - and _. */
  name: string;
  type: CommandOptionType;
};

export type CommandOptionType =
  | 'boolean'
  | 'channel'
  | 'integer'
  | 'member'
  | 'number'
  | 'role'
  | 'text';

export type ContextRetention =
  | 'extended'
  | 'minimal'
  | 'standard';

export type ConversationChannel =
  | 'discord'
  | 'web';

export type CreateAccessKeyInput = {
  currentPassword: string;
  name: string;
  scopes: Array<string>;
};

export type CreateBotInput = {
  ageRating?: AgeRating | null | undefined;
  avatarColor?: string | null | undefined;
  channelSettings?: ChannelSettingsInput | null | undefined;
  /** That the owner is 18 or older; needed when `ageRating` becomes `adult`. */
  confirmsAdult?: boolean | null | undefined;
  dailyCaps?: DailyCapsInput | null | undefined;
  dedicatedChannelId?: string | null | undefined;
  description?: string | null | undefined;
  discordToken?: string | null | undefined;
  exampleDialogues?: string | null | undefined;
  greeting?: string | null | undefined;
  instructions?: string | null | undefined;
  /** One of: gpt-4o, gpt-4, gpt-3.5-turbo, latest. */
  model?: string | null | undefined;
  name: string;
  personality?: unknown;
  preferences?: PreferencesInput | null | undefined;
  responseStyle?: ResponseStyle | null | undefined;
  serverId?: string | null | undefined;
  statusText?: string | null | undefined;
  timeZone?: string | null | undefined;
  tools?: BotToolsInput | null | undefined;
};

export type CreateCustomCommandInput = {
  code: string;
  description: string;
  icon?: string | null | undefined;
  name: string;
  /** What members fill in, required options first; none: one free text. */
  options?: Array<CommandOptionInput> | null | undefined;
  trigger: string;
};

/** Files and images are uploaded: POST /api/bots/{botId}/knowledge/upload. */
export type CreateKnowledgeInput = {
  /** How the item enters replies: found by a search, by one of its key words in the messages, or always. */
  activation?: KnowledgeActivation | null | undefined;
  /** Required for a text; an additional note for an address, whose page is read in the background. */
  content?: string | null | undefined;
  /** The address of an item of type url. */
  fileUrl?: string | null | undefined;
  /** For the activation `keywords`: whole words or phrases, without regard to case and accents. */
  keywords?: Array<string> | null | undefined;
  position?: PositionInput | null | undefined;
  tags?: Array<string> | null | undefined;
  title: string;
  type?: WrittenKnowledgeType | null | undefined;
  /** Whether the other pages of the website that its sitemap lists are read too, at most 50. */
  wholeSite?: boolean | null | undefined;
};

export type CreditMovementKind =
  | 'correction'
  | 'grant'
  | 'message'
  | 'purchase'
  | 'refund'
  | 'reversal';

export type DailyCapsInput = {
  perBot?: number | null | undefined;
  perMember?: number | null | undefined;
  perServer?: number | null | undefined;
};

export type DiscordPermission =
  | 'add_reactions'
  | 'attach_files'
  | 'connect'
  | 'create_events'
  | 'create_private_threads'
  | 'create_public_threads'
  | 'embed_links'
  | 'manage_channels'
  | 'manage_events'
  | 'manage_guild'
  | 'manage_messages'
  | 'manage_roles'
  | 'manage_threads'
  | 'moderate_members'
  | 'read_history'
  | 'send_in_threads'
  | 'send_messages'
  | 'send_polls'
  | 'speak'
  | 'view_channels';

export type DiscordProfileInput = {
  about?: string | null | undefined;
  name?: string | null | undefined;
  picture?: string | null | undefined;
};

export type DisputeState =
  | 'lost'
  | 'open'
  | 'won';

export type DraftKind =
  | 'closest'
  | 'outline'
  | 'passage'
  | 'written';

export type EndReason =
  | 'cancelled'
  | 'disputed'
  | 'refunded'
  | 'unpaid';

export type Engine =
  | 'anthropic'
  | 'builtin'
  | 'local'
  | 'openai'
  | 'pinned';

export type FactOrigin =
  | 'model'
  | 'owner'
  | 'said';

export type FindingState =
  | 'note'
  | 'ok'
  | 'problem'
  | 'unknown';

export type InboxCause =
  | 'disliked'
  | 'unanswered'
  | 'uncertain';

export type InboxState =
  | 'answered'
  | 'dismissed'
  | 'open';

export type KeyProvider =
  | 'claude'
  | 'openai';

export type KnowledgeActivation =
  | 'always'
  | 'keywords'
  | 'search';

export type KnowledgeSearch =
  | 'words'
  | 'words_and_meaning';

export type KnowledgeStatus =
  | 'failed'
  | 'processing'
  | 'queued'
  | 'ready';

export type KnowledgeType =
  | 'file'
  | 'image'
  | 'text'
  | 'url';

export type LogLevel =
  | 'error'
  | 'info'
  | 'log'
  | 'warn';

export type MissedMessages =
  | 'newest'
  | 'newest_quietly'
  | 'none';

export type ModelEntryInput = {
  /** US dollars per 1,000 tokens of a prompt that the provider had kept from an earlier request; null: as for other tokens. */
  cachedPrice?: number | null | undefined;
  /** In tokens; null for the image model. */
  contextWindow?: number | null | undefined;
  inputPrice?: number | null | undefined;
  /** The provider's id of the model. */
  model: string;
  /** What people read. */
  name: string;
  outputPrice?: number | null | undefined;
  /** The lowest plan that may use it. */
  plan: Plan;
  provider: CatalogueProvider;
  /** Room for tokens that it spends before it writes and that are no text, beside the length of a reply; null: as its name tells. */
  reasoningTokens?: number | null | undefined;
  /** Whether it can be given pictures; null: as its name tells. */
  seesPictures?: boolean | null | undefined;
  /** The day on which the provider shuts the model down; null when none is announced. */
  shutdownDate?: string | null | undefined;
  /** Whether it can be given tools; null: as its name tells. */
  usesTools?: boolean | null | undefined;
};

export type ModelFault =
  | 'model_unavailable'
  | 'own_key';

export type ModelProvider =
  | 'claude'
  | 'local'
  | 'openai';

export type ModerationAction =
  | 'delete'
  | 'timeout'
  | 'warn';

export type ModerationRule =
  | 'ai_moderator'
  | 'auto_moderation'
  | 'caps'
  | 'command'
  | 'invites'
  | 'links'
  | 'profanity'
  | 'spam';

export type NotificationSettingsInput = {
  botStatusAlerts?: boolean | null | undefined;
  emailNotifications?: boolean | null | undefined;
  marketingUpdates?: boolean | null | undefined;
  usageReports?: boolean | null | undefined;
};

export type OnlineStatus =
  | 'offline'
  | 'online';

export type PaymentMode =
  | 'live'
  | 'sandbox'
  | 'test';

export type PinnedAnswerInput = {
  answer: string;
  questions: Array<string>;
};

export type Plan =
  | 'basic'
  | 'free'
  | 'premium';

export type PlanChangeState =
  | 'paid'
  | 'payment_required'
  | 'scheduled';

export type PlanSource =
  | 'admin'
  | 'free'
  | 'subscription';

export type PositionInput = {
  x: number;
  y: number;
};

export type PreferencesInput = {
  contextRetention?: ContextRetention | null | undefined;
  learningMode?: boolean | null | undefined;
  maxTokens?: number | null | undefined;
  proactiveMessaging?: boolean | null | undefined;
  rememberInteractions?: boolean | null | undefined;
  responseDelay?: ResponsePace | null | undefined;
  sendMedia?: boolean | null | undefined;
  shareLinks?: boolean | null | undefined;
};

export type PrivilegedIntent =
  | 'message_content'
  | 'server_members';

export type ProactiveEvent =
  | 'newMember'
  | 'quiet'
  | 'weekly';

export type ProactiveMessageInput = {
  channelId: string;
  event?: ProactiveEvent | null | undefined;
  /** For `isWritten`: what it should be about. */
  hint?: string | null | undefined;
  /** A language model writes it, charged like a reply. */
  isWritten?: boolean | null | undefined;
  /** For `quiet`: days in which nobody wrote. */
  quietDays?: number | null | undefined;
  /** Said as it stands; with `isWritten` only where no model writes it, and may be empty then. */
  text: string;
  /** For `weekly`: in the time zone. */
  time?: string | null | undefined;
  timeZone?: string | null | undefined;
  /** For `weekly`: 1 is Monday, 7 is Sunday. */
  weekday?: number | null | undefined;
};

export type ProfileInput = {
  /** Needed to change the e-mail address. */
  currentPassword?: string | null | undefined;
  email: string;
  username: string;
};

export type RatingInput = {
  isGood?: boolean | null | undefined;
  reason?: RatingReason | null | undefined;
};

export type RatingReason =
  | 'incomplete'
  | 'off_topic'
  | 'other'
  | 'rude'
  | 'unclear'
  | 'wrong';

export type ReportAction =
  | 'dismiss'
  | 'restore'
  | 'take_down';

export type ReportReason =
  | 'harassment'
  | 'harmful'
  | 'other'
  | 'private_data'
  | 'sexual'
  | 'spam';

export type ReportState =
  | 'dismissed'
  | 'open'
  | 'taken_down';

export type ResponsePace =
  | 'instant'
  | 'natural'
  | 'slow';

export type ResponseStyle =
  | 'balanced'
  | 'casual'
  | 'concise'
  | 'detailed'
  | 'enthusiastic'
  | 'friendly'
  | 'professional';

export type Role =
  | 'admin'
  | 'super_admin'
  | 'user';

export type RoleFault =
  | 'above'
  | 'gone'
  | 'managed';

export type RuntimeState =
  | 'failed'
  | 'online'
  | 'paused_by_plan'
  | 'reconnecting'
  | 'starting'
  | 'stopped'
  | 'taken_down';

export type SandboxAction =
  | 'accept_card'
  | 'decline_card'
  | 'dispute'
  | 'lose'
  | 'pay'
  | 'refund'
  | 'renew'
  | 'win';

export type SandboxPaymentState =
  | 'disputed'
  | 'lost'
  | 'open'
  | 'paid'
  | 'refunded'
  | 'void';

export type SearchOutcome =
  | 'found'
  | 'not_relevant'
  | 'nothing_found';

export type ServersChangeKind =
  | 'joined'
  | 'left';

export type SubscriptionAction =
  | 'cancel'
  | 'keep_plan'
  | 'resume';

export type SubscriptionStatus =
  | 'active'
  | 'cancelled'
  | 'inactive';

export type TestCustomCommandInput = {
  /** The bot whose storage it reads and whose websites it may read; what it stores is not kept. */
  botId?: string | null | undefined;
  code: string;
  /** What a member would have written, trigger included. */
  message?: string | null | undefined;
  /** Whose values are read from the message. */
  options?: Array<CommandOptionInput> | null | undefined;
  trigger?: string | null | undefined;
};

export type TokenVerdict =
  | 'invalid'
  | 'unreachable'
  | 'valid';

export type ToolServerInput = {
  address: string;
  name: string;
  /** Sent to the server as a bearer token. Stored encrypted and never answered. */
  token?: string | null | undefined;
};

export type TraceOutcome =
  | 'answered'
  | 'command'
  | 'ignored'
  | 'merged'
  | 'unanswered'
  | 'waiting';

export type TraceReason =
  | 'author_forgotten'
  | 'author_unknown'
  | 'bot_deleted'
  | 'bot_turns'
  | 'cap'
  | 'channel_rate'
  | 'channel_refused'
  | 'command_refused'
  | 'daily_limit'
  | 'direct_message'
  | 'direct_rate'
  | 'discord_refused'
  | 'empty'
  | 'forwarded'
  | 'kith_down'
  | 'member_rate'
  | 'model_unavailable'
  | 'moderated'
  | 'not_addressed'
  | 'not_age_restricted'
  | 'not_allowed'
  | 'not_dedicated'
  | 'not_mentioned'
  | 'other_bot'
  | 'other_server'
  | 'own_key'
  | 'poll'
  | 'prompt_refused'
  | 'question_deleted'
  | 'restricted'
  | 'system_failed'
  | 'taken_by_system'
  | 'text_withheld'
  | 'thread'
  | 'too_many_waiting'
  | 'too_old'
  | 'unknown_place'
  | 'unsuitable'
  | 'withheld';

/** Absent keeps; null or '' keeps the stored key, which only `clearApiKey` removes; '' clears `ownModel`. */
export type UpdateApiSettingsInput = {
  apiKey?: string | null | undefined;
  clearApiKey?: boolean | null | undefined;
  defaultModelProvider?: ModelProvider | null | undefined;
  developerMode?: boolean | null | undefined;
  ownModel?: string | null | undefined;
};

/** Absent keeps; null or '' clears, except for the token, which only `clearDiscordToken` removes. */
export type UpdateBotInput = {
  ageRating?: AgeRating | null | undefined;
  avatarColor?: string | null | undefined;
  channelSettings?: ChannelSettingsInput | null | undefined;
  clearDiscordToken?: boolean | null | undefined;
  /** That the owner is 18 or older; needed when `ageRating` becomes `adult`. */
  confirmsAdult?: boolean | null | undefined;
  dailyCaps?: DailyCapsInput | null | undefined;
  dedicatedChannelId?: string | null | undefined;
  description?: string | null | undefined;
  discordToken?: string | null | undefined;
  exampleDialogues?: string | null | undefined;
  /** The `version` the edit started from; VERSION_CONFLICT when the bot was saved since. */
  expectedVersion?: number | null | undefined;
  greeting?: string | null | undefined;
  instructions?: string | null | undefined;
  /** One of: gpt-4o, gpt-4, gpt-3.5-turbo, latest. */
  model?: string | null | undefined;
  name?: string | null | undefined;
  personality?: unknown;
  preferences?: PreferencesInput | null | undefined;
  responseStyle?: ResponseStyle | null | undefined;
  serverId?: string | null | undefined;
  statusText?: string | null | undefined;
  timeZone?: string | null | undefined;
  tools?: BotToolsInput | null | undefined;
};

export type UpdateCustomCommandInput = {
  code?: string | null | undefined;
  description?: string | null | undefined;
  icon?: string | null | undefined;
  name?: string | null | undefined;
  options?: Array<CommandOptionInput> | null | undefined;
  trigger?: string | null | undefined;
};

export type UpdateKnowledgeInput = {
  /** How the item enters replies: found by a search, by one of its key words in the messages, or always. */
  activation?: KnowledgeActivation | null | undefined;
  content?: string | null | undefined;
  /** The address of an item of type url. */
  fileUrl?: string | null | undefined;
  /** For the activation `keywords`: whole words or phrases, without regard to case and accents. */
  keywords?: Array<string> | null | undefined;
  position?: PositionInput | null | undefined;
  /** The page of an item of type url is read again now; its text stays until then. */
  readAgain?: boolean | null | undefined;
  tags?: Array<string> | null | undefined;
  title?: string | null | undefined;
};

export type UpdateLearnedCommandInput = {
  /** How long a member waits between two calls; null: three seconds for a custom command, otherwise not at all. */
  cooldownS?: number | null | undefined;
  customTrigger?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
  requiredRoleId?: string | null | undefined;
};

export type WebhookNote =
  | 'unknown_customer'
  | 'unused';

export type WebhookState =
  | 'applied'
  | 'failed'
  | 'received';

export type WrittenKnowledgeType =
  | 'text'
  | 'url';

export type WorkspaceBotQueryVariables = Exact<{
  id: string;
}>;


export type WorkspaceBotQuery = { bot: { avatarColor: string, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null } | null };

export type OtherBotsQueryVariables = Exact<{ [key: string]: never; }>;


export type OtherBotsQuery = { bots: { total: number, bots: Array<{ avatarColor: string, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null }> } };

export type AdminUserFieldsFragment = { id: string, username: string, email: string, subscriptionPlan: Plan, subscriptionStatus: SubscriptionStatus, messageCredits: number, role: Role, isAdmin: boolean, createdAt: string };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  role?: Role | null | undefined;
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type AccountsQuery = { users: { total: number, isMoreThanTotal: boolean, next: string | null, previous: string | null, users: Array<{ id: string, username: string, email: string, subscriptionPlan: Plan, subscriptionStatus: SubscriptionStatus, messageCredits: number, role: Role, isAdmin: boolean, createdAt: string }> } };

export type AdminsQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type AdminsQuery = { admins: { total: number, users: Array<{ id: string, username: string, email: string, subscriptionPlan: Plan, subscriptionStatus: SubscriptionStatus, messageCredits: number, role: Role, isAdmin: boolean, createdAt: string }> } };

export type UserPageQueryVariables = Exact<{
  userId: string;
  limit: number;
  offset: number;
}>;


export type UserPageQuery = { user: { id: string, username: string, email: string, subscriptionPlan: Plan, subscriptionStatus: SubscriptionStatus, messageCredits: number, role: Role, isAdmin: boolean, createdAt: string }, userAccount: { plan: Plan, source: PlanSource, status: SubscriptionStatus, paidPlan: Plan | null, currentPeriodEnd: string | null, cancelsAtPeriodEnd: boolean, graceEndsAt: string | null, isSandbox: boolean, credits: number, used: number, dailyLimit: number }, userBots: { total: number, bots: Array<{ id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, messageCount: number | null, createdAt: string }> } };

export type UserSessionsQueryVariables = Exact<{
  userId: string;
}>;


export type UserSessionsQuery = { userSessions: Array<{ id: string, createdAt: string, lastUsedAt: string, ip: string, userAgent: string }> };

export type EndUserSessionsMutationVariables = Exact<{
  userId: string;
}>;


export type EndUserSessionsMutation = { endUserSessions: { message: string } };

export type AdminStatsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminStatsQuery = { adminStats: { messages: number, careAnswers: number, users: { total: number, free: number, standard: number, premium: number }, bots: { total: number, active: number } } };

export type AuditLogQueryVariables = Exact<{
  action?: AuditAction | null | undefined;
  userId?: string | null | undefined;
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { total: number, isMoreThanTotal: boolean, next: string | null, previous: string | null, isIntact: boolean, names: Array<{ id: string, name: string | null }>, events: Array<{ id: string, at: string, action: AuditAction, actorId: string | null, actorName: string | null, effectiveUserId: string | null, target: string | null, ip: string | null, requestId: string | null, details: unknown }> } };

export type SetUserPlanMutationVariables = Exact<{
  userId: string;
  plan: string;
}>;


export type SetUserPlanMutation = { setUserPlan: { userId: string, plan: Plan, message: string } };

export type GrantCreditsMutationVariables = Exact<{
  userId: string;
  credits: number;
  idempotencyKey: string;
}>;


export type GrantCreditsMutation = { grantCredits: { credits: number, message: string } };

export type GrantAdminMutationVariables = Exact<{
  userId: string;
}>;


export type GrantAdminMutation = { grantAdmin: { message: string } };

export type RevokeAdminMutationVariables = Exact<{
  userId: string;
}>;


export type RevokeAdminMutation = { revokeAdmin: { message: string } };

export type EditableModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type EditableModelsQuery = { editableModels: Array<{ label: string, name: string, provider: CatalogueProvider, model: string, plan: Plan, contextWindow: number | null, inputPrice: number | null, cachedPrice: number | null, outputPrice: number | null, shutdownDate: string | null, seesPictures: boolean | null, usesTools: boolean | null, reasoningTokens: number | null, isListed: boolean | null, announcedShutdown: string | null, isChanged: boolean, version: number }> };

export type ChangeModelMutationVariables = Exact<{
  label: string;
  version: number;
  input: ModelEntryInput;
}>;


export type ChangeModelMutation = { changeModel: { label: string, version: number } };

export type ResetModelMutationVariables = Exact<{
  label: string;
  version: number;
}>;


export type ResetModelMutation = { resetModel: { label: string, version: number } };

export type NewsQueryVariables = Exact<{
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type NewsQuery = { news: { total: number, next: string | null, previous: string | null, subscribers: number, news: Array<{ id: string, title: string, text: string, createdAt: string, reached: number, finishedAt: string | null }> } };

export type SendNewsMutationVariables = Exact<{
  id: string;
  title: string;
  text: string;
}>;


export type SendNewsMutation = { sendNews: { id: string } };

export type WebhookEventFieldsFragment = { id: string, type: string, mode: PaymentMode, state: WebhookState, failure: string | null, note: WebhookNote | null, attempts: number, happenedAt: string, receivedAt: string, userId: string | null, username: string | null };

export type WebhookEventsQueryVariables = Exact<{
  state?: WebhookState | null | undefined;
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type WebhookEventsQuery = { webhookEvents: { total: number, next: string | null, previous: string | null, refused: number, events: Array<{ id: string, type: string, mode: PaymentMode, state: WebhookState, failure: string | null, note: WebhookNote | null, attempts: number, happenedAt: string, receivedAt: string, userId: string | null, username: string | null }> } };

export type ReplayWebhookEventMutationVariables = Exact<{
  id: string;
}>;


export type ReplayWebhookEventMutation = { replayWebhookEvent: { id: string, type: string, mode: PaymentMode, state: WebhookState, failure: string | null, note: WebhookNote | null, attempts: number, happenedAt: string, receivedAt: string, userId: string | null, username: string | null } };

export type UserPaymentsQueryVariables = Exact<{
  userId: string;
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type UserPaymentsQuery = { userPayments: { total: number, next: string | null, previous: string | null, payments: Array<{ id: string, at: string, title: string, cents: number, currency: string, refundedCents: number, dispute: DisputeState | null }> } };

export type PaymentStatisticsQueryVariables = Exact<{ [key: string]: never; }>;


export type PaymentStatisticsQuery = { paymentStatistics: { mode: PaymentMode, periods: Array<{ month: string | null, from: string, to: string, revenue: Array<{ currency: string, receivedCents: number, refundedCents: number, disputedCents: number, netCents: number, items: Array<{ plan: Plan | null, credits: number | null, payments: number, cents: number }> }>, subscribers: { basic: number, premium: number, started: number, ended: number }, credits: { sold: number, granted: number, spent: number, refunded: number, corrected: number, outstanding: number } }> } };

export type CorrectCreditsMutationVariables = Exact<{
  userId: string;
  credits: number;
  reason: string;
  idempotencyKey: string;
}>;


export type CorrectCreditsMutation = { correctCredits: { credits: number, message: string } };

export type ReportFieldsFragment = { id: string, botId: string, botName: string | null, ownerId: string, guildId: string | null, channelId: string, messageId: string | null, reason: ReportReason, text: string | null, reporters: number, state: ReportState, createdAt: string, handledAt: string | null };

export type ReportsQueryVariables = Exact<{
  state?: ReportState | null | undefined;
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type ReportsQuery = { reports: { total: number, next: string | null, previous: string | null, reports: Array<{ id: string, botId: string, botName: string | null, ownerId: string, guildId: string | null, channelId: string, messageId: string | null, reason: ReportReason, text: string | null, reporters: number, state: ReportState, createdAt: string, handledAt: string | null }> } };

export type HandleReportMutationVariables = Exact<{
  id: string;
  action: ReportAction;
}>;


export type HandleReportMutation = { handleReport: { id: string, botId: string, botName: string | null, ownerId: string, guildId: string | null, channelId: string, messageId: string | null, reason: ReportReason, text: string | null, reporters: number, state: ReportState, createdAt: string, handledAt: string | null } };

export type BotAnalyticsQueryVariables = Exact<{
  botId: string;
}>;


export type BotAnalyticsQuery = { bot: { id: string, name: string, runtimeState: RuntimeState } | null, analytics: { totalMessages: number, activeUsers: number, avgResponseTime: number, uptime: number | null, engagementScore: number, userEngagement: { totalUsers: number, activeToday: number, totalConversations: number }, ratings: { good: number, bad: number, reasons: Array<{ reason: RatingReason, count: number }> }, botInfo: { status: OnlineStatus, model: string }, hourlyActivity: Array<{ hour: number, messages: number }> } };

export type PlanSourceQueryVariables = Exact<{ [key: string]: never; }>;


export type PlanSourceQuery = { subscription: { source: PlanSource, paidPlan: Plan | null } };

export type CreditsQueryVariables = Exact<{ [key: string]: never; }>;


export type CreditsQuery = { usage: { used: number, dailyLimit: number, credits: number, resetsAt: string, runsOutAt: string | null }, creditPackages: Array<{ id: string, name: string, credits: number, price: number, isPopular: boolean, isBestValue: boolean }> };

export type CreditHistoryQueryVariables = Exact<{
  limit: number;
  before?: string | null | undefined;
}>;


export type CreditHistoryQuery = { creditHistory: { total: number, next: string | null, movements: Array<{ id: string, at: string, kind: CreditMovementKind, credits: number, balanceAfter: number, botId: string | null, botName: string | null, description: string }> } };

export type CheckoutCreditsMutationVariables = Exact<{
  packageId: string;
}>;


export type CheckoutCreditsMutation = { checkoutCredits: { url: string, checkoutUrl: string, checkoutId: string | null } };

export type PreviewPlanChangeMutationVariables = Exact<{
  plan: string;
}>;


export type PreviewPlanChangeMutation = { previewPlanChange: { id: string, direction: ChangeDirection, fromPlan: Plan, toPlan: Plan, todayCents: number, renewalCents: number | null, renewsAt: string | null, takesEffectAt: string, endsAt: string | null, isSandbox: boolean } };

export type ConfirmPlanChangeMutationVariables = Exact<{
  id: string;
}>;


export type ConfirmPlanChangeMutation = { confirmPlanChange: { state: PlanChangeState, payUrl: string | null } };

export type SandboxPortalFieldsFragment = { isCardDeclined: boolean, hasSubscription: boolean, payments: Array<{ id: string, title: string, cents: number, state: SandboxPaymentState, at: string }> };

export type SandboxPortalPageQueryVariables = Exact<{ [key: string]: never; }>;


export type SandboxPortalPageQuery = { sandboxPortal: { isCardDeclined: boolean, hasSubscription: boolean, payments: Array<{ id: string, title: string, cents: number, state: SandboxPaymentState, at: string }> } };

export type ChangeSandboxMutationVariables = Exact<{
  action: SandboxAction;
  paymentId?: string | null | undefined;
}>;


export type ChangeSandboxMutation = { changeSandbox: { isCardDeclined: boolean, hasSubscription: boolean, payments: Array<{ id: string, title: string, cents: number, state: SandboxPaymentState, at: string }> } };

export type BotFieldsFragment = { description: string | null, avatarColor: string, hasDiscordToken: boolean, discordTokenHint: string | null, serverId: string | null, statusText: string | null, ageRating: AgeRating, dedicatedChannelId: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, messageCount: number | null, isResetting: boolean, createdAt: string, version: number, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number }, dailyCaps: { perBot: number | null, perServer: number | null, perMember: number | null }, tools: { pages: boolean, calculator: boolean, dates: boolean, dice: boolean, commands: boolean, servers: boolean } };

export type BotQueryVariables = Exact<{
  id: string;
}>;


export type BotQuery = { bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, discordTokenHint: string | null, serverId: string | null, statusText: string | null, ageRating: AgeRating, dedicatedChannelId: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, messageCount: number | null, isResetting: boolean, createdAt: string, version: number, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number }, dailyCaps: { perBot: number | null, perServer: number | null, perMember: number | null }, tools: { pages: boolean, calculator: boolean, dates: boolean, dice: boolean, commands: boolean, servers: boolean } } | null };

export type BotFiguresQueryVariables = Exact<{
  botId: string;
}>;


export type BotFiguresQuery = { analytics: { totalMessages: number, activeUsers: number, uptime: number | null, botInfo: { model: string } } };

export type ConversationsQueryVariables = Exact<{
  botId: string;
}>;


export type ConversationsQuery = { conversations: { conversations: Array<{ channel: ConversationChannel, channelId: string | null, messages: number, people: number, lastAt: string }> } };

export type OverviewUsageQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewUsageQuery = { usage: { used: number, dailyLimit: number, credits: number, plan: Plan } };

export type OverviewQuestionsQueryVariables = Exact<{
  botId: string;
}>;


export type OverviewQuestionsQuery = { changedKnowledgeQuestions: { changed: number, failed: number } };

export type AnsweringQueryVariables = Exact<{
  botId: string;
}>;


export type AnsweringQuery = { chatEngine: { engine: Engine, isOwnKey: boolean }, me: { id: string, apiSettings: { apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null } } | null };

export type OverviewCheckUpQueryVariables = Exact<{
  botId: string;
}>;


export type OverviewCheckUpQuery = { botCheckUp: { botId: string, findings: Array<{ check: CheckName, state: FindingState, serverId: string | null, serverName: string | null, channelId: string | null, roleFault: RoleFault | null, modelFault: ModelFault | null }> } };

export type BotCountQueryVariables = Exact<{ [key: string]: never; }>;


export type BotCountQuery = { bots: { total: number } };

export type SavedBotFieldsFragment = { droppedTraits: Array<string>, warnings: Array<string>, bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, discordTokenHint: string | null, serverId: string | null, statusText: string | null, ageRating: AgeRating, dedicatedChannelId: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, messageCount: number | null, isResetting: boolean, createdAt: string, version: number, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number }, dailyCaps: { perBot: number | null, perServer: number | null, perMember: number | null }, tools: { pages: boolean, calculator: boolean, dates: boolean, dice: boolean, commands: boolean, servers: boolean } } };

export type CreateBotMutationVariables = Exact<{
  input: CreateBotInput;
}>;


export type CreateBotMutation = { createBot: { droppedTraits: Array<string>, warnings: Array<string>, bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, discordTokenHint: string | null, serverId: string | null, statusText: string | null, ageRating: AgeRating, dedicatedChannelId: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, messageCount: number | null, isResetting: boolean, createdAt: string, version: number, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number }, dailyCaps: { perBot: number | null, perServer: number | null, perMember: number | null }, tools: { pages: boolean, calculator: boolean, dates: boolean, dice: boolean, commands: boolean, servers: boolean } } } };

export type UpdateBotMutationVariables = Exact<{
  id: string;
  input: UpdateBotInput;
}>;


export type UpdateBotMutation = { updateBot: { droppedTraits: Array<string>, warnings: Array<string>, bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, discordTokenHint: string | null, serverId: string | null, statusText: string | null, ageRating: AgeRating, dedicatedChannelId: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, messageCount: number | null, isResetting: boolean, createdAt: string, version: number, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number }, dailyCaps: { perBot: number | null, perServer: number | null, perMember: number | null }, tools: { pages: boolean, calculator: boolean, dates: boolean, dice: boolean, commands: boolean, servers: boolean } } } };

export type DeleteBotMutationVariables = Exact<{
  id: string;
}>;


export type DeleteBotMutation = { deleteBot: { message: string } };

export type ResetBotMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type ResetBotMutation = { resetBot: { isDone: boolean } };

export type BotResetQueryVariables = Exact<{
  id: string;
}>;


export type BotResetQuery = { bot: { id: string, isResetting: boolean } | null };

export type ToolServerFieldsFragment = { id: string, name: string, address: string, hasToken: boolean, checkedAt: string, tools: Array<{ name: string, description: string, isAllowed: boolean }> };

export type ToolServersQueryVariables = Exact<{
  botId: string;
}>;


export type ToolServersQuery = { toolServers: Array<{ id: string, name: string, address: string, hasToken: boolean, checkedAt: string, tools: Array<{ name: string, description: string, isAllowed: boolean }> }> };

export type AddToolServerMutationVariables = Exact<{
  botId: string;
  input: ToolServerInput;
}>;


export type AddToolServerMutation = { addToolServer: { id: string, name: string, address: string, hasToken: boolean, checkedAt: string, tools: Array<{ name: string, description: string, isAllowed: boolean }> } };

export type CheckToolServerMutationVariables = Exact<{
  botId: string;
  serverId: string;
}>;


export type CheckToolServerMutation = { checkToolServer: { id: string, name: string, address: string, hasToken: boolean, checkedAt: string, tools: Array<{ name: string, description: string, isAllowed: boolean }> } };

export type AllowToolsMutationVariables = Exact<{
  botId: string;
  serverId: string;
  checkedAt: string;
  tools: Array<string> | string;
}>;


export type AllowToolsMutation = { allowTools: { id: string, name: string, address: string, hasToken: boolean, checkedAt: string, tools: Array<{ name: string, description: string, isAllowed: boolean }> } };

export type RemoveToolServerMutationVariables = Exact<{
  botId: string;
  serverId: string;
}>;


export type RemoveToolServerMutation = { removeToolServer: { message: string } };

export type ModerationCaseFieldsFragment = { id: string, guildId: string, channelId: string, memberId: string | null, memberName: string | null, rule: ModerationRule, detail: string | null, actions: Array<ModerationAction>, refused: Array<ModerationAction>, warnings: number | null, timeoutUntil: string | null, isDryRun: boolean, createdAt: string, undoneAt: string | null };

export type ModerationCasesQueryVariables = Exact<{
  botId: string;
  member?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ModerationCasesQuery = { moderationCases: { total: number, isMoreThanTotal: boolean, next: string | null, previous: string | null, cases: Array<{ id: string, guildId: string, channelId: string, memberId: string | null, memberName: string | null, rule: ModerationRule, detail: string | null, actions: Array<ModerationAction>, refused: Array<ModerationAction>, warnings: number | null, timeoutUntil: string | null, isDryRun: boolean, createdAt: string, undoneAt: string | null }> }, moderationPauses: Array<{ guildId: string, pausedAt: string }> };

export type UndoModerationMutationVariables = Exact<{
  botId: string;
  caseId: string;
}>;


export type UndoModerationMutation = { undoModeration: { id: string, guildId: string, channelId: string, memberId: string | null, memberName: string | null, rule: ModerationRule, detail: string | null, actions: Array<ModerationAction>, refused: Array<ModerationAction>, warnings: number | null, timeoutUntil: string | null, isDryRun: boolean, createdAt: string, undoneAt: string | null } };

export type ResumeModerationMutationVariables = Exact<{
  botId: string;
  guildId: string;
}>;


export type ResumeModerationMutation = { resumeModeration: Array<{ guildId: string }> };

export type BotChannelFieldsFragment = { id: string, name: string, serverId: string | null, version: number, channelSettings: { dedicatedChannelId: string, allowedChannels: Array<string>, restrictedChannels: Array<string>, autoReply: boolean, mentionOnly: boolean, ignoreOtherBots: boolean, logMessages: boolean, moderationMode: boolean, responseDelay: number, maxMessagesPerMinute: number, allowCommands: boolean, allowFileUploads: boolean, customPrefix: string, enableThreads: boolean, autoCreateThreads: boolean, replyButtons: boolean, profanityFilter: boolean, spamDetection: boolean, blockLinks: boolean, blockInvites: boolean, capsFilter: boolean, autoDelete: boolean, issueWarnings: boolean, timeoutUsers: boolean, timeoutDuration: number, whitelistUsers: string, warningThreshold: number, blockedWords: string, allowedLinkHosts: string, moderationLogChannelId: string, moderationDryRun: boolean, allowDirectMessages: boolean | null, directMessagesPerHour: number, missedMessages: MissedMessages, proactiveMessages: Array<{ channelId: string, event: ProactiveEvent, text: string, isWritten: boolean, hint: string, quietDays: number, weekday: number, time: string, timeZone: string }> } };

export type BotChannelQueryVariables = Exact<{
  id: string;
}>;


export type BotChannelQuery = { bot: { id: string, name: string, serverId: string | null, version: number, channelSettings: { dedicatedChannelId: string, allowedChannels: Array<string>, restrictedChannels: Array<string>, autoReply: boolean, mentionOnly: boolean, ignoreOtherBots: boolean, logMessages: boolean, moderationMode: boolean, responseDelay: number, maxMessagesPerMinute: number, allowCommands: boolean, allowFileUploads: boolean, customPrefix: string, enableThreads: boolean, autoCreateThreads: boolean, replyButtons: boolean, profanityFilter: boolean, spamDetection: boolean, blockLinks: boolean, blockInvites: boolean, capsFilter: boolean, autoDelete: boolean, issueWarnings: boolean, timeoutUsers: boolean, timeoutDuration: number, whitelistUsers: string, warningThreshold: number, blockedWords: string, allowedLinkHosts: string, moderationLogChannelId: string, moderationDryRun: boolean, allowDirectMessages: boolean | null, directMessagesPerHour: number, missedMessages: MissedMessages, proactiveMessages: Array<{ channelId: string, event: ProactiveEvent, text: string, isWritten: boolean, hint: string, quietDays: number, weekday: number, time: string, timeZone: string }> } } | null };

export type SaveChannelSettingsMutationVariables = Exact<{
  id: string;
  input: UpdateBotInput;
}>;


export type SaveChannelSettingsMutation = { updateBot: { bot: { id: string, name: string, serverId: string | null, version: number, channelSettings: { dedicatedChannelId: string, allowedChannels: Array<string>, restrictedChannels: Array<string>, autoReply: boolean, mentionOnly: boolean, ignoreOtherBots: boolean, logMessages: boolean, moderationMode: boolean, responseDelay: number, maxMessagesPerMinute: number, allowCommands: boolean, allowFileUploads: boolean, customPrefix: string, enableThreads: boolean, autoCreateThreads: boolean, replyButtons: boolean, profanityFilter: boolean, spamDetection: boolean, blockLinks: boolean, blockInvites: boolean, capsFilter: boolean, autoDelete: boolean, issueWarnings: boolean, timeoutUsers: boolean, timeoutDuration: number, whitelistUsers: string, warningThreshold: number, blockedWords: string, allowedLinkHosts: string, moderationLogChannelId: string, moderationDryRun: boolean, allowDirectMessages: boolean | null, directMessagesPerHour: number, missedMessages: MissedMessages, proactiveMessages: Array<{ channelId: string, event: ProactiveEvent, text: string, isWritten: boolean, hint: string, quietDays: number, weekday: number, time: string, timeZone: string }> } } } };

export type ChatBotQueryVariables = Exact<{
  id: string;
}>;


export type ChatBotQuery = { bot: { id: string, name: string, description: string | null, greeting: string | null, avatarColor: string, status: OnlineStatus, runtimeState: RuntimeState } | null, chatEngine: { engine: Engine, label: string | null } };

export type CitationsQueryVariables = Exact<{
  botId: string;
  requestId: string;
}>;


export type CitationsQuery = { citations: Array<{ itemId: string, title: string, passages: Array<string> }> };

export type RateReplyMutationVariables = Exact<{
  botId: string;
  requestId: string;
  input: RatingInput;
}>;


export type RateReplyMutation = { rateReply: { isGood: boolean | null, reason: RatingReason | null } };

export type AvailableFieldsFragment = { id: string, name: string, description: string, category: CommandCategory, icon: string, trigger: string };

export type BotBrainQueryVariables = Exact<{
  botId: string;
}>;


export type BotBrainQuery = { bot: { id: string, name: string, avatarColor: string, status: OnlineStatus } | null, learnedCommands: Array<{ id: string, commandId: string, isEnabled: boolean, customTrigger: string | null, cooldownS: number | null, requiredRoleId: string | null, command: { id: string, name: string, description: string, category: CommandCategory, icon: string, trigger: string } }>, commands: { total: number, commands: Array<{ id: string, name: string, description: string, category: CommandCategory, icon: string, trigger: string }> } };

export type SearchCommandsQueryVariables = Exact<{
  search: string;
  category?: CommandCategory | null | undefined;
}>;


export type SearchCommandsQuery = { commands: { commands: Array<{ id: string }> } };

export type LearnCommandMutationVariables = Exact<{
  botId: string;
  commandId: string;
}>;


export type LearnCommandMutation = { learnCommand: { id: string, commandId: string, isEnabled: boolean, customTrigger: string | null, cooldownS: number | null, requiredRoleId: string | null, command: { id: string, name: string, description: string, category: CommandCategory, icon: string, trigger: string } } };

export type UpdateLearnedCommandMutationVariables = Exact<{
  botId: string;
  botCommandId: string;
  input: UpdateLearnedCommandInput;
}>;


export type UpdateLearnedCommandMutation = { updateLearnedCommand: { id: string, isEnabled: boolean, customTrigger: string | null, cooldownS: number | null, requiredRoleId: string | null } };

export type UnlearnCommandMutationVariables = Exact<{
  botId: string;
  botCommandId: string;
}>;


export type UnlearnCommandMutation = { unlearnCommand: { message: string } };

export type CommandDataFieldsFragment = { keys: number, bytes: number, maxBytes: number, hosts: Array<string> };

export type CommandDataQueryVariables = Exact<{
  botId: string;
}>;


export type CommandDataQuery = { commandData: { keys: number, bytes: number, maxBytes: number, hosts: Array<string> } };

export type SetCommandHostsMutationVariables = Exact<{
  botId: string;
  hosts: Array<string> | string;
}>;


export type SetCommandHostsMutation = { setCommandHosts: { keys: number, bytes: number, maxBytes: number, hosts: Array<string> } };

export type ClearCommandDataMutationVariables = Exact<{
  botId: string;
}>;


export type ClearCommandDataMutation = { clearCommandData: { keys: number, bytes: number, maxBytes: number, hosts: Array<string> } };

export type LearnedFieldsFragment = { id: string, commandId: string, isEnabled: boolean, customTrigger: string | null, cooldownS: number | null, requiredRoleId: string | null, command: { id: string, name: string, description: string, category: CommandCategory, icon: string, trigger: string } };

export type ConnectBotFieldsFragment = { description: string | null, avatarColor: string, hasDiscordToken: boolean, serverId: string | null, statusText: string | null, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, channelSettings: { dedicatedChannelId: string, mentionOnly: boolean, autoReply: boolean, customPrefix: string } };

export type ConnectBotQueryVariables = Exact<{
  id: string;
}>;


export type ConnectBotQuery = { bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, serverId: string | null, statusText: string | null, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, channelSettings: { dedicatedChannelId: string, mentionOnly: boolean, autoReply: boolean, customPrefix: string } } | null };

export type CheckDiscordTokenMutationVariables = Exact<{
  token: string;
}>;


export type CheckDiscordTokenMutation = { checkDiscordToken: { verdict: TokenVerdict, applicationId: string | null, name: string | null, hasMessageContent: boolean | null } };

export type SaveConnectionMutationVariables = Exact<{
  id: string;
  input: UpdateBotInput;
}>;


export type SaveConnectionMutation = { updateBot: { warnings: Array<string>, bot: { description: string | null, avatarColor: string, hasDiscordToken: boolean, serverId: string | null, statusText: string | null, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, channelSettings: { dedicatedChannelId: string, mentionOnly: boolean, autoReply: boolean, customPrefix: string } } } };

export type UpdateDiscordProfileMutationVariables = Exact<{
  botId: string;
  input: DiscordProfileInput;
}>;


export type UpdateDiscordProfileMutation = { updateDiscordProfile: { applicationId: string, name: string, about: string, hasMessageContent: boolean, hasServerMembers: boolean } };

export type SayHelloMutationVariables = Exact<{
  botId: string;
  channelId: string;
  helloId: string;
}>;


export type SayHelloMutation = { sayHello: { message: string } };

export type CustomCommandsQueryVariables = Exact<{ [key: string]: never; }>;


export type CustomCommandsQuery = { customCommands: { total: number, commands: Array<{ id: string, name: string, trigger: string, description: string, icon: string, needsReview: boolean }> } };

export type StoredCommandFieldsFragment = { id: string, name: string, trigger: string, description: string, code: string, icon: string, needsReview: boolean, options: Array<{ name: string, description: string, type: CommandOptionType, isRequired: boolean, choices: Array<string> }> };

export type CustomCommandQueryVariables = Exact<{
  id: string;
}>;


export type CustomCommandQuery = { customCommand: { id: string, name: string, trigger: string, description: string, code: string, icon: string, needsReview: boolean, options: Array<{ name: string, description: string, type: CommandOptionType, isRequired: boolean, choices: Array<string> }> } | null };

export type CustomCommandRunsQueryVariables = Exact<{
  id: string;
}>;


export type CustomCommandRunsQuery = { customCommandRuns: Array<{ id: string, botName: string, trigger: string, startedAt: string, durationMs: number, error: { message: string, line: number | null } | null }> };

export type CreateCustomCommandMutationVariables = Exact<{
  input: CreateCustomCommandInput;
}>;


export type CreateCustomCommandMutation = { createCustomCommand: { id: string } };

export type UpdateCustomCommandMutationVariables = Exact<{
  id: string;
  input: UpdateCustomCommandInput;
}>;


export type UpdateCustomCommandMutation = { updateCustomCommand: { id: string, name: string, trigger: string, description: string, code: string, icon: string, needsReview: boolean, options: Array<{ name: string, description: string, type: CommandOptionType, isRequired: boolean, choices: Array<string> }> } };

export type DeleteCustomCommandMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCustomCommandMutation = { deleteCustomCommand: { message: string } };

export type CheckCommandSyntaxMutationVariables = Exact<{
  code: string;
}>;


export type CheckCommandSyntaxMutation = { checkCommandSyntax: { valid: boolean, message: string | null, line: number | null, column: number | null } };

export type TestCustomCommandMutationVariables = Exact<{
  input: TestCustomCommandInput;
}>;


export type TestCustomCommandMutation = { testCustomCommand: { durationMs: number, result: { success: boolean, response: string, shouldReply: boolean, posts: Array<{ content: string, embeds: Array<{ title: string | null, description: string | null, color: number | null, author: string | null, footer: string | null, image: string | null, fields: Array<{ name: string, value: string }> | null }>, buttons: Array<{ label: string, url: string | null }>, selects: Array<{ value: string, placeholder: string | null }> }> | null, form: { title: string } | null } | null, error: { message: string, line: number | null, column: number | null } | null, log: Array<{ level: LogLevel, text: string }>, context: { message: string, userId: string, channelId: string, guildId: string | null, botId: string, trigger: string, args: Array<string>, options: unknown } } };

export type TestBotsQueryVariables = Exact<{ [key: string]: never; }>;


export type TestBotsQuery = { bots: { bots: Array<{ id: string, name: string }> } };

export type CommandShareQueryVariables = Exact<{
  id: string;
}>;


export type CommandShareQuery = { commandShare: { shareCode: string | null } };

export type ShareCustomCommandMutationVariables = Exact<{
  id: string;
}>;


export type ShareCustomCommandMutation = { shareCustomCommand: { shareCode: string | null } };

export type UnshareCustomCommandMutationVariables = Exact<{
  id: string;
}>;


export type UnshareCustomCommandMutation = { unshareCustomCommand: { shareCode: string | null } };

export type SharedCommandQueryVariables = Exact<{
  shareCode: string;
}>;


export type SharedCommandQuery = { sharedCommand: { name: string, trigger: string, description: string, code: string, icon: string, options: Array<{ name: string, isRequired: boolean }> } };

export type ImportCustomCommandMutationVariables = Exact<{
  shareCode: string;
  trigger?: string | null | undefined;
}>;


export type ImportCustomCommandMutation = { importCustomCommand: { id: string, name: string, trigger: string, description: string, code: string, icon: string, needsReview: boolean, options: Array<{ name: string, description: string, type: CommandOptionType, isRequired: boolean, choices: Array<string> }> } };

export type ApproveCustomCommandMutationVariables = Exact<{
  id: string;
}>;


export type ApproveCustomCommandMutation = { approveCustomCommand: { id: string, name: string, trigger: string, description: string, code: string, icon: string, needsReview: boolean, options: Array<{ name: string, description: string, type: CommandOptionType, isRequired: boolean, choices: Array<string> }> } };

export type DashboardBotsQueryVariables = Exact<{
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type DashboardBotsQuery = { bots: { total: number, bots: Array<{ description: string | null, avatarColor: string, hasDiscordToken: boolean, personality: unknown, messageCount: number | null, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null }> } };

export type SearchBotsQueryVariables = Exact<{
  search: string;
  offset?: number | null | undefined;
}>;


export type SearchBotsQuery = { bots: { total: number, bots: Array<{ id: string }> } };

export type DashboardUsageQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardUsageQuery = { usage: { used: number, dailyLimit: number, credits: number, plan: Plan, resetsAt: string, runsOutAt: string | null } };

export type ResourceUsageQueryVariables = Exact<{ [key: string]: never; }>;


export type ResourceUsageQuery = { resourceUsage: { system: { cpuUsage: number, memoryUsage: number }, usage: { bots: { total: number | null, online: number | null }, activity: Array<{ date: string, count: number }>, tokens: { used: number | null, dailyLimit: number | null } } } };

export type BotHealthQueryVariables = Exact<{
  botId: string;
}>;


export type BotHealthQuery = { bot: { hasDiscordToken: boolean, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null } | null, botCheckUp: { botId: string, findings: Array<{ check: CheckName, state: FindingState, detail: string | null, serverId: string | null, serverName: string | null, channelId: string | null, channelName: string | null, missingPermissions: Array<DiscordPermission>, use: ChannelUse | null, systemName: string | null, roleName: string | null, roleFault: RoleFault | null, botName: string | null, freePrefix: string | null, modelFault: ModelFault | null, happenedAt: string | null, cap: CapScope | null, members: number | null, inviteUrl: string | null }> }, chatEngine: { engine: Engine, isOwnKey: boolean }, me: { id: string, apiSettings: { apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null } } | null, usage: { used: number, dailyLimit: number, credits: number } };

export type ChoosePrefixMutationVariables = Exact<{
  id: string;
  prefix: string;
}>;


export type ChoosePrefixMutation = { updateBot: { bot: { id: string, version: number } } };

export type MessageTraceFieldsFragment = { messageId: string, channelId: string, guildId: string | null, sentAt: string, outcome: TraceOutcome, reason: TraceReason | null, cause: AnswerCause | null, detail: string | null, command: string | null };

export type IgnoredMessagesQueryVariables = Exact<{
  botId: string;
}>;


export type IgnoredMessagesQuery = { messageTraces: { traces: Array<{ messageId: string, channelId: string, guildId: string | null, sentAt: string, outcome: TraceOutcome, reason: TraceReason | null, cause: AnswerCause | null, detail: string | null, command: string | null }> } };

export type UsedCommandsQueryVariables = Exact<{
  botId: string;
}>;


export type UsedCommandsQuery = { messageTraces: { traces: Array<{ messageId: string, channelId: string, guildId: string | null, sentAt: string, outcome: TraceOutcome, reason: TraceReason | null, cause: AnswerCause | null, detail: string | null, command: string | null }> } };

export type MessageTraceQueryVariables = Exact<{
  botId: string;
  messageId: string;
}>;


export type MessageTraceQuery = { messageTrace: { messageId: string, channelId: string, guildId: string | null, sentAt: string, outcome: TraceOutcome, reason: TraceReason | null, cause: AnswerCause | null, detail: string | null, command: string | null } | null };

export type InboxQueryVariables = Exact<{
  botId: string;
  state: InboxState;
  limit: number;
  offset: number;
}>;


export type InboxQuery = { inbox: { total: number, questions: Array<{ id: string, question: string, reply: string, state: InboxState, count: number, causes: Array<InboxCause>, reasons: Array<RatingReason>, channel: ConversationChannel, lastAt: string }> } };

export type InboxBotQueryVariables = Exact<{
  id: string;
}>;


export type InboxBotQuery = { bot: { id: string, name: string } | null };

export type AnswerDraftQueryVariables = Exact<{
  botId: string;
  questionId: string;
}>;


export type AnswerDraftQuery = { answerDraft: { title: string, questions: Array<string>, answer: string, kind: DraftKind, canBeWritten: boolean } };

export type WriteAnswerDraftMutationVariables = Exact<{
  botId: string;
  questionId: string;
}>;


export type WriteAnswerDraftMutation = { writeAnswerDraft: { answer: string, kind: DraftKind } };

export type SetInboxStateMutationVariables = Exact<{
  botId: string;
  questionId: string;
  state: InboxState;
}>;


export type SetInboxStateMutation = { setInboxState: { message: string } };

export type TeachAnswerMutationVariables = Exact<{
  botId: string;
  questionId: string;
  title: string;
  content: string;
}>;


export type TeachAnswerMutation = { teachAnswer: { id: string } };

export type PinnedAnswersQueryVariables = Exact<{
  botId: string;
  search?: string | null | undefined;
  limit: number;
  offset: number;
}>;


export type PinnedAnswersQuery = { pinnedAnswers: { total: number, max: number, answers: Array<{ id: string, questions: Array<string>, answer: string, isActive: boolean }> } };

export type PinAnswerMutationVariables = Exact<{
  botId: string;
  questionId?: string | null | undefined;
  input: PinnedAnswerInput;
}>;


export type PinAnswerMutation = { pinAnswer: { id: string } };

export type ChangePinnedAnswerMutationVariables = Exact<{
  botId: string;
  answerId: string;
  input: PinnedAnswerInput;
}>;


export type ChangePinnedAnswerMutation = { changePinnedAnswer: { id: string, questions: Array<string>, answer: string } };

export type UnpinAnswerMutationVariables = Exact<{
  botId: string;
  answerId: string;
}>;


export type UnpinAnswerMutation = { unpinAnswer: { message: string } };

export type KnowledgeFieldsFragment = { id: string, title: string, excerpt: string, type: KnowledgeType, tags: Array<string>, activation: KnowledgeActivation, keywords: Array<string>, fileUrl: string | null, status: KnowledgeStatus, statusReason: string | null, createdAt: string, position: { x: number, y: number } };

export type KnowledgeQueryVariables = Exact<{
  botId: string;
  limit: number;
  offset: number;
}>;


export type KnowledgeQuery = { bot: { id: string, name: string } | null, knowledge: { total: number, items: Array<{ id: string, title: string, excerpt: string, type: KnowledgeType, tags: Array<string>, activation: KnowledgeActivation, keywords: Array<string>, fileUrl: string | null, status: KnowledgeStatus, statusReason: string | null, createdAt: string, position: { x: number, y: number } }> } };

export type KnowledgeMatchesQueryVariables = Exact<{
  botId: string;
  search: string;
  offset: number;
}>;


export type KnowledgeMatchesQuery = { knowledge: { total: number, isMoreThanTotal: boolean, items: Array<{ id: string }> } };

export type KnowledgeItemQueryVariables = Exact<{
  botId: string;
  itemId: string;
}>;


export type KnowledgeItemQuery = { knowledgeItem: { content: string, id: string, title: string, excerpt: string, type: KnowledgeType, tags: Array<string>, activation: KnowledgeActivation, keywords: Array<string>, fileUrl: string | null, status: KnowledgeStatus, statusReason: string | null, createdAt: string, position: { x: number, y: number } } };

export type FindKnowledgeQueryVariables = Exact<{
  botId: string;
  query: string;
  previous?: string | null | undefined;
}>;


export type FindKnowledgeQuery = { findKnowledge: { coverage: number, relevance: number, minRelevance: number, outcome: SearchOutcome, searchedBy: KnowledgeSearch, rewritten: string | null, passages: Array<{ itemId: string, title: string, body: string, score: number, activation: KnowledgeActivation, relevance: number | null, number: number | null }> } };

export type SavedQuestionFieldsFragment = { id: string, question: string, previous: string | null, expectedItemId: string | null, expectedTitle: string | null, outcome: SearchOutcome, rank: number | null, isPassed: boolean, wasPassed: boolean | null, previousRank: number | null };

export type KnowledgeQuestionsQueryVariables = Exact<{
  botId: string;
}>;


export type KnowledgeQuestionsQuery = { knowledgeQuestions: Array<{ id: string, question: string, previous: string | null, expectedItemId: string | null, expectedTitle: string | null, outcome: SearchOutcome, rank: number | null, isPassed: boolean, wasPassed: boolean | null, previousRank: number | null }> };

export type SaveKnowledgeQuestionMutationVariables = Exact<{
  botId: string;
  question: string;
  previous?: string | null | undefined;
  expectedItemId?: string | null | undefined;
}>;


export type SaveKnowledgeQuestionMutation = { saveKnowledgeQuestion: { id: string, question: string, previous: string | null, expectedItemId: string | null, expectedTitle: string | null, outcome: SearchOutcome, rank: number | null, isPassed: boolean, wasPassed: boolean | null, previousRank: number | null } };

export type RemoveKnowledgeQuestionMutationVariables = Exact<{
  botId: string;
  questionId: string;
}>;


export type RemoveKnowledgeQuestionMutation = { removeKnowledgeQuestion: { message: string } };

export type AddKnowledgeMutationVariables = Exact<{
  botId: string;
  input: CreateKnowledgeInput;
}>;


export type AddKnowledgeMutation = { addKnowledge: { id: string, title: string, excerpt: string, type: KnowledgeType, tags: Array<string>, activation: KnowledgeActivation, keywords: Array<string>, fileUrl: string | null, status: KnowledgeStatus, statusReason: string | null, createdAt: string, position: { x: number, y: number } } };

export type UpdateKnowledgeMutationVariables = Exact<{
  botId: string;
  itemId: string;
  input: UpdateKnowledgeInput;
}>;


export type UpdateKnowledgeMutation = { updateKnowledge: { id: string, title: string, excerpt: string, type: KnowledgeType, tags: Array<string>, activation: KnowledgeActivation, keywords: Array<string>, fileUrl: string | null, status: KnowledgeStatus, statusReason: string | null, createdAt: string, position: { x: number, y: number } } };

export type DeleteKnowledgeMutationVariables = Exact<{
  botId: string;
  itemId: string;
}>;


export type DeleteKnowledgeMutation = { deleteKnowledge: { message: string } };

export type OwnMemoryFieldsFragment = { summary: string | null, facts: Array<{ id: string, key: string, value: string, origin: FactOrigin, saidAt: string }> };

export type BotMemoryQueryVariables = Exact<{
  botId: string;
}>;


export type BotMemoryQuery = { bot: { id: string, name: string } | null, memoryOverview: { isOn: boolean, people: number, facts: number }, ownMemory: { summary: string | null, facts: Array<{ id: string, key: string, value: string, origin: FactOrigin, saidAt: string }> } };

export type ClearMemoryMutationVariables = Exact<{
  botId: string;
}>;


export type ClearMemoryMutation = { clearMemory: { message: string } };

export type SaveOwnFactMutationVariables = Exact<{
  botId: string;
  factId?: string | null | undefined;
  key: string;
  value: string;
}>;


export type SaveOwnFactMutation = { saveOwnFact: { summary: string | null, facts: Array<{ id: string, key: string, value: string, origin: FactOrigin, saidAt: string }> } };

export type ForgetOwnMemoryMutationVariables = Exact<{
  botId: string;
  factId?: string | null | undefined;
}>;


export type ForgetOwnMemoryMutation = { forgetOwnMemory: { summary: string | null, facts: Array<{ id: string, key: string, value: string, origin: FactOrigin, saidAt: string }> } };

export type NotificationsQueryVariables = Exact<{
  before?: string | null | undefined;
}>;


export type NotificationsQuery = { notifications: { unread: number, next: string | null, notifications: Array<{ id: string, createdAt: string, isRead: boolean, content: { kind: string, botId: string | null, botName: string | null, reason: string | null, plan: Plan | null, graceEndsAt: string | null, change: string | null, percent: number | null, used: number | null, limit: number | null, resetsAt: string | null, runsOutAt: string | null, weekStart: string | null, replies: number | null, activeBots: number | null, planReplies: number | null, creditsUsed: number | null, newsId: string | null, title: string | null, text: string | null } }> } };

export type MarkNotificationReadMutationVariables = Exact<{
  id: string;
}>;


export type MarkNotificationReadMutation = { markNotificationRead: { unread: number } };

export type MarkNotificationsReadMutationVariables = Exact<{
  upTo: string;
}>;


export type MarkNotificationsReadMutation = { markNotificationsRead: { unread: number } };

export type PaletteBotsQueryVariables = Exact<{
  offset?: number | null | undefined;
}>;


export type PaletteBotsQuery = { bots: { total: number, bots: Array<{ avatarColor: string, hasDiscordToken: boolean, id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null }> } };

export type SignInMethodsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInMethodsQuery = { signInMethods: { hasPassword: boolean, discordName: string | null, isDiscordOffered: boolean } };

export type UnlinkDiscordMutationVariables = Exact<{ [key: string]: never; }>;


export type UnlinkDiscordMutation = { unlinkDiscord: { message: string } };

export type AccessKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type AccessKeysQuery = { accessKeys: Array<{ id: string, name: string, hint: string, scopes: Array<string>, createdAt: string, lastUsedAt: string | null }> };

export type CreateAccessKeyMutationVariables = Exact<{
  input: CreateAccessKeyInput;
}>;


export type CreateAccessKeyMutation = { createAccessKey: { key: string, accessKey: { id: string } } };

export type RevokeAccessKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeAccessKeyMutation = { revokeAccessKey: { message: string } };

export type AccountFragment = { id: string, username: string, email: string, subscriptionPlan: Plan, role: Role, isAdmin: boolean, impersonatedBy: { id: string, username: string } | null, apiSettings: { defaultModelProvider: ModelProvider, hasApiKey: boolean, apiKeyHint: string | null, apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null, ownModel: string | null, developerMode: boolean }, notificationSettings: { emailNotifications: boolean, botStatusAlerts: boolean, usageReports: boolean, marketingUpdates: boolean } };

export type UpdateProfileMutationVariables = Exact<{
  input: ProfileInput;
}>;


export type UpdateProfileMutation = { updateProfile: { id: string, username: string, email: string, subscriptionPlan: Plan, role: Role, isAdmin: boolean, impersonatedBy: { id: string, username: string } | null, apiSettings: { defaultModelProvider: ModelProvider, hasApiKey: boolean, apiKeyHint: string | null, apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null, ownModel: string | null, developerMode: boolean }, notificationSettings: { emailNotifications: boolean, botStatusAlerts: boolean, usageReports: boolean, marketingUpdates: boolean } } };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword: { message: string } };

export type MailOptionQueryVariables = Exact<{ [key: string]: never; }>;


export type MailOptionQuery = { signInOptions: { sendsMail: boolean } };

export type UpdateNotificationsMutationVariables = Exact<{
  input: NotificationSettingsInput;
}>;


export type UpdateNotificationsMutation = { updateNotificationSettings: { id: string, username: string, email: string, subscriptionPlan: Plan, role: Role, isAdmin: boolean, impersonatedBy: { id: string, username: string } | null, apiSettings: { defaultModelProvider: ModelProvider, hasApiKey: boolean, apiKeyHint: string | null, apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null, ownModel: string | null, developerMode: boolean }, notificationSettings: { emailNotifications: boolean, botStatusAlerts: boolean, usageReports: boolean, marketingUpdates: boolean } } };

export type UpdateApiSettingsMutationVariables = Exact<{
  input: UpdateApiSettingsInput;
}>;


export type UpdateApiSettingsMutation = { updateApiSettings: { id: string, username: string, email: string, subscriptionPlan: Plan, role: Role, isAdmin: boolean, impersonatedBy: { id: string, username: string } | null, apiSettings: { defaultModelProvider: ModelProvider, hasApiKey: boolean, apiKeyHint: string | null, apiKeyProvider: KeyProvider | null, apiKeyState: ApiKeyState | null, ownModel: string | null, developerMode: boolean }, notificationSettings: { emailNotifications: boolean, botStatusAlerts: boolean, usageReports: boolean, marketingUpdates: boolean } } };

export type ModelOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelOptionsQuery = { modelOptions: { offeredProviders: Array<CatalogueProvider>, ownModels: Array<string>, keyProblem: string | null } };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: string, createdAt: string, lastUsedAt: string, ip: string, userAgent: string, isCurrent: boolean }> };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { endSession: { message: string } };

export type EndAllSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndAllSessionsMutation = { endAllSessions: { message: string } };

export type DeleteAccountMutationVariables = Exact<{
  password: string;
}>;


export type DeleteAccountMutation = { deleteAccount: { message: string } };

export type SubscriptionQueryVariables = Exact<{ [key: string]: never; }>;


export type SubscriptionQuery = { subscription: { plan: Plan, source: PlanSource, status: SubscriptionStatus, paidPlan: Plan | null, grantedPlan: Plan | null, currentPeriodEnd: string | null, cancelsAtPeriodEnd: boolean, scheduledPlan: Plan | null, renewalCents: number | null, graceEndsAt: string | null, payUrl: string | null, endedReason: EndReason | null, endedPlan: Plan | null, isSandbox: boolean } };

export type OpenPortalMutationVariables = Exact<{ [key: string]: never; }>;


export type OpenPortalMutation = { openBillingPortal: { url: string } };

export type ChangeSubscriptionMutationVariables = Exact<{
  action: SubscriptionAction;
}>;


export type ChangeSubscriptionMutation = { changeSubscription: { plan: Plan, source: PlanSource, status: SubscriptionStatus, paidPlan: Plan | null, grantedPlan: Plan | null, currentPeriodEnd: string | null, cancelsAtPeriodEnd: boolean, scheduledPlan: Plan | null, renewalCents: number | null, graceEndsAt: string | null, payUrl: string | null, endedReason: EndReason | null, endedPlan: Plan | null, isSandbox: boolean } };

export type PaymentsQueryVariables = Exact<{
  limit: number;
  offset: number;
  cursor?: string | null | undefined;
}>;


export type PaymentsQuery = { payments: { total: number, next: string | null, previous: string | null, payments: Array<{ id: string, at: string, title: string, cents: number, currency: string, refundedCents: number, dispute: DisputeState | null }> } };

export type SubscriptionFieldsFragment = { plan: Plan, source: PlanSource, status: SubscriptionStatus, paidPlan: Plan | null, grantedPlan: Plan | null, currentPeriodEnd: string | null, cancelsAtPeriodEnd: boolean, scheduledPlan: Plan | null, renewalCents: number | null, graceEndsAt: string | null, payUrl: string | null, endedReason: EndReason | null, endedPlan: Plan | null, isSandbox: boolean };

export type InstalledFieldsFragment = { systemId: string, settings: unknown, installedAt: string };

export type BotSystemsQueryVariables = Exact<{
  botId: string;
}>;


export type BotSystemsQuery = { bot: { id: string, name: string, avatarColor: string } | null, systems: Array<{ systemId: string, settings: unknown, installedAt: string }> };

export type InstallSystemMutationVariables = Exact<{
  botId: string;
  systemId: string;
}>;


export type InstallSystemMutation = { installSystem: { systemId: string, settings: unknown, installedAt: string } };

export type ConfigureSystemMutationVariables = Exact<{
  botId: string;
  systemId: string;
  settings?: unknown;
  reset?: boolean | null | undefined;
}>;


export type ConfigureSystemMutation = { configureSystem: { systemId: string, settings: unknown, installedAt: string } };

export type RemoveSystemMutationVariables = Exact<{
  botId: string;
  systemId: string;
}>;


export type RemoveSystemMutation = { removeSystem: { message: string } };

export type SystemPageQueryVariables = Exact<{
  botId: string;
  systemId: string;
  guildId: string;
  section?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type SystemPageQuery = { systemPage: { notice: string | null, sections: Array<{ id: string, title: string, empty: string, columns: Array<string>, total: number, next: string | null, previous: string | null, rows: Array<{ id: string, cells: Array<string>, actions: Array<{ id: string, label: string, confirm: string | null, opens: string | null }> }> }>, forms: Array<{ id: string, title: string, description: string, submit: string, confirm: string | null, fields: unknown }>, upload: { title: string, description: string, submit: string, accept: string, maxBytes: number } | null } };

export type ActOnSystemMutationVariables = Exact<{
  botId: string;
  systemId: string;
  guildId: string;
  action: string;
  rowId?: string | null | undefined;
  values?: unknown;
}>;


export type ActOnSystemMutation = { actOnSystem: { message: string } };

export type TourBotCountQueryVariables = Exact<{ [key: string]: never; }>;


export type TourBotCountQuery = { bots: { total: number } };

export type SavedConversationFieldsFragment = { id: string, questions: Array<string>, latest: { answers: Array<string>, answeredAt: string } | null, earlier: { answers: Array<string>, answeredAt: string } | null };

export type SavedConversationsQueryVariables = Exact<{
  botId: string;
}>;


export type SavedConversationsQuery = { savedConversations: Array<{ id: string, questions: Array<string>, latest: { answers: Array<string>, answeredAt: string } | null, earlier: { answers: Array<string>, answeredAt: string } | null }> };

export type SaveConversationMutationVariables = Exact<{
  botId: string;
  questions: Array<string> | string;
}>;


export type SaveConversationMutation = { saveConversation: { id: string, questions: Array<string>, latest: { answers: Array<string>, answeredAt: string } | null, earlier: { answers: Array<string>, answeredAt: string } | null } };

export type RunConversationMutationVariables = Exact<{
  botId: string;
  conversationId: string;
  requestId: string;
}>;


export type RunConversationMutation = { runConversation: { id: string, questions: Array<string>, latest: { answers: Array<string>, answeredAt: string } | null, earlier: { answers: Array<string>, answeredAt: string } | null } };

export type RemoveConversationMutationVariables = Exact<{
  botId: string;
  conversationId: string;
}>;


export type RemoveConversationMutation = { removeConversation: { message: string } };

export type BotVersionFieldsFragment = { version: number, savedAt: string, isByAdministrator: boolean, fields: Array<CharacterSetting>, restoredFrom: number | null };

export type CharacterFieldsFragment = { name: string, description: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number } };

export type BotVersionsQueryVariables = Exact<{
  botId: string;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}>;


export type BotVersionsQuery = { bot: { id: string, name: string, version: number } | null, botVersions: { total: number, versions: Array<{ version: number, savedAt: string, isByAdministrator: boolean, fields: Array<CharacterSetting>, restoredFrom: number | null }> } };

export type BotVersionQueryVariables = Exact<{
  botId: string;
  version: number;
}>;


export type BotVersionQuery = { botVersion: { version: { version: number, savedAt: string, isByAdministrator: boolean, fields: Array<CharacterSetting>, restoredFrom: number | null }, character: { name: string, description: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number } }, before: { name: string, description: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number } } | null } };

export type RestorePreviewQueryVariables = Exact<{
  botId: string;
  version: number;
  latest: number;
}>;


export type RestorePreviewQuery = { wanted: { character: { name: string, description: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number } } }, present: { character: { name: string, description: string | null, instructions: string | null, greeting: string | null, exampleDialogues: string | null, timeZone: string, model: string, responseStyle: ResponseStyle, personality: unknown, preferences: { sendMedia: boolean, rememberInteractions: boolean, shareLinks: boolean, proactiveMessaging: boolean, learningMode: boolean, contextRetention: ContextRetention, responseDelay: ResponsePace, maxTokens: number } } } };

export type RestoreVersionMutationVariables = Exact<{
  botId: string;
  version: number;
  expectedVersion: number;
}>;


export type RestoreVersionMutation = { restoreBotVersion: { droppedTraits: Array<string>, warnings: Array<string>, bot: { id: string, name: string, version: number } } };

export type BotAbilitiesQueryVariables = Exact<{
  botId: string;
}>;


export type BotAbilitiesQuery = { bot: { id: string, hasDiscordToken: boolean } | null, chatEngine: { engine: Engine } };

export type StartBotMutationVariables = Exact<{
  id: string;
}>;


export type StartBotMutation = { startBot: { id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null } };

export type StopBotMutationVariables = Exact<{
  id: string;
}>;


export type StopBotMutation = { stopBot: { id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null } };

export type BotStateFragment = { id: string, name: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null };

export type CheckoutPlanMutationVariables = Exact<{
  plan: string;
}>;


export type CheckoutPlanMutation = { checkoutPlan: { url: string, checkoutUrl: string, checkoutId: string | null } };

export type CheckoutStateQueryVariables = Exact<{
  id: string;
}>;


export type CheckoutStateQuery = { checkout: { state: CheckoutState } | null };

export type RecentPlanPurchaseQueryVariables = Exact<{ [key: string]: never; }>;


export type RecentPlanPurchaseQuery = { usage: { plan: Plan }, recentPlanPurchase: { plan: Plan, state: CheckoutState } | null };

export type OpenPaymentQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenPaymentQuery = { subscription: { paidPlan: Plan | null, graceEndsAt: string | null, payUrl: string | null } };

export type PlanAndCreditsQueryVariables = Exact<{ [key: string]: never; }>;


export type PlanAndCreditsQuery = { usage: { plan: Plan, credits: number } };

export type DiscordAccountFieldsFragment = { applicationId: string, name: string, about: string, hasMessageContent: boolean, hasServerMembers: boolean };

export type DiscordConnectionFieldsFragment = { botId: string, applicationId: string | null, permissions: Array<DiscordPermission>, inviteUrl: string | null, agreedAt: string | null, account: { applicationId: string, name: string, about: string, hasMessageContent: boolean, hasServerMembers: boolean } | null, servers: Array<{ id: string, name: string, memberCount: number | null, missingPermissions: Array<DiscordPermission>, inviteUrl: string }>, problem: { code: string, text: string } | null };

export type DiscordConnectionQueryVariables = Exact<{
  botId: string;
}>;


export type DiscordConnectionQuery = { discordConnection: { botId: string, applicationId: string | null, permissions: Array<DiscordPermission>, inviteUrl: string | null, agreedAt: string | null, account: { applicationId: string, name: string, about: string, hasMessageContent: boolean, hasServerMembers: boolean } | null, servers: Array<{ id: string, name: string, memberCount: number | null, missingPermissions: Array<DiscordPermission>, inviteUrl: string }>, problem: { code: string, text: string } | null } };

export type EnableIntentMutationVariables = Exact<{
  botId: string;
  intent: PrivilegedIntent;
}>;


export type EnableIntentMutation = { enableIntent: { applicationId: string, name: string, about: string, hasMessageContent: boolean, hasServerMembers: boolean } };

export type DiscordChannelsQueryVariables = Exact<{
  botId: string;
  serverId: string;
}>;


export type DiscordChannelsQuery = { discordChannels: { channels: Array<{ id: string, name: string, kind: ChannelKind, category: string | null }>, categories: Array<{ id: string, name: string }> } };

export type DiscordRolesQueryVariables = Exact<{
  botId: string;
  serverId: string;
}>;


export type DiscordRolesQuery = { discordChannels: { roles: Array<{ id: string, name: string }> } };

export type BotProblemsQueryVariables = Exact<{
  botId: string;
}>;


export type BotProblemsQuery = { botProblems: { problems: Array<{ guildId: string | null, channelId: string | null, action: string, permission: string | null, lastSeenAt: string }> } };

export type BotStatusSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BotStatusSubscription = { botStatus: { botId: string, status: OnlineStatus, runtimeState: RuntimeState, statusReason: string | null, isResetting: boolean } };

export type ServersChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ServersChangedSubscription = { serversChanged: { botId: string, change: ServersChangeKind, serverId: string, serverName: string | null } };

export type ProblemsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ProblemsChangedSubscription = { problemsChanged: { botId: string } };

export type UsageChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type UsageChangedSubscription = { usageChanged: { runsOutAt: string | null, used: number, dailyLimit: number, credits: number, plan: Plan, resetsAt: string } };

export type NotificationsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NotificationsChangedSubscription = { notificationsChanged: { unread: number, latest: { id: string, createdAt: string, isRead: boolean, content: { kind: string, botId: string | null, botName: string | null, reason: string | null, plan: Plan | null, graceEndsAt: string | null, change: string | null, percent: number | null, used: number | null, limit: number | null, resetsAt: string | null, runsOutAt: string | null, weekStart: string | null, replies: number | null, activeBots: number | null, planReplies: number | null, creditsUsed: number | null, newsId: string | null, title: string | null, text: string | null } } | null } };

export type ModelCatalogueQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelCatalogueQuery = { modelCatalogue: { isConfigured: boolean, localModel: string | null, models: Array<{ label: string, name: string, provider: CatalogueProvider, model: string, plan: Plan, contextWindow: number, seesPictures: boolean | null, usesTools: boolean | null, inputPrice: number | null, outputPrice: number | null, shutdownDate: string | null }>, imageModel: { name: string, provider: CatalogueProvider, model: string, plan: Plan, inputPrice: number | null, outputPrice: number | null, shutdownDate: string | null } | null } };

export type NotificationFieldsFragment = { id: string, createdAt: string, isRead: boolean, content: { kind: string, botId: string | null, botName: string | null, reason: string | null, plan: Plan | null, graceEndsAt: string | null, change: string | null, percent: number | null, used: number | null, limit: number | null, resetsAt: string | null, runsOutAt: string | null, weekStart: string | null, replies: number | null, activeBots: number | null, planReplies: number | null, creditsUsed: number | null, newsId: string | null, title: string | null, text: string | null } };

export type NotificationFeedFieldsFragment = { unread: number, latest: { id: string, createdAt: string, isRead: boolean, content: { kind: string, botId: string | null, botName: string | null, reason: string | null, plan: Plan | null, graceEndsAt: string | null, change: string | null, percent: number | null, used: number | null, limit: number | null, resetsAt: string | null, runsOutAt: string | null, weekStart: string | null, replies: number | null, activeBots: number | null, planReplies: number | null, creditsUsed: number | null, newsId: string | null, title: string | null, text: string | null } } | null };

export type NotificationFeedQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationFeedQuery = { notificationFeed: { unread: number, latest: { id: string, createdAt: string, isRead: boolean, content: { kind: string, botId: string | null, botName: string | null, reason: string | null, plan: Plan | null, graceEndsAt: string | null, change: string | null, percent: number | null, used: number | null, limit: number | null, resetsAt: string | null, runsOutAt: string | null, weekStart: string | null, replies: number | null, activeBots: number | null, planReplies: number | null, creditsUsed: number | null, newsId: string | null, title: string | null, text: string | null } } | null } };

export type PaymentFieldsFragment = { id: string, at: string, title: string, cents: number, currency: string, refundedCents: number, dispute: DisputeState | null };

export const AdminUserFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminUserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdminUser"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionStatus"}},{"kind":"Field","name":{"kind":"Name","value":"messageCredits"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AdminUserFieldsFragment, unknown>;
export const WebhookEventFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookEventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"happenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]} as unknown as DocumentNode<WebhookEventFieldsFragment, unknown>;
export const ReportFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"reporters"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"handledAt"}}]}}]} as unknown as DocumentNode<ReportFieldsFragment, unknown>;
export const SandboxPortalFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SandboxPortalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxPortal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isCardDeclined"}},{"kind":"Field","name":{"kind":"Name","value":"hasSubscription"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<SandboxPortalFieldsFragment, unknown>;
export const BotStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<BotStateFragment, unknown>;
export const BotFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"discordTokenHint"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"ageRating"}},{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dailyCaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"perBot"}},{"kind":"Field","name":{"kind":"Name","value":"perServer"}},{"kind":"Field","name":{"kind":"Name","value":"perMember"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pages"}},{"kind":"Field","name":{"kind":"Name","value":"calculator"}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"dice"}},{"kind":"Field","name":{"kind":"Name","value":"commands"}},{"kind":"Field","name":{"kind":"Name","value":"servers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<BotFieldsFragment, unknown>;
export const SavedBotFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedBot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTraits"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"discordTokenHint"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"ageRating"}},{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dailyCaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"perBot"}},{"kind":"Field","name":{"kind":"Name","value":"perServer"}},{"kind":"Field","name":{"kind":"Name","value":"perMember"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pages"}},{"kind":"Field","name":{"kind":"Name","value":"calculator"}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"dice"}},{"kind":"Field","name":{"kind":"Name","value":"commands"}},{"kind":"Field","name":{"kind":"Name","value":"servers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<SavedBotFieldsFragment, unknown>;
export const ToolServerFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolServerFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hasToken"}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]} as unknown as DocumentNode<ToolServerFieldsFragment, unknown>;
export const ModerationCaseFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ModerationCaseFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationCase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"memberId"}},{"kind":"Field","name":{"kind":"Name","value":"memberName"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUntil"}},{"kind":"Field","name":{"kind":"Name","value":"isDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"undoneAt"}}]}}]} as unknown as DocumentNode<ModerationCaseFieldsFragment, unknown>;
export const BotChannelFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotChannelFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"allowedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"restrictedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"ignoreOtherBots"}},{"kind":"Field","name":{"kind":"Name","value":"logMessages"}},{"kind":"Field","name":{"kind":"Name","value":"moderationMode"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxMessagesPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"allowCommands"}},{"kind":"Field","name":{"kind":"Name","value":"allowFileUploads"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"enableThreads"}},{"kind":"Field","name":{"kind":"Name","value":"autoCreateThreads"}},{"kind":"Field","name":{"kind":"Name","value":"replyButtons"}},{"kind":"Field","name":{"kind":"Name","value":"profanityFilter"}},{"kind":"Field","name":{"kind":"Name","value":"spamDetection"}},{"kind":"Field","name":{"kind":"Name","value":"blockLinks"}},{"kind":"Field","name":{"kind":"Name","value":"blockInvites"}},{"kind":"Field","name":{"kind":"Name","value":"capsFilter"}},{"kind":"Field","name":{"kind":"Name","value":"autoDelete"}},{"kind":"Field","name":{"kind":"Name","value":"issueWarnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUsers"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutDuration"}},{"kind":"Field","name":{"kind":"Name","value":"whitelistUsers"}},{"kind":"Field","name":{"kind":"Name","value":"warningThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isWritten"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}},{"kind":"Field","name":{"kind":"Name","value":"quietDays"}},{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockedWords"}},{"kind":"Field","name":{"kind":"Name","value":"allowedLinkHosts"}},{"kind":"Field","name":{"kind":"Name","value":"moderationLogChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"moderationDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"allowDirectMessages"}},{"kind":"Field","name":{"kind":"Name","value":"directMessagesPerHour"}},{"kind":"Field","name":{"kind":"Name","value":"missedMessages"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BotChannelFieldsFragment, unknown>;
export const CommandDataFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommandDataFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CommandData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}}]}}]} as unknown as DocumentNode<CommandDataFieldsFragment, unknown>;
export const AvailableFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvailableFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AvailableCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}}]}}]} as unknown as DocumentNode<AvailableFieldsFragment, unknown>;
export const LearnedFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LearnedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LearnedCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"commandId"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"customTrigger"}},{"kind":"Field","name":{"kind":"Name","value":"cooldownS"}},{"kind":"Field","name":{"kind":"Name","value":"requiredRoleId"}},{"kind":"Field","name":{"kind":"Name","value":"command"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvailableFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvailableFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AvailableCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}}]}}]} as unknown as DocumentNode<LearnedFieldsFragment, unknown>;
export const ConnectBotFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<ConnectBotFieldsFragment, unknown>;
export const StoredCommandFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StoredCommandFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}}]}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]} as unknown as DocumentNode<StoredCommandFieldsFragment, unknown>;
export const MessageTraceFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageTraceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageTrace"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"command"}}]}}]} as unknown as DocumentNode<MessageTraceFieldsFragment, unknown>;
export const KnowledgeFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnowledgeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KnowledgeItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"fileUrl"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"x"}},{"kind":"Field","name":{"kind":"Name","value":"y"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<KnowledgeFieldsFragment, unknown>;
export const SavedQuestionFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQuestionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuestion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"expectedItemId"}},{"kind":"Field","name":{"kind":"Name","value":"expectedTitle"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"isPassed"}},{"kind":"Field","name":{"kind":"Name","value":"wasPassed"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}}]}}]} as unknown as DocumentNode<SavedQuestionFieldsFragment, unknown>;
export const OwnMemoryFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnMemoryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Memory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"saidAt"}}]}}]}}]} as unknown as DocumentNode<OwnMemoryFieldsFragment, unknown>;
export const AccountFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"impersonatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultModelProvider"}},{"kind":"Field","name":{"kind":"Name","value":"hasApiKey"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyHint"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}},{"kind":"Field","name":{"kind":"Name","value":"ownModel"}},{"kind":"Field","name":{"kind":"Name","value":"developerMode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emailNotifications"}},{"kind":"Field","name":{"kind":"Name","value":"botStatusAlerts"}},{"kind":"Field","name":{"kind":"Name","value":"usageReports"}},{"kind":"Field","name":{"kind":"Name","value":"marketingUpdates"}}]}}]}}]} as unknown as DocumentNode<AccountFragment, unknown>;
export const SubscriptionFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}},{"kind":"Field","name":{"kind":"Name","value":"grantedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"currentPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"cancelsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledPlan"}},{"kind":"Field","name":{"kind":"Name","value":"renewalCents"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"payUrl"}},{"kind":"Field","name":{"kind":"Name","value":"endedReason"}},{"kind":"Field","name":{"kind":"Name","value":"endedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}}]}}]} as unknown as DocumentNode<SubscriptionFieldsFragment, unknown>;
export const InstalledFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InstalledFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstalledSystem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemId"}},{"kind":"Field","name":{"kind":"Name","value":"settings"}},{"kind":"Field","name":{"kind":"Name","value":"installedAt"}}]}}]} as unknown as DocumentNode<InstalledFieldsFragment, unknown>;
export const SavedConversationFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedConversationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedConversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]}}]} as unknown as DocumentNode<SavedConversationFieldsFragment, unknown>;
export const BotVersionFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotVersionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}},{"kind":"Field","name":{"kind":"Name","value":"isByAdministrator"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}}]}}]} as unknown as DocumentNode<BotVersionFieldsFragment, unknown>;
export const CharacterFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]}}]} as unknown as DocumentNode<CharacterFieldsFragment, unknown>;
export const DiscordAccountFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordAccountFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordAccount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}},{"kind":"Field","name":{"kind":"Name","value":"hasServerMembers"}}]}}]} as unknown as DocumentNode<DiscordAccountFieldsFragment, unknown>;
export const DiscordConnectionFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordConnectionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DiscordAccountFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"servers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"memberCount"}},{"kind":"Field","name":{"kind":"Name","value":"missingPermissions"}},{"kind":"Field","name":{"kind":"Name","value":"inviteUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"inviteUrl"}},{"kind":"Field","name":{"kind":"Name","value":"agreedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordAccountFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordAccount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}},{"kind":"Field","name":{"kind":"Name","value":"hasServerMembers"}}]}}]} as unknown as DocumentNode<DiscordConnectionFieldsFragment, unknown>;
export const NotificationFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"weekStart"}},{"kind":"Field","name":{"kind":"Name","value":"replies"}},{"kind":"Field","name":{"kind":"Name","value":"activeBots"}},{"kind":"Field","name":{"kind":"Name","value":"planReplies"}},{"kind":"Field","name":{"kind":"Name","value":"creditsUsed"}},{"kind":"Field","name":{"kind":"Name","value":"newsId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<NotificationFieldsFragment, unknown>;
export const NotificationFeedFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFeedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationFeed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"weekStart"}},{"kind":"Field","name":{"kind":"Name","value":"replies"}},{"kind":"Field","name":{"kind":"Name","value":"activeBots"}},{"kind":"Field","name":{"kind":"Name","value":"planReplies"}},{"kind":"Field","name":{"kind":"Name","value":"creditsUsed"}},{"kind":"Field","name":{"kind":"Name","value":"newsId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<NotificationFeedFieldsFragment, unknown>;
export const PaymentFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"refundedCents"}},{"kind":"Field","name":{"kind":"Name","value":"dispute"}}]}}]} as unknown as DocumentNode<PaymentFieldsFragment, unknown>;
export const WorkspaceBotDocument = {"__meta__":{"hash":"sha256:91864ebdcf1c92a3db3090bd0645a2825f01e8e665db2c3f9f8706c2dc4dc710"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkspaceBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<WorkspaceBotQuery, WorkspaceBotQueryVariables>;
export const OtherBotsDocument = {"__meta__":{"hash":"sha256:cac442947d25d9aef5991266d4215bba9b2c6d713c879acc0bc6c17e4f9513dc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OtherBots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<OtherBotsQuery, OtherBotsQueryVariables>;
export const AccountsDocument = {"__meta__":{"hash":"sha256:13137f4bd64483c72a138413e5a013a44cdafd5c1cd16e915fbb8f33c94c921d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"role"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"role"},"value":{"kind":"Variable","name":{"kind":"Name","value":"role"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"isMoreThanTotal"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminUserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminUserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdminUser"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionStatus"}},{"kind":"Field","name":{"kind":"Name","value":"messageCredits"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AdminsDocument = {"__meta__":{"hash":"sha256:80f79af6daed353843f38a4cc44e7d99fcccc2a2e2001fa9d7911dea8d6ddc42"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Admins"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"admins"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminUserFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminUserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdminUser"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionStatus"}},{"kind":"Field","name":{"kind":"Name","value":"messageCredits"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AdminsQuery, AdminsQueryVariables>;
export const UserPageDocument = {"__meta__":{"hash":"sha256:a71e739197c990b0d183caf2bed0a39901a40e8fd7a96c9e6a7de6b57e21a9c2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AdminUserFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}},{"kind":"Field","name":{"kind":"Name","value":"currentPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"cancelsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userBots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AdminUserFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AdminUser"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionStatus"}},{"kind":"Field","name":{"kind":"Name","value":"messageCredits"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<UserPageQuery, UserPageQueryVariables>;
export const UserSessionsDocument = {"__meta__":{"hash":"sha256:e3175f25d381dc121217d0a65526f7fde1a2f142715c0d0af2f66d42e8e3c517"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserSessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userSessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}}]}}]}}]} as unknown as DocumentNode<UserSessionsQuery, UserSessionsQueryVariables>;
export const EndUserSessionsDocument = {"__meta__":{"hash":"sha256:17d2fc789d7221ecd94d583dca9152017b25163ff452107cee8ff5dcbd7c00e1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndUserSessions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endUserSessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<EndUserSessionsMutation, EndUserSessionsMutationVariables>;
export const AdminStatsDocument = {"__meta__":{"hash":"sha256:107abf83906153c7d1f3aa4c41f53e2043a6ed84b55df2f44fb0638204c23024"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdminStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"adminStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}},{"kind":"Field","name":{"kind":"Name","value":"standard"}},{"kind":"Field","name":{"kind":"Name","value":"premium"}}]}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"careAnswers"}}]}}]}}]} as unknown as DocumentNode<AdminStatsQuery, AdminStatsQueryVariables>;
export const AuditLogDocument = {"__meta__":{"hash":"sha256:e9e19c8ea24e416548f2414e1ae98b2fdf74af1d6bf44a9ee4d12fbebb6d244c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AuditLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditAction"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}},{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"isMoreThanTotal"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"isIntact"}},{"kind":"Field","name":{"kind":"Name","value":"names"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"actorName"}},{"kind":"Field","name":{"kind":"Name","value":"effectiveUserId"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"details"}}]}}]}}]}}]} as unknown as DocumentNode<AuditLogQuery, AuditLogQueryVariables>;
export const SetUserPlanDocument = {"__meta__":{"hash":"sha256:a74f3bdefb78dd6181142223af6998b704b2571e5f98dce428c2de8c6d87a05a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetUserPlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"plan"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setUserPlan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"plan"},"value":{"kind":"Variable","name":{"kind":"Name","value":"plan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<SetUserPlanMutation, SetUserPlanMutationVariables>;
export const GrantCreditsDocument = {"__meta__":{"hash":"sha256:b4f9916a887ebb04f2c8adc7d6ee4f4ee5a750f60325464efbf81507023103d2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"GrantCredits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"credits"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"grantCredits"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"credits"},"value":{"kind":"Variable","name":{"kind":"Name","value":"credits"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<GrantCreditsMutation, GrantCreditsMutationVariables>;
export const GrantAdminDocument = {"__meta__":{"hash":"sha256:6260c3606a8127c77c240f7ce63be63c397b5dc6f1adba1999b613a24ad0d20f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"GrantAdmin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"grantAdmin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<GrantAdminMutation, GrantAdminMutationVariables>;
export const RevokeAdminDocument = {"__meta__":{"hash":"sha256:9c829b4b1809117e7d56b6e62fca86d08e5dc6af3d888e378e24d2448c2f536e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeAdmin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeAdmin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RevokeAdminMutation, RevokeAdminMutationVariables>;
export const EditableModelsDocument = {"__meta__":{"hash":"sha256:a3b461193501f3dcc166f6e497603043959a720462caa351dd849657e68be1a5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EditableModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"editableModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"inputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"cachedPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"shutdownDate"}},{"kind":"Field","name":{"kind":"Name","value":"seesPictures"}},{"kind":"Field","name":{"kind":"Name","value":"usesTools"}},{"kind":"Field","name":{"kind":"Name","value":"reasoningTokens"}},{"kind":"Field","name":{"kind":"Name","value":"isListed"}},{"kind":"Field","name":{"kind":"Name","value":"announcedShutdown"}},{"kind":"Field","name":{"kind":"Name","value":"isChanged"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<EditableModelsQuery, EditableModelsQueryVariables>;
export const ChangeModelDocument = {"__meta__":{"hash":"sha256:39e60969a6273280c38ce0f04a5013f184797399bc0014d5e47108c2a4534638"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeModel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"label"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ModelEntryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeModel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"label"},"value":{"kind":"Variable","name":{"kind":"Name","value":"label"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<ChangeModelMutation, ChangeModelMutationVariables>;
export const ResetModelDocument = {"__meta__":{"hash":"sha256:38800418044717a7fdff635a17e671c74d474bf7c003fd1443ad00f938ee6440"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetModel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"label"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetModel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"label"},"value":{"kind":"Variable","name":{"kind":"Name","value":"label"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<ResetModelMutation, ResetModelMutationVariables>;
export const NewsDocument = {"__meta__":{"hash":"sha256:6ba3d037ed8f447c3461b4480fbe8c9dfadcc707d6ebcfd99b4d92d242d147d9"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"News"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"news"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"news"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"subscribers"}}]}}]}}]} as unknown as DocumentNode<NewsQuery, NewsQueryVariables>;
export const SendNewsDocument = {"__meta__":{"hash":"sha256:bda8c3759722758e34157fe9a1d2b815ab4059c42b6fb651cb1183d8377f85bb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendNews"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"title"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendNews"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"title"},"value":{"kind":"Variable","name":{"kind":"Name","value":"title"}}},{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<SendNewsMutation, SendNewsMutationVariables>;
export const WebhookEventsDocument = {"__meta__":{"hash":"sha256:4c67d3f8010b7eb4027dd8f0779c23e17252866bac299d3dc12195f91ecd116b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookState"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookEventFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookEventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"happenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]} as unknown as DocumentNode<WebhookEventsQuery, WebhookEventsQueryVariables>;
export const ReplayWebhookEventDocument = {"__meta__":{"hash":"sha256:7ccc0ae479437a9030df017e43c5c9d2edb40dbf23c0fd1030e5c20fcdf14661"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReplayWebhookEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayWebhookEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WebhookEventFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WebhookEventFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"happenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"receivedAt"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}}]} as unknown as DocumentNode<ReplayWebhookEventMutation, ReplayWebhookEventMutationVariables>;
export const UserPaymentsDocument = {"__meta__":{"hash":"sha256:4bd3d0342678bb0acbbf763a6dac92d3b906b22c9c95c6bf6ff8b46bf14830f7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserPayments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userPayments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PaymentFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"refundedCents"}},{"kind":"Field","name":{"kind":"Name","value":"dispute"}}]}}]} as unknown as DocumentNode<UserPaymentsQuery, UserPaymentsQueryVariables>;
export const PaymentStatisticsDocument = {"__meta__":{"hash":"sha256:0c2060eeb8c3c70c4e0c958dd27c051d11dd78fdddd5ba0c565680b9fc506c70"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PaymentStatistics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paymentStatistics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"13"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"periods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"revenue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"payments"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}}]}},{"kind":"Field","name":{"kind":"Name","value":"receivedCents"}},{"kind":"Field","name":{"kind":"Name","value":"refundedCents"}},{"kind":"Field","name":{"kind":"Name","value":"disputedCents"}},{"kind":"Field","name":{"kind":"Name","value":"netCents"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"basic"}},{"kind":"Field","name":{"kind":"Name","value":"premium"}},{"kind":"Field","name":{"kind":"Name","value":"started"}},{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}},{"kind":"Field","name":{"kind":"Name","value":"credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sold"}},{"kind":"Field","name":{"kind":"Name","value":"granted"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"refunded"}},{"kind":"Field","name":{"kind":"Name","value":"corrected"}},{"kind":"Field","name":{"kind":"Name","value":"outstanding"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PaymentStatisticsQuery, PaymentStatisticsQueryVariables>;
export const CorrectCreditsDocument = {"__meta__":{"hash":"sha256:1d8b00e5160710cc4cc24cd15565b7488c402c45ec9ec6576917905ab51acf39"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CorrectCredits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"credits"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"correctCredits"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"Argument","name":{"kind":"Name","value":"credits"},"value":{"kind":"Variable","name":{"kind":"Name","value":"credits"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<CorrectCreditsMutation, CorrectCreditsMutationVariables>;
export const ReportsDocument = {"__meta__":{"hash":"sha256:90aef27e78634c646f07725ef07582a0b1cea51fe4a2e36c57d1c69201bbe83e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Reports"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ReportState"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reports"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"reports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReportFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"reporters"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"handledAt"}}]}}]} as unknown as DocumentNode<ReportsQuery, ReportsQueryVariables>;
export const HandleReportDocument = {"__meta__":{"hash":"sha256:4ab7ef177f79b93eca6ffd259ec2f7668ce5c7af96fd31ee080d644ba2789b0f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"HandleReport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReportAction"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"handleReport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReportFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReportFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Report"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"reporters"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"handledAt"}}]}}]} as unknown as DocumentNode<HandleReportMutation, HandleReportMutationVariables>;
export const BotAnalyticsDocument = {"__meta__":{"hash":"sha256:bc0419fca43c70ffb65428bddb62126602368d59c9892fa9bb94301654c02339"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotAnalytics"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}}]}},{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalMessages"}},{"kind":"Field","name":{"kind":"Name","value":"activeUsers"}},{"kind":"Field","name":{"kind":"Name","value":"avgResponseTime"}},{"kind":"Field","name":{"kind":"Name","value":"uptime"}},{"kind":"Field","name":{"kind":"Name","value":"engagementScore"}},{"kind":"Field","name":{"kind":"Name","value":"userEngagement"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalUsers"}},{"kind":"Field","name":{"kind":"Name","value":"activeToday"}},{"kind":"Field","name":{"kind":"Name","value":"totalConversations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ratings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"good"}},{"kind":"Field","name":{"kind":"Name","value":"bad"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"botInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hourlyActivity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}}]}}]}}]}}]} as unknown as DocumentNode<BotAnalyticsQuery, BotAnalyticsQueryVariables>;
export const PlanSourceDocument = {"__meta__":{"hash":"sha256:5ffd17d7263eb783bdc32ac41e3b367f01aa0476dfc0f0579933014ae75dfe05"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlanSource"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}}]}}]}}]} as unknown as DocumentNode<PlanSourceQuery, PlanSourceQueryVariables>;
export const CreditsDocument = {"__meta__":{"hash":"sha256:cc0616aa4ebf062f34d93d3968e9623abfee5651f38aacb035d60822f84a9ecf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Credits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"creditPackages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"isPopular"}},{"kind":"Field","name":{"kind":"Name","value":"isBestValue"}}]}}]}}]} as unknown as DocumentNode<CreditsQuery, CreditsQueryVariables>;
export const CreditHistoryDocument = {"__meta__":{"hash":"sha256:14bd79fd5a88f1e11204957936d98d2c0ad1690cfcac4f051c679938074b8715"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CreditHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"creditHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"movements"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfter"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}}]}}]} as unknown as DocumentNode<CreditHistoryQuery, CreditHistoryQueryVariables>;
export const CheckoutCreditsDocument = {"__meta__":{"hash":"sha256:6d65a0ae4d6be72845dfd53b84659e61dcf0013585be3e5ac33097329f24e0e8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckoutCredits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"packageId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkoutCredits"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"packageId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"packageId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutUrl"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutId"}}]}}]}}]} as unknown as DocumentNode<CheckoutCreditsMutation, CheckoutCreditsMutationVariables>;
export const PreviewPlanChangeDocument = {"__meta__":{"hash":"sha256:43c7ecb20c1d94e0ed0c5360d02bd23df30e13777a1c8f66be6692c8062d742e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PreviewPlanChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"plan"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"previewPlanChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"plan"},"value":{"kind":"Variable","name":{"kind":"Name","value":"plan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"fromPlan"}},{"kind":"Field","name":{"kind":"Name","value":"toPlan"}},{"kind":"Field","name":{"kind":"Name","value":"todayCents"}},{"kind":"Field","name":{"kind":"Name","value":"renewalCents"}},{"kind":"Field","name":{"kind":"Name","value":"renewsAt"}},{"kind":"Field","name":{"kind":"Name","value":"takesEffectAt"}},{"kind":"Field","name":{"kind":"Name","value":"endsAt"}},{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}}]}}]}}]} as unknown as DocumentNode<PreviewPlanChangeMutation, PreviewPlanChangeMutationVariables>;
export const ConfirmPlanChangeDocument = {"__meta__":{"hash":"sha256:1657d3ea770809601051a3b273a4a139b851026649e1e0943d5ae0ad15534ef0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmPlanChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmPlanChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"payUrl"}}]}}]}}]} as unknown as DocumentNode<ConfirmPlanChangeMutation, ConfirmPlanChangeMutationVariables>;
export const SandboxPortalPageDocument = {"__meta__":{"hash":"sha256:17fc26d049348c3db4aea7b74fd2d548b6853b0ead6c7b9d51d131d6b0b74577"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SandboxPortalPage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandboxPortal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SandboxPortalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SandboxPortalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxPortal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isCardDeclined"}},{"kind":"Field","name":{"kind":"Name","value":"hasSubscription"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<SandboxPortalPageQuery, SandboxPortalPageQueryVariables>;
export const ChangeSandboxDocument = {"__meta__":{"hash":"sha256:5087ccb516100d3f24bfed1ed1d1d9ca930eea1490362ebd33dfadbf2698e149"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeSandbox"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxAction"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeSandbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}},{"kind":"Argument","name":{"kind":"Name","value":"paymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"paymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SandboxPortalFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SandboxPortalFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SandboxPortal"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isCardDeclined"}},{"kind":"Field","name":{"kind":"Name","value":"hasSubscription"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<ChangeSandboxMutation, ChangeSandboxMutationVariables>;
export const BotDocument = {"__meta__":{"hash":"sha256:f6e524edddcefa62c752ffab07b948cdf327d0229122f36592c4563c9a9627af"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Bot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"discordTokenHint"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"ageRating"}},{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dailyCaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"perBot"}},{"kind":"Field","name":{"kind":"Name","value":"perServer"}},{"kind":"Field","name":{"kind":"Name","value":"perMember"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pages"}},{"kind":"Field","name":{"kind":"Name","value":"calculator"}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"dice"}},{"kind":"Field","name":{"kind":"Name","value":"commands"}},{"kind":"Field","name":{"kind":"Name","value":"servers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BotQuery, BotQueryVariables>;
export const BotFiguresDocument = {"__meta__":{"hash":"sha256:6e07326ed68270f9db969e418530a70302444b4e03351cfe48e697049a763205"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotFigures"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"analytics"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalMessages"}},{"kind":"Field","name":{"kind":"Name","value":"activeUsers"}},{"kind":"Field","name":{"kind":"Name","value":"uptime"}},{"kind":"Field","name":{"kind":"Name","value":"botInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}}]}}]}}]}}]} as unknown as DocumentNode<BotFiguresQuery, BotFiguresQueryVariables>;
export const ConversationsDocument = {"__meta__":{"hash":"sha256:73206d679d143c0203765c9a8be48a89ecdb5394304e13b6a0c717e22d4723e0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Conversations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"messages"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}}]}}]}}]}}]} as unknown as DocumentNode<ConversationsQuery, ConversationsQueryVariables>;
export const OverviewUsageDocument = {"__meta__":{"hash":"sha256:03fec30e8ba1eb86d21b82af8b13e9d5e9ce781ef48d4283b8783bbad3cba5d7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OverviewUsage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}}]}}]}}]} as unknown as DocumentNode<OverviewUsageQuery, OverviewUsageQueryVariables>;
export const OverviewQuestionsDocument = {"__meta__":{"hash":"sha256:a7001d7ab4024e58d420af1ec9a95090ac1475ba2b5b1c431ba6df1ec8742e33"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OverviewQuestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changedKnowledgeQuestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}}]}}]}}]} as unknown as DocumentNode<OverviewQuestionsQuery, OverviewQuestionsQueryVariables>;
export const AnsweringDocument = {"__meta__":{"hash":"sha256:b681dcca0afb5a403ce001d1eab4ea148ef1b743caea65534b6b33dc1f7dbbfc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Answering"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatEngine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"isOwnKey"}}]}},{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}}]}}]}}]}}]} as unknown as DocumentNode<AnsweringQuery, AnsweringQueryVariables>;
export const OverviewCheckUpDocument = {"__meta__":{"hash":"sha256:f1644ef78860cdbeb7f6ecd1990e35eec6fceadbbe24075b1be0e762b5c9450e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OverviewCheckUp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botCheckUp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"check"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"serverName"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"roleFault"}},{"kind":"Field","name":{"kind":"Name","value":"modelFault"}}]}}]}}]}}]} as unknown as DocumentNode<OverviewCheckUpQuery, OverviewCheckUpQueryVariables>;
export const BotCountDocument = {"__meta__":{"hash":"sha256:9604690098695cef1229e8920ea66edf0a5773972e2bfe6031a2f11694e1d44b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]} as unknown as DocumentNode<BotCountQuery, BotCountQueryVariables>;
export const CreateBotDocument = {"__meta__":{"hash":"sha256:f6b3fc12e9ef7582416cef3f0ade5df932a9a2588bef0f9cbb358b50703db802"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBotInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedBotFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"discordTokenHint"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"ageRating"}},{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dailyCaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"perBot"}},{"kind":"Field","name":{"kind":"Name","value":"perServer"}},{"kind":"Field","name":{"kind":"Name","value":"perMember"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pages"}},{"kind":"Field","name":{"kind":"Name","value":"calculator"}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"dice"}},{"kind":"Field","name":{"kind":"Name","value":"commands"}},{"kind":"Field","name":{"kind":"Name","value":"servers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedBot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTraits"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<CreateBotMutation, CreateBotMutationVariables>;
export const UpdateBotDocument = {"__meta__":{"hash":"sha256:610a8a5bb319d9f18191ebfbb0608f57e772dc1d38a51834552ebca59ed4c5c1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateBotInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedBotFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"discordTokenHint"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"ageRating"}},{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dailyCaps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"perBot"}},{"kind":"Field","name":{"kind":"Name","value":"perServer"}},{"kind":"Field","name":{"kind":"Name","value":"perMember"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pages"}},{"kind":"Field","name":{"kind":"Name","value":"calculator"}},{"kind":"Field","name":{"kind":"Name","value":"dates"}},{"kind":"Field","name":{"kind":"Name","value":"dice"}},{"kind":"Field","name":{"kind":"Name","value":"commands"}},{"kind":"Field","name":{"kind":"Name","value":"servers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedBot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTraits"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<UpdateBotMutation, UpdateBotMutationVariables>;
export const DeleteBotDocument = {"__meta__":{"hash":"sha256:ae760f10bd2428bdc0b877237d0aefde78baefd1040c2da96fa3a67ee3599b2d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<DeleteBotMutation, DeleteBotMutationVariables>;
export const ResetBotDocument = {"__meta__":{"hash":"sha256:bfe03d5b5b6f74e1788b74486d48ee0016f544f3ba6bfae577cfb240ffd323a5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isDone"}}]}}]}}]} as unknown as DocumentNode<ResetBotMutation, ResetBotMutationVariables>;
export const BotResetDocument = {"__meta__":{"hash":"sha256:15f5bf71a4154f9395d9815bd8994afb56716bcb8455aeac7dc5008b1ab5f608"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotReset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}}]}}]}}]} as unknown as DocumentNode<BotResetQuery, BotResetQueryVariables>;
export const ToolServersDocument = {"__meta__":{"hash":"sha256:1bd27bbbb635648f23024874090f711ff04a088ecd1b8e03d539bc95e9262184"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ToolServers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"toolServers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolServerFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolServerFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hasToken"}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]} as unknown as DocumentNode<ToolServersQuery, ToolServersQueryVariables>;
export const AddToolServerDocument = {"__meta__":{"hash":"sha256:4056f9ec439725138114f13597daa23fac392d74acf2a0e4d4a819cdb23c3368"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddToolServer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addToolServer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolServerFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolServerFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hasToken"}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]} as unknown as DocumentNode<AddToolServerMutation, AddToolServerMutationVariables>;
export const CheckToolServerDocument = {"__meta__":{"hash":"sha256:49dd655a8ba1f7780edbf80000393d159f9772e7cfa50bfe1b2e57bca2f93078"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckToolServer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkToolServer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"serverId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolServerFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolServerFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hasToken"}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]} as unknown as DocumentNode<CheckToolServerMutation, CheckToolServerMutationVariables>;
export const AllowToolsDocument = {"__meta__":{"hash":"sha256:b19ece0bbfc4de69b161f2ebd23afa84e5ff30c764fcd106ea3bffe19f983753"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AllowTools"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"checkedAt"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tools"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowTools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"serverId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}}},{"kind":"Argument","name":{"kind":"Name","value":"checkedAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"checkedAt"}}},{"kind":"Argument","name":{"kind":"Name","value":"tools"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tools"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolServerFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolServerFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolServer"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"hasToken"}},{"kind":"Field","name":{"kind":"Name","value":"tools"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}}]} as unknown as DocumentNode<AllowToolsMutation, AllowToolsMutationVariables>;
export const RemoveToolServerDocument = {"__meta__":{"hash":"sha256:6c4a22d866cd4ecd876f929ae689a2cfbf526dad39d9d35351e62ae610e61e20"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveToolServer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeToolServer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"serverId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RemoveToolServerMutation, RemoveToolServerMutationVariables>;
export const ModerationCasesDocument = {"__meta__":{"hash":"sha256:55d0d8261a2166093dcf09c413a0177c55ff6e9658215fdc8743847b9db2b3e2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModerationCases"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"member"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moderationCases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"member"},"value":{"kind":"Variable","name":{"kind":"Name","value":"member"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"isMoreThanTotal"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"cases"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ModerationCaseFields"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"moderationPauses"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"pausedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ModerationCaseFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationCase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"memberId"}},{"kind":"Field","name":{"kind":"Name","value":"memberName"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUntil"}},{"kind":"Field","name":{"kind":"Name","value":"isDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"undoneAt"}}]}}]} as unknown as DocumentNode<ModerationCasesQuery, ModerationCasesQueryVariables>;
export const UndoModerationDocument = {"__meta__":{"hash":"sha256:a0b79e2776fc66beec61eed0faa33955405d13d101615d7c7f13345c71985c89"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoModeration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"caseId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoModeration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"caseId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"caseId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ModerationCaseFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ModerationCaseFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ModerationCase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"memberId"}},{"kind":"Field","name":{"kind":"Name","value":"memberName"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUntil"}},{"kind":"Field","name":{"kind":"Name","value":"isDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"undoneAt"}}]}}]} as unknown as DocumentNode<UndoModerationMutation, UndoModerationMutationVariables>;
export const ResumeModerationDocument = {"__meta__":{"hash":"sha256:64587520223ec96bd14c19b119ee932ac64cab6e0b49115686222ae473dbc3bf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeModeration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeModeration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"guildId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guildId"}}]}}]}}]} as unknown as DocumentNode<ResumeModerationMutation, ResumeModerationMutationVariables>;
export const BotChannelDocument = {"__meta__":{"hash":"sha256:241dc9a6fcb5660c53a7826d7b42fedf8228247b3751900be33231fcb20e6b2c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotChannelFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotChannelFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"allowedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"restrictedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"ignoreOtherBots"}},{"kind":"Field","name":{"kind":"Name","value":"logMessages"}},{"kind":"Field","name":{"kind":"Name","value":"moderationMode"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxMessagesPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"allowCommands"}},{"kind":"Field","name":{"kind":"Name","value":"allowFileUploads"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"enableThreads"}},{"kind":"Field","name":{"kind":"Name","value":"autoCreateThreads"}},{"kind":"Field","name":{"kind":"Name","value":"replyButtons"}},{"kind":"Field","name":{"kind":"Name","value":"profanityFilter"}},{"kind":"Field","name":{"kind":"Name","value":"spamDetection"}},{"kind":"Field","name":{"kind":"Name","value":"blockLinks"}},{"kind":"Field","name":{"kind":"Name","value":"blockInvites"}},{"kind":"Field","name":{"kind":"Name","value":"capsFilter"}},{"kind":"Field","name":{"kind":"Name","value":"autoDelete"}},{"kind":"Field","name":{"kind":"Name","value":"issueWarnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUsers"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutDuration"}},{"kind":"Field","name":{"kind":"Name","value":"whitelistUsers"}},{"kind":"Field","name":{"kind":"Name","value":"warningThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isWritten"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}},{"kind":"Field","name":{"kind":"Name","value":"quietDays"}},{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockedWords"}},{"kind":"Field","name":{"kind":"Name","value":"allowedLinkHosts"}},{"kind":"Field","name":{"kind":"Name","value":"moderationLogChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"moderationDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"allowDirectMessages"}},{"kind":"Field","name":{"kind":"Name","value":"directMessagesPerHour"}},{"kind":"Field","name":{"kind":"Name","value":"missedMessages"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<BotChannelQuery, BotChannelQueryVariables>;
export const SaveChannelSettingsDocument = {"__meta__":{"hash":"sha256:865f8c621644c1d7ac18f9fd517610409243642e41ca3cb33df937b9856d1075"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveChannelSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateBotInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotChannelFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotChannelFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"allowedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"restrictedChannels"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"ignoreOtherBots"}},{"kind":"Field","name":{"kind":"Name","value":"logMessages"}},{"kind":"Field","name":{"kind":"Name","value":"moderationMode"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxMessagesPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"allowCommands"}},{"kind":"Field","name":{"kind":"Name","value":"allowFileUploads"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"enableThreads"}},{"kind":"Field","name":{"kind":"Name","value":"autoCreateThreads"}},{"kind":"Field","name":{"kind":"Name","value":"replyButtons"}},{"kind":"Field","name":{"kind":"Name","value":"profanityFilter"}},{"kind":"Field","name":{"kind":"Name","value":"spamDetection"}},{"kind":"Field","name":{"kind":"Name","value":"blockLinks"}},{"kind":"Field","name":{"kind":"Name","value":"blockInvites"}},{"kind":"Field","name":{"kind":"Name","value":"capsFilter"}},{"kind":"Field","name":{"kind":"Name","value":"autoDelete"}},{"kind":"Field","name":{"kind":"Name","value":"issueWarnings"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutUsers"}},{"kind":"Field","name":{"kind":"Name","value":"timeoutDuration"}},{"kind":"Field","name":{"kind":"Name","value":"whitelistUsers"}},{"kind":"Field","name":{"kind":"Name","value":"warningThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"isWritten"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}},{"kind":"Field","name":{"kind":"Name","value":"quietDays"}},{"kind":"Field","name":{"kind":"Name","value":"weekday"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"blockedWords"}},{"kind":"Field","name":{"kind":"Name","value":"allowedLinkHosts"}},{"kind":"Field","name":{"kind":"Name","value":"moderationLogChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"moderationDryRun"}},{"kind":"Field","name":{"kind":"Name","value":"allowDirectMessages"}},{"kind":"Field","name":{"kind":"Name","value":"directMessagesPerHour"}},{"kind":"Field","name":{"kind":"Name","value":"missedMessages"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<SaveChannelSettingsMutation, SaveChannelSettingsMutationVariables>;
export const ChatBotDocument = {"__meta__":{"hash":"sha256:0cf1e1d77cd8d6aa1aa30c7dce84fe41b5fcce1f84bbea422ead2d2e2aead932"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChatBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}}]}},{"kind":"Field","name":{"kind":"Name","value":"chatEngine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}}]} as unknown as DocumentNode<ChatBotQuery, ChatBotQueryVariables>;
export const CitationsDocument = {"__meta__":{"hash":"sha256:22bd8a737027e9c1af4d9db78283826dce6140b67db782e203fc4db7c165f41b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Citations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"citations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"itemId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"passages"}}]}}]}}]} as unknown as DocumentNode<CitationsQuery, CitationsQueryVariables>;
export const RateReplyDocument = {"__meta__":{"hash":"sha256:411407ee07d53cdb060e2ea44064f62ae62a42657c9d5454321470dbe86ecd78"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RateReply"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RatingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rateReply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isGood"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]} as unknown as DocumentNode<RateReplyMutation, RateReplyMutationVariables>;
export const BotBrainDocument = {"__meta__":{"hash":"sha256:566fc3e4ce3df65f322e567a325c84cff23869afb654e79c93038620a4076ea9"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotBrain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"learnedCommands"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LearnedFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"commands"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"commands"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvailableFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvailableFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AvailableCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LearnedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LearnedCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"commandId"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"customTrigger"}},{"kind":"Field","name":{"kind":"Name","value":"cooldownS"}},{"kind":"Field","name":{"kind":"Name","value":"requiredRoleId"}},{"kind":"Field","name":{"kind":"Name","value":"command"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvailableFields"}}]}}]}}]} as unknown as DocumentNode<BotBrainQuery, BotBrainQueryVariables>;
export const SearchCommandsDocument = {"__meta__":{"hash":"sha256:1efb56fbbf5807aa91947b09bcbb6de5b14d3cd1883ea1d89b266ee1a5cb8487"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchCommands"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"category"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CommandCategory"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commands"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"category"},"value":{"kind":"Variable","name":{"kind":"Name","value":"category"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commands"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<SearchCommandsQuery, SearchCommandsQueryVariables>;
export const LearnCommandDocument = {"__meta__":{"hash":"sha256:2cab7c7c26967c14f42b8f5900e4e3373a509e21ce0cda73cf2baab7f2e86124"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LearnCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"commandId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"learnCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"commandId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"commandId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LearnedFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvailableFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AvailableCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LearnedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LearnedCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"commandId"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"customTrigger"}},{"kind":"Field","name":{"kind":"Name","value":"cooldownS"}},{"kind":"Field","name":{"kind":"Name","value":"requiredRoleId"}},{"kind":"Field","name":{"kind":"Name","value":"command"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvailableFields"}}]}}]}}]} as unknown as DocumentNode<LearnCommandMutation, LearnCommandMutationVariables>;
export const UpdateLearnedCommandDocument = {"__meta__":{"hash":"sha256:a008272b479961f3de532dc8224121d861df44acdbf026599c528472b20ace05"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLearnedCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botCommandId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateLearnedCommandInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateLearnedCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"botCommandId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botCommandId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"customTrigger"}},{"kind":"Field","name":{"kind":"Name","value":"cooldownS"}},{"kind":"Field","name":{"kind":"Name","value":"requiredRoleId"}}]}}]}}]} as unknown as DocumentNode<UpdateLearnedCommandMutation, UpdateLearnedCommandMutationVariables>;
export const UnlearnCommandDocument = {"__meta__":{"hash":"sha256:2af76ec62990945263d61ad32818c79ef6cd7f15faef0419bfcea120aa6aea0b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnlearnCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botCommandId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unlearnCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"botCommandId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botCommandId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<UnlearnCommandMutation, UnlearnCommandMutationVariables>;
export const CommandDataDocument = {"__meta__":{"hash":"sha256:6c7d4b7838331ea2d98833aeed0ec8321d4c330630e64a1f72337244f7460dcb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CommandData"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commandData"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommandDataFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommandDataFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CommandData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}}]}}]} as unknown as DocumentNode<CommandDataQuery, CommandDataQueryVariables>;
export const SetCommandHostsDocument = {"__meta__":{"hash":"sha256:f96cbf1df43e5e70636dd0f6b74baa383b7edce647cfd12a3ca47f32046a030d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetCommandHosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"hosts"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setCommandHosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"hosts"},"value":{"kind":"Variable","name":{"kind":"Name","value":"hosts"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommandDataFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommandDataFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CommandData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}}]}}]} as unknown as DocumentNode<SetCommandHostsMutation, SetCommandHostsMutationVariables>;
export const ClearCommandDataDocument = {"__meta__":{"hash":"sha256:4c7b06c26b705323c47e61725ddc36f0386e705989006048313053592167e15c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClearCommandData"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clearCommandData"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommandDataFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommandDataFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CommandData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"bytes"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}}]}}]} as unknown as DocumentNode<ClearCommandDataMutation, ClearCommandDataMutationVariables>;
export const ConnectBotDocument = {"__meta__":{"hash":"sha256:f42cda4b214646b18b15579ae48a8322295bc9fc38e0735824a1a49f51095f25"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConnectBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectBotFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}}]}}]}}]} as unknown as DocumentNode<ConnectBotQuery, ConnectBotQueryVariables>;
export const CheckDiscordTokenDocument = {"__meta__":{"hash":"sha256:2dd4ba9d5dff2df36cf7d4dec8725d109837b422a37ab3c94c431577efbc7b5d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckDiscordToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkDiscordToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}}]}}]}}]} as unknown as DocumentNode<CheckDiscordTokenMutation, CheckDiscordTokenMutationVariables>;
export const SaveConnectionDocument = {"__meta__":{"hash":"sha256:3e1431615b3cb8dd04a5afc71ea40a05eebddbd26a88e788dcd85990fa379d00"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateBotInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectBotFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectBotFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"statusText"}},{"kind":"Field","name":{"kind":"Name","value":"channelSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dedicatedChannelId"}},{"kind":"Field","name":{"kind":"Name","value":"mentionOnly"}},{"kind":"Field","name":{"kind":"Name","value":"autoReply"}},{"kind":"Field","name":{"kind":"Name","value":"customPrefix"}}]}}]}}]} as unknown as DocumentNode<SaveConnectionMutation, SaveConnectionMutationVariables>;
export const UpdateDiscordProfileDocument = {"__meta__":{"hash":"sha256:6d87d58383ac09764223f2f3f24d14ee785416790d9da7f8b503a66721423a1b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateDiscordProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDiscordProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DiscordAccountFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordAccountFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordAccount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}},{"kind":"Field","name":{"kind":"Name","value":"hasServerMembers"}}]}}]} as unknown as DocumentNode<UpdateDiscordProfileMutation, UpdateDiscordProfileMutationVariables>;
export const SayHelloDocument = {"__meta__":{"hash":"sha256:58cb836f5308fcf2aed5f8db7112c35c10104cc3e266c597f547d0d2407b9cac"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SayHello"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channelId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"helloId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sayHello"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"channelId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channelId"}}},{"kind":"Argument","name":{"kind":"Name","value":"helloId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"helloId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<SayHelloMutation, SayHelloMutationVariables>;
export const CustomCommandsDocument = {"__meta__":{"hash":"sha256:2a385009691dfb3084ad5a9589115a8396915ce8232bda7b7ae4b80830d9304f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CustomCommands"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customCommands"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"commands"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]}}]}}]} as unknown as DocumentNode<CustomCommandsQuery, CustomCommandsQueryVariables>;
export const CustomCommandDocument = {"__meta__":{"hash":"sha256:f5434bb2ade36735080a24eb399634c3705b4380f3203e1244d4e3a0ef3ea30e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StoredCommandFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StoredCommandFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}}]}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]} as unknown as DocumentNode<CustomCommandQuery, CustomCommandQueryVariables>;
export const CustomCommandRunsDocument = {"__meta__":{"hash":"sha256:e583afaea8bfba2374863397290a5591a7f6ca529301f81a5d4b7ee7df786502"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CustomCommandRuns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"customCommandRuns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"line"}}]}}]}}]}}]} as unknown as DocumentNode<CustomCommandRunsQuery, CustomCommandRunsQueryVariables>;
export const CreateCustomCommandDocument = {"__meta__":{"hash":"sha256:cbd9358c35c45d2a33c73c7bed9a9420e6d5933400e6aff2f7c6579b63324e7a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCustomCommandInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateCustomCommandMutation, CreateCustomCommandMutationVariables>;
export const UpdateCustomCommandDocument = {"__meta__":{"hash":"sha256:3f54dd0bd2a6759c1a805ef3673e224948993a1e8bd6d0cd076c951c8598ca2c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCustomCommandInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StoredCommandFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StoredCommandFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}}]}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]} as unknown as DocumentNode<UpdateCustomCommandMutation, UpdateCustomCommandMutationVariables>;
export const DeleteCustomCommandDocument = {"__meta__":{"hash":"sha256:f91521f2d1fabe55e1bf77cfec923ae9e3534a59d7f7bd03486eb5710ba76aa7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<DeleteCustomCommandMutation, DeleteCustomCommandMutationVariables>;
export const CheckCommandSyntaxDocument = {"__meta__":{"hash":"sha256:0e26d79c41c51393aea58c83f2af4f6f7808948f71ddda883260d661315edb62"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckCommandSyntax"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkCommandSyntax"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"valid"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"column"}}]}}]}}]} as unknown as DocumentNode<CheckCommandSyntaxMutation, CheckCommandSyntaxMutationVariables>;
export const TestCustomCommandDocument = {"__meta__":{"hash":"sha256:225563d27c7ff4d4fac4b48b06fc2bad5ab450df263ef64d64b691197f7c7ff6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TestCustomCommandInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"response"}},{"kind":"Field","name":{"kind":"Name","value":"shouldReply"}},{"kind":"Field","name":{"kind":"Name","value":"posts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"embeds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"color"}},{"kind":"Field","name":{"kind":"Name","value":"author"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"selects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"placeholder"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"form"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"column"}}]}},{"kind":"Field","name":{"kind":"Name","value":"log"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"context"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"args"}},{"kind":"Field","name":{"kind":"Name","value":"options"}}]}}]}}]}}]} as unknown as DocumentNode<TestCustomCommandMutation, TestCustomCommandMutationVariables>;
export const TestBotsDocument = {"__meta__":{"hash":"sha256:9028acf517fe33bc7f5c11ea6c68d25bf218d6bda6ee81a9d5441109c3c6fcf1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TestBots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<TestBotsQuery, TestBotsQueryVariables>;
export const CommandShareDocument = {"__meta__":{"hash":"sha256:a6860806b01ce3db3f331c6b61ba35b4bd7cb7b5cf0a1f8a262ee0b3d8205f04"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CommandShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"commandShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shareCode"}}]}}]}}]} as unknown as DocumentNode<CommandShareQuery, CommandShareQueryVariables>;
export const ShareCustomCommandDocument = {"__meta__":{"hash":"sha256:a8d4e5dfe73f3302ca1f679f16e4cd036161b769f59d5575454428886f865ae2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ShareCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shareCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shareCode"}}]}}]}}]} as unknown as DocumentNode<ShareCustomCommandMutation, ShareCustomCommandMutationVariables>;
export const UnshareCustomCommandDocument = {"__meta__":{"hash":"sha256:35a9d8525f81dd280b26be0b0690c7e79c8b74711d116363b5732755036daa01"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnshareCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unshareCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shareCode"}}]}}]}}]} as unknown as DocumentNode<UnshareCustomCommandMutation, UnshareCustomCommandMutationVariables>;
export const SharedCommandDocument = {"__meta__":{"hash":"sha256:59b1296c382613df672b4f06c0e09d013827f38ac9ae67da5c2c87efb7fc817e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SharedCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"shareCode"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sharedCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"shareCode"},"value":{"kind":"Variable","name":{"kind":"Name","value":"shareCode"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}}]}}]}}]}}]} as unknown as DocumentNode<SharedCommandQuery, SharedCommandQueryVariables>;
export const ImportCustomCommandDocument = {"__meta__":{"hash":"sha256:e2261674cf7e4b3f1f73e38d8cf0978053de4fabfe5e1ec99266fe9e31ae896c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"shareCode"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trigger"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"shareCode"},"value":{"kind":"Variable","name":{"kind":"Name","value":"shareCode"}}},{"kind":"Argument","name":{"kind":"Name","value":"trigger"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trigger"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StoredCommandFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StoredCommandFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}}]}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]} as unknown as DocumentNode<ImportCustomCommandMutation, ImportCustomCommandMutationVariables>;
export const ApproveCustomCommandDocument = {"__meta__":{"hash":"sha256:9806bcec20b55bfebc311bbee25032a91c5955fd233dce6f5a8285cced7a8e44"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ApproveCustomCommand"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approveCustomCommand"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StoredCommandFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StoredCommandFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CustomCommand"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"icon"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isRequired"}},{"kind":"Field","name":{"kind":"Name","value":"choices"}}]}},{"kind":"Field","name":{"kind":"Name","value":"needsReview"}}]}}]} as unknown as DocumentNode<ApproveCustomCommandMutation, ApproveCustomCommandMutationVariables>;
export const DashboardBotsDocument = {"__meta__":{"hash":"sha256:454b3861a76fe297057f011b2342453c4e53238ad87b2c352fc5feb938295fe6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DashboardBots"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"200"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<DashboardBotsQuery, DashboardBotsQueryVariables>;
export const SearchBotsDocument = {"__meta__":{"hash":"sha256:391141bd5b8ba7b8c046f316d1d5eca2af1a6d359e19f816d13b093f82e16eaf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchBots"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<SearchBotsQuery, SearchBotsQueryVariables>;
export const DashboardUsageDocument = {"__meta__":{"hash":"sha256:61f4d1c890dce9ecf7e9a9a3baa4105f702d5e20d5cc696c7d4d569a443ce190"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DashboardUsage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}}]}}]}}]} as unknown as DocumentNode<DashboardUsageQuery, DashboardUsageQueryVariables>;
export const ResourceUsageDocument = {"__meta__":{"hash":"sha256:a77317ffc08e5e8935209ece8ee37a1d45b5c39aafc3bb2fba825fec8909c08f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ResourceUsage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resourceUsage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"system"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuUsage"}},{"kind":"Field","name":{"kind":"Name","value":"memoryUsage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"online"}}]}},{"kind":"Field","name":{"kind":"Name","value":"activity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ResourceUsageQuery, ResourceUsageQueryVariables>;
export const BotHealthDocument = {"__meta__":{"hash":"sha256:bb283a62e6965b188c84b767df40b449f121da07e4da1607ab2564ae8f674ccc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotHealth"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}}]}},{"kind":"Field","name":{"kind":"Name","value":"botCheckUp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"check"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"serverName"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"missingPermissions"}},{"kind":"Field","name":{"kind":"Name","value":"use"}},{"kind":"Field","name":{"kind":"Name","value":"systemName"}},{"kind":"Field","name":{"kind":"Name","value":"roleName"}},{"kind":"Field","name":{"kind":"Name","value":"roleFault"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"freePrefix"}},{"kind":"Field","name":{"kind":"Name","value":"modelFault"}},{"kind":"Field","name":{"kind":"Name","value":"happenedAt"}},{"kind":"Field","name":{"kind":"Name","value":"cap"}},{"kind":"Field","name":{"kind":"Name","value":"members"}},{"kind":"Field","name":{"kind":"Name","value":"inviteUrl"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"chatEngine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"isOwnKey"}}]}},{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<BotHealthQuery, BotHealthQueryVariables>;
export const ChoosePrefixDocument = {"__meta__":{"hash":"sha256:633a73e357f6ddd7d1a78ff165b00de6ea59e09ba1b4c8ff7a92eacc6443066a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChoosePrefix"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"prefix"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"channelSettings"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"customPrefix"},"value":{"kind":"Variable","name":{"kind":"Name","value":"prefix"}}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]} as unknown as DocumentNode<ChoosePrefixMutation, ChoosePrefixMutationVariables>;
export const IgnoredMessagesDocument = {"__meta__":{"hash":"sha256:fff1dc4e27db0055367c38fb015845d45c102d90ee540548f710b6fc27f40c8d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"IgnoredMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageTraces"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"outcome"},"value":{"kind":"EnumValue","value":"ignored"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageTraceFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageTraceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageTrace"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"command"}}]}}]} as unknown as DocumentNode<IgnoredMessagesQuery, IgnoredMessagesQueryVariables>;
export const UsedCommandsDocument = {"__meta__":{"hash":"sha256:a9bdaacfec37175c0227f0c9d769ce05d92e1c416f01535045eedbada27a65b0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UsedCommands"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageTraces"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"usedCommands"},"value":{"kind":"BooleanValue","value":true}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"traces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageTraceFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageTraceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageTrace"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"command"}}]}}]} as unknown as DocumentNode<UsedCommandsQuery, UsedCommandsQueryVariables>;
export const MessageTraceDocument = {"__meta__":{"hash":"sha256:7c00337cfc0b18c7dca5dce28e257df7622dabd48432c2d9998ee00913b3f202"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MessageTrace"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageTrace"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"messageId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"messageId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MessageTraceFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MessageTraceFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MessageTrace"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"command"}}]}}]} as unknown as DocumentNode<MessageTraceQuery, MessageTraceQueryVariables>;
export const InboxDocument = {"__meta__":{"hash":"sha256:f8d6ea50b37f94f6c9011fc9582cbb245b0b3826beaa91a828e9efa6adcc0463"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Inbox"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InboxState"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"questions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"reply"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"causes"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"lastAt"}}]}}]}}]}}]} as unknown as DocumentNode<InboxQuery, InboxQueryVariables>;
export const InboxBotDocument = {"__meta__":{"hash":"sha256:72d37a8063c4223b5b0418445fb496489bd934bfe8ffd8c08f8303b1f74a7ddb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"InboxBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<InboxBotQuery, InboxBotQueryVariables>;
export const AnswerDraftDocument = {"__meta__":{"hash":"sha256:4b54faa8e8d5743c7c7a85612fef658745a5ce985010e9644ec64100aa4e30ac"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AnswerDraft"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answerDraft"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"canBeWritten"}}]}}]}}]} as unknown as DocumentNode<AnswerDraftQuery, AnswerDraftQueryVariables>;
export const WriteAnswerDraftDocument = {"__meta__":{"hash":"sha256:bacd732acf742f0819fc5f4c07f462574deacfaf869a3cc2e9716b9d6c47d66b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"WriteAnswerDraft"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"writeAnswerDraft"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]} as unknown as DocumentNode<WriteAnswerDraftMutation, WriteAnswerDraftMutationVariables>;
export const SetInboxStateDocument = {"__meta__":{"hash":"sha256:ca8bfd5a950c43dba115fcff19eec0ce4a40a0357ff5670570b7ff898adc3e84"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetInboxState"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"state"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InboxState"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setInboxState"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}},{"kind":"Argument","name":{"kind":"Name","value":"state"},"value":{"kind":"Variable","name":{"kind":"Name","value":"state"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<SetInboxStateMutation, SetInboxStateMutationVariables>;
export const TeachAnswerDocument = {"__meta__":{"hash":"sha256:60288b9427a1881b1f0af131aa27dc4838196cf607333c4fc98ae58d78ffc28c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TeachAnswer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"title"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"content"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"teachAnswer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}},{"kind":"Argument","name":{"kind":"Name","value":"title"},"value":{"kind":"Variable","name":{"kind":"Name","value":"title"}}},{"kind":"Argument","name":{"kind":"Name","value":"content"},"value":{"kind":"Variable","name":{"kind":"Name","value":"content"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<TeachAnswerMutation, TeachAnswerMutationVariables>;
export const PinnedAnswersDocument = {"__meta__":{"hash":"sha256:a7a6ebcf8d123b5644d54392595359372b6c4d8a8024d6bc892b0b22f1cdb63c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PinnedAnswers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pinnedAnswers"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"max"}},{"kind":"Field","name":{"kind":"Name","value":"answers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]}}]} as unknown as DocumentNode<PinnedAnswersQuery, PinnedAnswersQueryVariables>;
export const PinAnswerDocument = {"__meta__":{"hash":"sha256:dac091e0d04a2e89fc9c66020e3cff1bdf58431ac65c810112fbad091ae2cdab"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PinAnswer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PinnedAnswerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pinAnswer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<PinAnswerMutation, PinAnswerMutationVariables>;
export const ChangePinnedAnswerDocument = {"__meta__":{"hash":"sha256:5dc3cd33edebda1d22994583b492008a973bd901b2cb8450ceed01adc1d08c9b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePinnedAnswer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"answerId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PinnedAnswerInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changePinnedAnswer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"answerId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"answerId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"answer"}}]}}]}}]} as unknown as DocumentNode<ChangePinnedAnswerMutation, ChangePinnedAnswerMutationVariables>;
export const UnpinAnswerDocument = {"__meta__":{"hash":"sha256:d76e2c299ed14f7ad87bde2ee0f7fae912b18b9fe4560f4f27127e0872bf88f8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnpinAnswer"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"answerId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unpinAnswer"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"answerId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"answerId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<UnpinAnswerMutation, UnpinAnswerMutationVariables>;
export const KnowledgeDocument = {"__meta__":{"hash":"sha256:c06314d38288a4bd67071b549128e40be6b9b8a5efd8d0f027dd4f97dbce293e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Knowledge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"knowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnowledgeFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnowledgeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KnowledgeItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"fileUrl"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"x"}},{"kind":"Field","name":{"kind":"Name","value":"y"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<KnowledgeQuery, KnowledgeQueryVariables>;
export const KnowledgeMatchesDocument = {"__meta__":{"hash":"sha256:12cc403ff5785f2e60c7b61c18ca2152f4ec1f3325251624e8d87f3a8cbbdcb6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"KnowledgeMatches"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"knowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"order"},"value":{"kind":"EnumValue","value":"newest"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"isMoreThanTotal"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<KnowledgeMatchesQuery, KnowledgeMatchesQueryVariables>;
export const KnowledgeItemDocument = {"__meta__":{"hash":"sha256:2ca10080bb23f3860224f9492d5c1a882fd6540cf8d0fd79408b32599d451bba"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"KnowledgeItem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"knowledgeItem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"itemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnowledgeFields"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnowledgeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KnowledgeItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"fileUrl"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"x"}},{"kind":"Field","name":{"kind":"Name","value":"y"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<KnowledgeItemQuery, KnowledgeItemQueryVariables>;
export const FindKnowledgeDocument = {"__meta__":{"hash":"sha256:a012ec3d4fd4b913fbef24ca95f516f143fa38262c3644fb8d24200593ecd03b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindKnowledge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"previous"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findKnowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"previous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"previous"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"coverage"}},{"kind":"Field","name":{"kind":"Name","value":"relevance"}},{"kind":"Field","name":{"kind":"Name","value":"minRelevance"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"searchedBy"}},{"kind":"Field","name":{"kind":"Name","value":"rewritten"}},{"kind":"Field","name":{"kind":"Name","value":"passages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"itemId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"relevance"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}}]} as unknown as DocumentNode<FindKnowledgeQuery, FindKnowledgeQueryVariables>;
export const KnowledgeQuestionsDocument = {"__meta__":{"hash":"sha256:87b7c48548e3c1fe4d87a3b7bd972861e68b58b417c1ebef3761f0fcc09cb764"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"KnowledgeQuestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"knowledgeQuestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedQuestionFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQuestionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuestion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"expectedItemId"}},{"kind":"Field","name":{"kind":"Name","value":"expectedTitle"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"isPassed"}},{"kind":"Field","name":{"kind":"Name","value":"wasPassed"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}}]}}]} as unknown as DocumentNode<KnowledgeQuestionsQuery, KnowledgeQuestionsQueryVariables>;
export const SaveKnowledgeQuestionDocument = {"__meta__":{"hash":"sha256:e39b5021e1f7c620506bb63dc0f6c8ee0adde42ff34bb95aaf591b1dea0cc113"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveKnowledgeQuestion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"question"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"previous"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedItemId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveKnowledgeQuestion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"question"},"value":{"kind":"Variable","name":{"kind":"Name","value":"question"}}},{"kind":"Argument","name":{"kind":"Name","value":"previous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"previous"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedItemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedItemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedQuestionFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedQuestionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedQuestion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"question"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"expectedItemId"}},{"kind":"Field","name":{"kind":"Name","value":"expectedTitle"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"rank"}},{"kind":"Field","name":{"kind":"Name","value":"isPassed"}},{"kind":"Field","name":{"kind":"Name","value":"wasPassed"}},{"kind":"Field","name":{"kind":"Name","value":"previousRank"}}]}}]} as unknown as DocumentNode<SaveKnowledgeQuestionMutation, SaveKnowledgeQuestionMutationVariables>;
export const RemoveKnowledgeQuestionDocument = {"__meta__":{"hash":"sha256:de2e8378576d71fcdd9826571c150d3063a4b3747405baeb3af2b906afe09508"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveKnowledgeQuestion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeKnowledgeQuestion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RemoveKnowledgeQuestionMutation, RemoveKnowledgeQuestionMutationVariables>;
export const AddKnowledgeDocument = {"__meta__":{"hash":"sha256:673f3fcadcb47d668e5c94ca6bf1b6d9ebcb5fe22ebd9b54dccb3341f4344628"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddKnowledge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateKnowledgeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addKnowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnowledgeFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnowledgeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KnowledgeItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"fileUrl"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"x"}},{"kind":"Field","name":{"kind":"Name","value":"y"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<AddKnowledgeMutation, AddKnowledgeMutationVariables>;
export const UpdateKnowledgeDocument = {"__meta__":{"hash":"sha256:862cce22f2655fa123048d15cdacd2d55f41391a96cedfe9bada0175775fcdf5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateKnowledge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateKnowledgeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateKnowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"itemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"KnowledgeFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"KnowledgeFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KnowledgeItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"excerpt"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"activation"}},{"kind":"Field","name":{"kind":"Name","value":"keywords"}},{"kind":"Field","name":{"kind":"Name","value":"fileUrl"}},{"kind":"Field","name":{"kind":"Name","value":"position"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"x"}},{"kind":"Field","name":{"kind":"Name","value":"y"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]} as unknown as DocumentNode<UpdateKnowledgeMutation, UpdateKnowledgeMutationVariables>;
export const DeleteKnowledgeDocument = {"__meta__":{"hash":"sha256:a8b7e2e2b3465fa15b13d254f6202f6cfebc9f34007b96e62e7b37b2e1aaea83"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteKnowledge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteKnowledge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"itemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"itemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<DeleteKnowledgeMutation, DeleteKnowledgeMutationVariables>;
export const BotMemoryDocument = {"__meta__":{"hash":"sha256:4cef513d77ad6e5c4e8c3954fa9b4dd3d2a165eadadcac280d46c326271824a2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotMemory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"memoryOverview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isOn"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"facts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ownMemory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnMemoryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnMemoryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Memory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"saidAt"}}]}}]}}]} as unknown as DocumentNode<BotMemoryQuery, BotMemoryQueryVariables>;
export const ClearMemoryDocument = {"__meta__":{"hash":"sha256:7f603ae5e062b2e09fc1ed9e8a584a3b9e94ca111d44219e43f7b30890711484"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ClearMemory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clearMemory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ClearMemoryMutation, ClearMemoryMutationVariables>;
export const SaveOwnFactDocument = {"__meta__":{"hash":"sha256:cbb52179f0daff63c4e20854e3124bc8f777b0044a316dc1e27c3baa35640a93"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveOwnFact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"factId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"value"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveOwnFact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"factId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"factId"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"value"},"value":{"kind":"Variable","name":{"kind":"Name","value":"value"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnMemoryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnMemoryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Memory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"saidAt"}}]}}]}}]} as unknown as DocumentNode<SaveOwnFactMutation, SaveOwnFactMutationVariables>;
export const ForgetOwnMemoryDocument = {"__meta__":{"hash":"sha256:d5dadfc74b3578720dfeb96e5cc3c1211b8c04003922c634db7c46602ba07980"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ForgetOwnMemory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"factId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"forgetOwnMemory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"factId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"factId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"OwnMemoryFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"OwnMemoryFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Memory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"summary"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"saidAt"}}]}}]}}]} as unknown as DocumentNode<ForgetOwnMemoryMutation, ForgetOwnMemoryMutationVariables>;
export const NotificationsDocument = {"__meta__":{"hash":"sha256:116000b9f6458699103f83e20fc584c538c3953428bbf2ded57135d72b700483"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Notifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notifications"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unread"}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"weekStart"}},{"kind":"Field","name":{"kind":"Name","value":"replies"}},{"kind":"Field","name":{"kind":"Name","value":"activeBots"}},{"kind":"Field","name":{"kind":"Name","value":"planReplies"}},{"kind":"Field","name":{"kind":"Name","value":"creditsUsed"}},{"kind":"Field","name":{"kind":"Name","value":"newsId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<NotificationsQuery, NotificationsQueryVariables>;
export const MarkNotificationReadDocument = {"__meta__":{"hash":"sha256:b011925d35a6edba92b035799b4d7687d33f26a492b89ffb6b3561102e31f9e6"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkNotificationRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"}}]}}]}}]} as unknown as DocumentNode<MarkNotificationReadMutation, MarkNotificationReadMutationVariables>;
export const MarkNotificationsReadDocument = {"__meta__":{"hash":"sha256:9795464847670f71f4d54952f1e9434380948ca67d12083dcbba72c20bf71817"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkNotificationsRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"upTo"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationsRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"upTo"},"value":{"kind":"Variable","name":{"kind":"Name","value":"upTo"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"}}]}}]}}]} as unknown as DocumentNode<MarkNotificationsReadMutation, MarkNotificationsReadMutationVariables>;
export const PaletteBotsDocument = {"__meta__":{"hash":"sha256:bde385b4ac61cef3bc693d0cc9c52347d51a22bd65f93b7e84f681557ed9725f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PaletteBots"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"bots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<PaletteBotsQuery, PaletteBotsQueryVariables>;
export const SignInMethodsDocument = {"__meta__":{"hash":"sha256:862556160cff05c5b0c3ea83a88933d8bdaf82cfd495a21234df2a64303d0358"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SignInMethods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signInMethods"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"discordName"}},{"kind":"Field","name":{"kind":"Name","value":"isDiscordOffered"}}]}}]}}]} as unknown as DocumentNode<SignInMethodsQuery, SignInMethodsQueryVariables>;
export const UnlinkDiscordDocument = {"__meta__":{"hash":"sha256:bfb7cc77754de8e4b7d12dc71867eaf49156d4c9c033f7d047c4e27c040b6a1d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnlinkDiscord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unlinkDiscord"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<UnlinkDiscordMutation, UnlinkDiscordMutationVariables>;
export const AccessKeysDocument = {"__meta__":{"hash":"sha256:1c5149fc633f548933a69dc2aac767f278eaa000475a969aef9d50ca078db923"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccessKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<AccessKeysQuery, AccessKeysQueryVariables>;
export const CreateAccessKeyDocument = {"__meta__":{"hash":"sha256:8130ba503308023584a423b98534f2d3abca8df845f442b8544efdf18e34c4c1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAccessKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAccessKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAccessKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"accessKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<CreateAccessKeyMutation, CreateAccessKeyMutationVariables>;
export const RevokeAccessKeyDocument = {"__meta__":{"hash":"sha256:bca98f92e7e9fcaa20bbcaa82b9f2f7d917457b40f0293dedc0d8322e9b2f7cf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeAccessKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeAccessKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RevokeAccessKeyMutation, RevokeAccessKeyMutationVariables>;
export const UpdateProfileDocument = {"__meta__":{"hash":"sha256:d4ef38444fed19720e52ada52a5d6f5788d13c0b1130c7252fc81f8c5520ab9c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"impersonatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultModelProvider"}},{"kind":"Field","name":{"kind":"Name","value":"hasApiKey"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyHint"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}},{"kind":"Field","name":{"kind":"Name","value":"ownModel"}},{"kind":"Field","name":{"kind":"Name","value":"developerMode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emailNotifications"}},{"kind":"Field","name":{"kind":"Name","value":"botStatusAlerts"}},{"kind":"Field","name":{"kind":"Name","value":"usageReports"}},{"kind":"Field","name":{"kind":"Name","value":"marketingUpdates"}}]}}]}}]} as unknown as DocumentNode<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const ChangePasswordDocument = {"__meta__":{"hash":"sha256:c60782df442f78e3ebccf9ce555aae8038ab8b83601719a6e243ba5b792d6f09"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangePasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changePassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const MailOptionDocument = {"__meta__":{"hash":"sha256:c3c8de27ecca6a531ca890ccb0e01171cf6e77b819c46d2d83c71161e8ad33b7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MailOption"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signInOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendsMail"}}]}}]}}]} as unknown as DocumentNode<MailOptionQuery, MailOptionQueryVariables>;
export const UpdateNotificationsDocument = {"__meta__":{"hash":"sha256:7454a9c646b16d3839a397a74b502c72482b09e40d12b98b540f3d514bf0d4ae"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNotifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNotificationSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"impersonatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultModelProvider"}},{"kind":"Field","name":{"kind":"Name","value":"hasApiKey"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyHint"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}},{"kind":"Field","name":{"kind":"Name","value":"ownModel"}},{"kind":"Field","name":{"kind":"Name","value":"developerMode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emailNotifications"}},{"kind":"Field","name":{"kind":"Name","value":"botStatusAlerts"}},{"kind":"Field","name":{"kind":"Name","value":"usageReports"}},{"kind":"Field","name":{"kind":"Name","value":"marketingUpdates"}}]}}]}}]} as unknown as DocumentNode<UpdateNotificationsMutation, UpdateNotificationsMutationVariables>;
export const UpdateApiSettingsDocument = {"__meta__":{"hash":"sha256:772247fc4f4390e500be8849a2e087dc64c2f1547409e2aeb30addf57d8d073e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateApiSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApiSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApiSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionPlan"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"isAdmin"}},{"kind":"Field","name":{"kind":"Name","value":"impersonatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"defaultModelProvider"}},{"kind":"Field","name":{"kind":"Name","value":"hasApiKey"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyHint"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyProvider"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyState"}},{"kind":"Field","name":{"kind":"Name","value":"ownModel"}},{"kind":"Field","name":{"kind":"Name","value":"developerMode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notificationSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emailNotifications"}},{"kind":"Field","name":{"kind":"Name","value":"botStatusAlerts"}},{"kind":"Field","name":{"kind":"Name","value":"usageReports"}},{"kind":"Field","name":{"kind":"Name","value":"marketingUpdates"}}]}}]}}]} as unknown as DocumentNode<UpdateApiSettingsMutation, UpdateApiSettingsMutationVariables>;
export const ModelOptionsDocument = {"__meta__":{"hash":"sha256:486c6bdf82ad572ddcc120dab110a7baac440f904ddb23306e490b929e23d750"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"modelOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offeredProviders"}},{"kind":"Field","name":{"kind":"Name","value":"ownModels"}},{"kind":"Field","name":{"kind":"Name","value":"keyProblem"}}]}}]}}]} as unknown as DocumentNode<ModelOptionsQuery, ModelOptionsQueryVariables>;
export const SessionsDocument = {"__meta__":{"hash":"sha256:719791973a29f61246b55ef9ceb79b37e819e02f0974998cd5f2fff619805aea"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"ip"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}}]}}]}}]} as unknown as DocumentNode<SessionsQuery, SessionsQueryVariables>;
export const EndSessionDocument = {"__meta__":{"hash":"sha256:05f22bd9ab0b835e6b23f96a5b6c5e2c7cdfa097d0438253511155ce5d56299a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const EndAllSessionsDocument = {"__meta__":{"hash":"sha256:9d7a783b04f161d35ef4feb7060ccd63d815140953c7730021803e08d02b3122"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndAllSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endAllSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<EndAllSessionsMutation, EndAllSessionsMutationVariables>;
export const DeleteAccountDocument = {"__meta__":{"hash":"sha256:cf3e88dd103b9e7f90f67b217374e0c167e31751d49590c9040e1b7b20d237e0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"password"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"password"},"value":{"kind":"Variable","name":{"kind":"Name","value":"password"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<DeleteAccountMutation, DeleteAccountMutationVariables>;
export const SubscriptionDocument = {"__meta__":{"hash":"sha256:cb62e292cc1011585474016b50d3e4c16135559857e7fa890c31010450641a08"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}},{"kind":"Field","name":{"kind":"Name","value":"grantedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"currentPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"cancelsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledPlan"}},{"kind":"Field","name":{"kind":"Name","value":"renewalCents"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"payUrl"}},{"kind":"Field","name":{"kind":"Name","value":"endedReason"}},{"kind":"Field","name":{"kind":"Name","value":"endedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}}]}}]} as unknown as DocumentNode<SubscriptionQuery, SubscriptionQueryVariables>;
export const OpenPortalDocument = {"__meta__":{"hash":"sha256:db61c48e08aadef426a07d0c25a71de116a6917edc5a8bd55dd8e74beafc88b5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"OpenPortal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"openBillingPortal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]} as unknown as DocumentNode<OpenPortalMutation, OpenPortalMutationVariables>;
export const ChangeSubscriptionDocument = {"__meta__":{"hash":"sha256:50e645368e6540d8300b245e45dd4cccf10e5671408ba37be7a794698c5ebb7c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubscriptionAction"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SubscriptionFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SubscriptionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlanSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}},{"kind":"Field","name":{"kind":"Name","value":"grantedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"currentPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"cancelsAtPeriodEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledPlan"}},{"kind":"Field","name":{"kind":"Name","value":"renewalCents"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"payUrl"}},{"kind":"Field","name":{"kind":"Name","value":"endedReason"}},{"kind":"Field","name":{"kind":"Name","value":"endedPlan"}},{"kind":"Field","name":{"kind":"Name","value":"isSandbox"}}]}}]} as unknown as DocumentNode<ChangeSubscriptionMutation, ChangeSubscriptionMutationVariables>;
export const PaymentsDocument = {"__meta__":{"hash":"sha256:1603588d6bbc9da070bd97f372d49d1111bddea76064aed3a50069c5dc9c9826"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Payments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"payments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PaymentFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PaymentFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Payment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"cents"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"refundedCents"}},{"kind":"Field","name":{"kind":"Name","value":"dispute"}}]}}]} as unknown as DocumentNode<PaymentsQuery, PaymentsQueryVariables>;
export const BotSystemsDocument = {"__meta__":{"hash":"sha256:8a4fa57d4ef0b3ee7722b81370bb4c80271909117994692dd84bbfefa114a4f9"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotSystems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"avatarColor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"systems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InstalledFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InstalledFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstalledSystem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemId"}},{"kind":"Field","name":{"kind":"Name","value":"settings"}},{"kind":"Field","name":{"kind":"Name","value":"installedAt"}}]}}]} as unknown as DocumentNode<BotSystemsQuery, BotSystemsQueryVariables>;
export const InstallSystemDocument = {"__meta__":{"hash":"sha256:f775d4dbbb2f4c3686875bbe604c7a5537a9bdd7d1e2342c8f91b82c6f9b296e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"InstallSystem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"installSystem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"systemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InstalledFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InstalledFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstalledSystem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemId"}},{"kind":"Field","name":{"kind":"Name","value":"settings"}},{"kind":"Field","name":{"kind":"Name","value":"installedAt"}}]}}]} as unknown as DocumentNode<InstallSystemMutation, InstallSystemMutationVariables>;
export const ConfigureSystemDocument = {"__meta__":{"hash":"sha256:413a6e6485fd18a46325ed14779e22fc56ada6c25f1ab2ff2274988b7561345e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfigureSystem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"settings"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"configureSystem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"systemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}}},{"kind":"Argument","name":{"kind":"Name","value":"settings"},"value":{"kind":"Variable","name":{"kind":"Name","value":"settings"}}},{"kind":"Argument","name":{"kind":"Name","value":"reset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"InstalledFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"InstalledFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InstalledSystem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemId"}},{"kind":"Field","name":{"kind":"Name","value":"settings"}},{"kind":"Field","name":{"kind":"Name","value":"installedAt"}}]}}]} as unknown as DocumentNode<ConfigureSystemMutation, ConfigureSystemMutationVariables>;
export const RemoveSystemDocument = {"__meta__":{"hash":"sha256:a15e9475e1898eb395fedd93a84ffef63d6a05b3922f811f31b4f5b57a68183e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveSystem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeSystem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"systemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RemoveSystemMutation, RemoveSystemMutationVariables>;
export const SystemPageDocument = {"__meta__":{"hash":"sha256:eb2ff3ce0eb619a8ab53602b4e029f001542e90f4599b1d91ebf7435e245ccb4"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SystemPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"section"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"systemPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"systemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}}},{"kind":"Argument","name":{"kind":"Name","value":"guildId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}}},{"kind":"Argument","name":{"kind":"Name","value":"section"},"value":{"kind":"Variable","name":{"kind":"Name","value":"section"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"empty"}},{"kind":"Field","name":{"kind":"Name","value":"columns"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cells"}},{"kind":"Field","name":{"kind":"Name","value":"actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"confirm"}},{"kind":"Field","name":{"kind":"Name","value":"opens"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}}]}},{"kind":"Field","name":{"kind":"Name","value":"forms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"submit"}},{"kind":"Field","name":{"kind":"Name","value":"confirm"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notice"}},{"kind":"Field","name":{"kind":"Name","value":"upload"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"submit"}},{"kind":"Field","name":{"kind":"Name","value":"accept"}},{"kind":"Field","name":{"kind":"Name","value":"maxBytes"}}]}}]}}]}}]} as unknown as DocumentNode<SystemPageQuery, SystemPageQueryVariables>;
export const ActOnSystemDocument = {"__meta__":{"hash":"sha256:84279fab65779775db07475f0200b70652c7a2bec76332b3eda644a774d12a4c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ActOnSystem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"rowId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"values"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actOnSystem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"systemId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"systemId"}}},{"kind":"Argument","name":{"kind":"Name","value":"guildId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"guildId"}}},{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}},{"kind":"Argument","name":{"kind":"Name","value":"rowId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"rowId"}}},{"kind":"Argument","name":{"kind":"Name","value":"values"},"value":{"kind":"Variable","name":{"kind":"Name","value":"values"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ActOnSystemMutation, ActOnSystemMutationVariables>;
export const TourBotCountDocument = {"__meta__":{"hash":"sha256:bddf588988037586da4c0b332abe24a79d22e51d93b415f587327ac49e70fa50"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TourBotCount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]} as unknown as DocumentNode<TourBotCountQuery, TourBotCountQueryVariables>;
export const SavedConversationsDocument = {"__meta__":{"hash":"sha256:8d4fd4bf81334856273a688ab572c998d10bc2141230c210b986cbed313b0048"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SavedConversations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savedConversations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedConversationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedConversationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedConversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]}}]} as unknown as DocumentNode<SavedConversationsQuery, SavedConversationsQueryVariables>;
export const SaveConversationDocument = {"__meta__":{"hash":"sha256:ffdcd0fd115fc6af7252b63773ff3c5bc1e088134087a2a7ed3068c9b19629f7"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"questions"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"questions"},"value":{"kind":"Variable","name":{"kind":"Name","value":"questions"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedConversationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedConversationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedConversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]}}]} as unknown as DocumentNode<SaveConversationMutation, SaveConversationMutationVariables>;
export const RunConversationDocument = {"__meta__":{"hash":"sha256:36a96313eaf57dda843056698ee32a496d0b013795713ffda747b4755eebcc32"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RunConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"requestId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"requestId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SavedConversationFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SavedConversationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedConversation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"questions"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"earlier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answers"}},{"kind":"Field","name":{"kind":"Name","value":"answeredAt"}}]}}]}}]} as unknown as DocumentNode<RunConversationMutation, RunConversationMutationVariables>;
export const RemoveConversationDocument = {"__meta__":{"hash":"sha256:397964988a0f9cc808449bc201c1bf2298ec51e19d1a49c01f2ec82fc94a1d90"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RemoveConversationMutation, RemoveConversationMutationVariables>;
export const BotVersionsDocument = {"__meta__":{"hash":"sha256:39935d0fb43c6daf82069340fdb3641a3e1d1d85238b2d75e99b090fefda93ed"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotVersions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"botVersions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"versions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotVersionFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotVersionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}},{"kind":"Field","name":{"kind":"Name","value":"isByAdministrator"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}}]}}]} as unknown as DocumentNode<BotVersionsQuery, BotVersionsQueryVariables>;
export const BotVersionDocument = {"__meta__":{"hash":"sha256:caefce2188fa9996a3c962ad1fe4b5a70e12ff7e48650ac19a23f58242d5be70"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotVersionFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"character"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotVersionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BotVersion"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}},{"kind":"Field","name":{"kind":"Name","value":"isByAdministrator"}},{"kind":"Field","name":{"kind":"Name","value":"fields"}},{"kind":"Field","name":{"kind":"Name","value":"restoredFrom"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]}}]} as unknown as DocumentNode<BotVersionQuery, BotVersionQueryVariables>;
export const RestorePreviewDocument = {"__meta__":{"hash":"sha256:2f8cb279e6b13153a43e6c2514fe4a3654a7e22ff73e715f30cf58be20d2f828"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestorePreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"latest"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"wanted"},"name":{"kind":"Name","value":"botVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"character"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"present"},"name":{"kind":"Name","value":"botVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"latest"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"character"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CharacterFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CharacterFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Character"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"instructions"}},{"kind":"Field","name":{"kind":"Name","value":"greeting"}},{"kind":"Field","name":{"kind":"Name","value":"exampleDialogues"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"responseStyle"}},{"kind":"Field","name":{"kind":"Name","value":"personality"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendMedia"}},{"kind":"Field","name":{"kind":"Name","value":"rememberInteractions"}},{"kind":"Field","name":{"kind":"Name","value":"shareLinks"}},{"kind":"Field","name":{"kind":"Name","value":"proactiveMessaging"}},{"kind":"Field","name":{"kind":"Name","value":"learningMode"}},{"kind":"Field","name":{"kind":"Name","value":"contextRetention"}},{"kind":"Field","name":{"kind":"Name","value":"responseDelay"}},{"kind":"Field","name":{"kind":"Name","value":"maxTokens"}}]}}]}}]} as unknown as DocumentNode<RestorePreviewQuery, RestorePreviewQueryVariables>;
export const RestoreVersionDocument = {"__meta__":{"hash":"sha256:596311ae90d4b61e25deac792e59518bf451fdcb3b4102bb2cba51356b277b16"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreBotVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTraits"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]}}]} as unknown as DocumentNode<RestoreVersionMutation, RestoreVersionMutationVariables>;
export const BotAbilitiesDocument = {"__meta__":{"hash":"sha256:9f63badb8807cb93fd055b50d0f29bb9422cd6f85f78dfdc661e7ee1b7e44006"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotAbilities"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hasDiscordToken"}}]}},{"kind":"Field","name":{"kind":"Name","value":"chatEngine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"engine"}}]}}]}}]} as unknown as DocumentNode<BotAbilitiesQuery, BotAbilitiesQueryVariables>;
export const StartBotDocument = {"__meta__":{"hash":"sha256:66277671e275a4c9bd2faa1cbd4c7fe9e14dd049646db79e87cbc8dbca6b9a4f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StartBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<StartBotMutation, StartBotMutationVariables>;
export const StopBotDocument = {"__meta__":{"hash":"sha256:677128940b4e0b8c1d621d16012129d48c3ea2670d7dd3f35f5a7555d3768b6b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StopBot"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stopBot"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BotState"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BotState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Bot"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]} as unknown as DocumentNode<StopBotMutation, StopBotMutationVariables>;
export const CheckoutPlanDocument = {"__meta__":{"hash":"sha256:764685f6ab833570ecfc7d4d4f6d3529f9aafa6e7bee57a87cf574eeab630094"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckoutPlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"plan"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkoutPlan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"plan"},"value":{"kind":"Variable","name":{"kind":"Name","value":"plan"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutUrl"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutId"}}]}}]}}]} as unknown as DocumentNode<CheckoutPlanMutation, CheckoutPlanMutationVariables>;
export const CheckoutStateDocument = {"__meta__":{"hash":"sha256:448dbe454cc899fd91ffa33e20c5e8e2d734b30918d2de8fac405d63d54143f1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CheckoutState"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<CheckoutStateQuery, CheckoutStateQueryVariables>;
export const RecentPlanPurchaseDocument = {"__meta__":{"hash":"sha256:eab53208689e326d2618cd60f65de53c57d30eaaa190456f3c59991bc87a9644"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecentPlanPurchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recentPlanPurchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<RecentPlanPurchaseQuery, RecentPlanPurchaseQueryVariables>;
export const OpenPaymentDocument = {"__meta__":{"hash":"sha256:dca722be97026b1c81006b62b704c9bfa462c05eac184ed417c05187a6ed1e0c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OpenPayment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paidPlan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"payUrl"}}]}}]}}]} as unknown as DocumentNode<OpenPaymentQuery, OpenPaymentQueryVariables>;
export const PlanAndCreditsDocument = {"__meta__":{"hash":"sha256:385709121842d506fb20f6879be01c83de4e95b7aa655f18f050a2e64868756a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlanAndCredits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}}]}}]}}]} as unknown as DocumentNode<PlanAndCreditsQuery, PlanAndCreditsQueryVariables>;
export const DiscordConnectionDocument = {"__meta__":{"hash":"sha256:d8a1c2ab8f8c73afc5f85395a19f8e086511030e10b1a6b67718bf22efab074f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DiscordConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"discordConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DiscordConnectionFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordAccountFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordAccount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}},{"kind":"Field","name":{"kind":"Name","value":"hasServerMembers"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordConnectionFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DiscordAccountFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"servers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"memberCount"}},{"kind":"Field","name":{"kind":"Name","value":"missingPermissions"}},{"kind":"Field","name":{"kind":"Name","value":"inviteUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"problem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"inviteUrl"}},{"kind":"Field","name":{"kind":"Name","value":"agreedAt"}}]}}]} as unknown as DocumentNode<DiscordConnectionQuery, DiscordConnectionQueryVariables>;
export const EnableIntentDocument = {"__meta__":{"hash":"sha256:4230020c71ac3885ba80b76aa4359634b523c055f4887b615633f42cab879ba2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnableIntent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"intent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PrivilegedIntent"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"enableIntent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"intent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"intent"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DiscordAccountFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DiscordAccountFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DiscordAccount"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"hasMessageContent"}},{"kind":"Field","name":{"kind":"Name","value":"hasServerMembers"}}]}}]} as unknown as DocumentNode<EnableIntentMutation, EnableIntentMutationVariables>;
export const DiscordChannelsDocument = {"__meta__":{"hash":"sha256:bb6e7c874d8f246c2d50ee72226675b5d4ad690a34edad17ad99d33d8f245196"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DiscordChannels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"discordChannels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"serverId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"category"}}]}},{"kind":"Field","name":{"kind":"Name","value":"categories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<DiscordChannelsQuery, DiscordChannelsQueryVariables>;
export const DiscordRolesDocument = {"__meta__":{"hash":"sha256:f9c073b2f23cf33af880feb655ddf61167fe13e05f71c602e34ca442298aa02a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DiscordRoles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"discordChannels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}},{"kind":"Argument","name":{"kind":"Name","value":"serverId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serverId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<DiscordRolesQuery, DiscordRolesQueryVariables>;
export const BotProblemsDocument = {"__meta__":{"hash":"sha256:4d62f339dbbd8213aaabf8b6b7c4d51e26fecea37227693f3ba9f3fa60b5917b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BotProblems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"botId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botProblems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"botId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"botId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"guildId"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}}]}}]}}]}}]} as unknown as DocumentNode<BotProblemsQuery, BotProblemsQueryVariables>;
export const BotStatusDocument = {"__meta__":{"hash":"sha256:04142df76a304b8c6086838752205f23bbbedaed95eb172b5925d8750269f276"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"BotStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"runtimeState"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"isResetting"}}]}}]}}]} as unknown as DocumentNode<BotStatusSubscription, BotStatusSubscriptionVariables>;
export const ServersChangedDocument = {"__meta__":{"hash":"sha256:8073346cd791f91ac3a461cce24aea6ada1a0159dfcb63e2dde56a2b65b9c162"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ServersChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"serversChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"serverId"}},{"kind":"Field","name":{"kind":"Name","value":"serverName"}}]}}]}}]} as unknown as DocumentNode<ServersChangedSubscription, ServersChangedSubscriptionVariables>;
export const ProblemsChangedDocument = {"__meta__":{"hash":"sha256:d428cb43f4e3e6dfc4d235b73ca7efd13ddfb6c7d6a8bb35e8a38c3e09b18f92"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ProblemsChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problemsChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"botId"}}]}}]}}]} as unknown as DocumentNode<ProblemsChangedSubscription, ProblemsChangedSubscriptionVariables>;
export const UsageChangedDocument = {"__meta__":{"hash":"sha256:75a99241bc939bab520e1715eda184c5cd619e6a36ecee688c7421543547ff26"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"UsageChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usageChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"credits"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]} as unknown as DocumentNode<UsageChangedSubscription, UsageChangedSubscriptionVariables>;
export const NotificationsChangedDocument = {"__meta__":{"hash":"sha256:1fd7ca7e6c98f768244961e6f933cce3196159e158230bfcfb878f691a2c2a74"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"NotificationsChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationsChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFeedFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"weekStart"}},{"kind":"Field","name":{"kind":"Name","value":"replies"}},{"kind":"Field","name":{"kind":"Name","value":"activeBots"}},{"kind":"Field","name":{"kind":"Name","value":"planReplies"}},{"kind":"Field","name":{"kind":"Name","value":"creditsUsed"}},{"kind":"Field","name":{"kind":"Name","value":"newsId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFeedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationFeed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFields"}}]}}]}}]} as unknown as DocumentNode<NotificationsChangedSubscription, NotificationsChangedSubscriptionVariables>;
export const ModelCatalogueDocument = {"__meta__":{"hash":"sha256:7ac6d455595fc00e6d3d24fcf953173ec3fe3f575bc8190aaa0da0bb8021191f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelCatalogue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"modelCatalogue"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isConfigured"}},{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"contextWindow"}},{"kind":"Field","name":{"kind":"Name","value":"seesPictures"}},{"kind":"Field","name":{"kind":"Name","value":"usesTools"}},{"kind":"Field","name":{"kind":"Name","value":"inputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"shutdownDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"localModel"}},{"kind":"Field","name":{"kind":"Name","value":"imageModel"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"inputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"outputPrice"}},{"kind":"Field","name":{"kind":"Name","value":"shutdownDate"}}]}}]}}]}}]} as unknown as DocumentNode<ModelCatalogueQuery, ModelCatalogueQueryVariables>;
export const NotificationFeedDocument = {"__meta__":{"hash":"sha256:9a3d8a91fa40288f9da51def7c01f52ef50786f7c1eb6d87cb5cf0c2f64d5384"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NotificationFeed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationFeed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFeedFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"botId"}},{"kind":"Field","name":{"kind":"Name","value":"botName"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"plan"}},{"kind":"Field","name":{"kind":"Name","value":"graceEndsAt"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"runsOutAt"}},{"kind":"Field","name":{"kind":"Name","value":"weekStart"}},{"kind":"Field","name":{"kind":"Name","value":"replies"}},{"kind":"Field","name":{"kind":"Name","value":"activeBots"}},{"kind":"Field","name":{"kind":"Name","value":"planReplies"}},{"kind":"Field","name":{"kind":"Name","value":"creditsUsed"}},{"kind":"Field","name":{"kind":"Name","value":"newsId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationFeedFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"NotificationFeed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unread"}},{"kind":"Field","name":{"kind":"Name","value":"latest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NotificationFields"}}]}}]}}]} as unknown as DocumentNode<NotificationFeedQuery, NotificationFeedQueryVariables>;