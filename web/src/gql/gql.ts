/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query WorkspaceBot($id: ID!) {\n    bot(id: $id) {\n      ...BotState\n      avatarColor\n    }\n  }\n": typeof types.WorkspaceBotDocument,
    "\n  query OtherBots {\n    bots(limit: 20) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n      }\n    }\n  }\n": typeof types.OtherBotsDocument,
    "\n  fragment AdminUserFields on AdminUser {\n    id\n    username\n    email\n    subscriptionPlan\n    subscriptionStatus\n    messageCredits\n    role\n    isAdmin\n    createdAt\n  }\n": typeof types.AdminUserFieldsFragmentDoc,
    "\n  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!, $cursor: String) {\n    users(search: $search, role: $role, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n": typeof types.AccountsDocument,
    "\n  query Admins($limit: Int!, $offset: Int!) {\n    admins(limit: $limit, offset: $offset) {\n      total\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n": typeof types.AdminsDocument,
    "\n  query UserPage($userId: ID!, $limit: Int!, $offset: Int!) {\n    user(userId: $userId) {\n      ...AdminUserFields\n    }\n    userAccount(userId: $userId) {\n      plan\n      source\n      status\n      paidPlan\n      currentPeriodEnd\n      cancelsAtPeriodEnd\n      graceEndsAt\n      isSandbox\n      credits\n      used\n      dailyLimit\n    }\n    userBots(userId: $userId, limit: $limit, offset: $offset) {\n      total\n      bots {\n        id\n        name\n        status\n        runtimeState\n        messageCount\n        createdAt\n      }\n    }\n  }\n": typeof types.UserPageDocument,
    "\n  query UserSessions($userId: ID!) {\n    userSessions(userId: $userId) {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n    }\n  }\n": typeof types.UserSessionsDocument,
    "\n  mutation EndUserSessions($userId: ID!) {\n    endUserSessions(userId: $userId) {\n      message\n    }\n  }\n": typeof types.EndUserSessionsDocument,
    "\n  query AdminStats {\n    adminStats {\n      users {\n        total\n        free\n        standard\n        premium\n      }\n      bots {\n        total\n        active\n      }\n      messages\n      careAnswers\n    }\n  }\n": typeof types.AdminStatsDocument,
    "\n  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!, $cursor: String) {\n    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      isIntact\n      names {\n        id\n        name\n      }\n      events {\n        id\n        at\n        action\n        actorId\n        actorName\n        effectiveUserId\n        target\n        ip\n        requestId\n        details\n      }\n    }\n  }\n": typeof types.AuditLogDocument,
    "\n  mutation SetUserPlan($userId: ID!, $plan: String!) {\n    setUserPlan(userId: $userId, plan: $plan) {\n      userId\n      plan\n      message\n    }\n  }\n": typeof types.SetUserPlanDocument,
    "\n  mutation GrantCredits($userId: ID!, $credits: Int!, $idempotencyKey: String!) {\n    grantCredits(userId: $userId, credits: $credits, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n": typeof types.GrantCreditsDocument,
    "\n  mutation GrantAdmin($userId: ID!) {\n    grantAdmin(userId: $userId) {\n      message\n    }\n  }\n": typeof types.GrantAdminDocument,
    "\n  mutation RevokeAdmin($userId: ID!) {\n    revokeAdmin(userId: $userId) {\n      message\n    }\n  }\n": typeof types.RevokeAdminDocument,
    "\n  query EditableModels {\n    editableModels {\n      label\n      name\n      provider\n      model\n      plan\n      contextWindow\n      inputPrice\n      cachedPrice\n      outputPrice\n      shutdownDate\n      seesPictures\n      usesTools\n      reasoningTokens\n      isListed\n      announcedShutdown\n      isChanged\n      version\n    }\n  }\n": typeof types.EditableModelsDocument,
    "\n  mutation ChangeModel($label: String!, $version: Int!, $input: ModelEntryInput!) {\n    changeModel(label: $label, version: $version, input: $input) {\n      label\n      version\n    }\n  }\n": typeof types.ChangeModelDocument,
    "\n  mutation ResetModel($label: String!, $version: Int!) {\n    resetModel(label: $label, version: $version) {\n      label\n      version\n    }\n  }\n": typeof types.ResetModelDocument,
    "\n  query News($limit: Int!, $offset: Int!, $cursor: String) {\n    news(limit: $limit, offset: $offset, cursor: $cursor) {\n      news {\n        id\n        title\n        text\n        createdAt\n        reached\n        finishedAt\n      }\n      total\n      next\n      previous\n      subscribers\n    }\n  }\n": typeof types.NewsDocument,
    "\n  mutation SendNews($id: ID!, $title: String!, $text: String!) {\n    sendNews(id: $id, title: $title, text: $text) {\n      id\n    }\n  }\n": typeof types.SendNewsDocument,
    "\n  fragment WebhookEventFields on WebhookEvent {\n    id\n    type\n    mode\n    state\n    failure\n    note\n    attempts\n    happenedAt\n    receivedAt\n    userId\n    username\n  }\n": typeof types.WebhookEventFieldsFragmentDoc,
    "\n  query WebhookEvents($state: WebhookState, $limit: Int!, $offset: Int!, $cursor: String) {\n    webhookEvents(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      refused\n      events {\n        ...WebhookEventFields\n      }\n    }\n  }\n": typeof types.WebhookEventsDocument,
    "\n  mutation ReplayWebhookEvent($id: String!) {\n    replayWebhookEvent(id: $id) {\n      ...WebhookEventFields\n    }\n  }\n": typeof types.ReplayWebhookEventDocument,
    "\n  query UserPayments($userId: ID!, $limit: Int!, $offset: Int!, $cursor: String) {\n    userPayments(userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n": typeof types.UserPaymentsDocument,
    "\n  query PaymentStatistics {\n    paymentStatistics(limit: 13) {\n      mode\n      periods {\n        month\n        from\n        to\n        revenue {\n          currency\n          items {\n            plan\n            credits\n            payments\n            cents\n          }\n          receivedCents\n          refundedCents\n          disputedCents\n          netCents\n        }\n        subscribers {\n          basic\n          premium\n          started\n          ended\n        }\n        credits {\n          sold\n          granted\n          spent\n          refunded\n          corrected\n          outstanding\n        }\n      }\n    }\n  }\n": typeof types.PaymentStatisticsDocument,
    "\n  mutation CorrectCredits($userId: ID!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {\n    correctCredits(userId: $userId, credits: $credits, reason: $reason, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n": typeof types.CorrectCreditsDocument,
    "\n  fragment ReportFields on Report {\n    id\n    botId\n    botName\n    ownerId\n    guildId\n    channelId\n    messageId\n    reason\n    text\n    reporters\n    state\n    createdAt\n    handledAt\n  }\n": typeof types.ReportFieldsFragmentDoc,
    "\n  query Reports($state: ReportState, $limit: Int!, $offset: Int!, $cursor: String) {\n    reports(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      reports {\n        ...ReportFields\n      }\n    }\n  }\n": typeof types.ReportsDocument,
    "\n  mutation HandleReport($id: ID!, $action: ReportAction!) {\n    handleReport(id: $id, action: $action) {\n      ...ReportFields\n    }\n  }\n": typeof types.HandleReportDocument,
    "\n  query BotAnalytics($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      runtimeState\n    }\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      avgResponseTime\n      uptime\n      engagementScore\n      userEngagement {\n        totalUsers\n        activeToday\n        totalConversations\n      }\n      ratings {\n        good\n        bad\n        reasons {\n          reason\n          count\n        }\n      }\n      botInfo {\n        status\n        model\n      }\n      hourlyActivity {\n        hour\n        messages\n      }\n    }\n  }\n": typeof types.BotAnalyticsDocument,
    "\n  query PlanSource {\n    subscription {\n      source\n      paidPlan\n    }\n  }\n": typeof types.PlanSourceDocument,
    "\n  query Credits {\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n      runsOutAt\n    }\n    creditPackages {\n      id\n      name\n      credits\n      price\n      isPopular\n      isBestValue\n    }\n  }\n": typeof types.CreditsDocument,
    "\n  query CreditHistory($limit: Int!, $before: String) {\n    creditHistory(limit: $limit, before: $before) {\n      total\n      next\n      movements {\n        id\n        at\n        kind\n        credits\n        balanceAfter\n        botId\n        botName\n        description\n      }\n    }\n  }\n": typeof types.CreditHistoryDocument,
    "\n  mutation CheckoutCredits($packageId: String!) {\n    checkoutCredits(packageId: $packageId) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n": typeof types.CheckoutCreditsDocument,
    "\n  mutation PreviewPlanChange($plan: String!) {\n    previewPlanChange(plan: $plan) {\n      id\n      direction\n      fromPlan\n      toPlan\n      todayCents\n      renewalCents\n      renewsAt\n      takesEffectAt\n      endsAt\n      isSandbox\n    }\n  }\n": typeof types.PreviewPlanChangeDocument,
    "\n  mutation ConfirmPlanChange($id: ID!) {\n    confirmPlanChange(id: $id) {\n      state\n      payUrl\n    }\n  }\n": typeof types.ConfirmPlanChangeDocument,
    "\n  fragment SandboxPortalFields on SandboxPortal {\n    isCardDeclined\n    hasSubscription\n    payments {\n      id\n      title\n      cents\n      state\n      at\n    }\n  }\n": typeof types.SandboxPortalFieldsFragmentDoc,
    "\n  query SandboxPortalPage {\n    sandboxPortal {\n      ...SandboxPortalFields\n    }\n  }\n": typeof types.SandboxPortalPageDocument,
    "\n  mutation ChangeSandbox($action: SandboxAction!, $paymentId: String) {\n    changeSandbox(action: $action, paymentId: $paymentId) {\n      ...SandboxPortalFields\n    }\n  }\n": typeof types.ChangeSandboxDocument,
    "\n  fragment BotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    discordTokenHint\n    serverId\n    statusText\n    ageRating\n    dedicatedChannelId\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n    dailyCaps {\n      perBot\n      perServer\n      perMember\n    }\n    tools {\n      pages\n      calculator\n      dates\n      dice\n      commands\n      servers\n    }\n    messageCount\n    isResetting\n    createdAt\n    version\n  }\n": typeof types.BotFieldsFragmentDoc,
    "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      ...BotFields\n    }\n  }\n": typeof types.BotDocument,
    "\n  query BotFigures($botId: ID!) {\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      uptime\n      botInfo {\n        model\n      }\n    }\n  }\n": typeof types.BotFiguresDocument,
    "\n  query Conversations($botId: ID!) {\n    conversations(botId: $botId) {\n      conversations {\n        channel\n        channelId\n        messages\n        people\n        lastAt\n      }\n    }\n  }\n": typeof types.ConversationsDocument,
    "\n  query OverviewUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n    }\n  }\n": typeof types.OverviewUsageDocument,
    "\n  query OverviewQuestions($botId: ID!) {\n    changedKnowledgeQuestions(botId: $botId) {\n      changed\n      failed\n    }\n  }\n": typeof types.OverviewQuestionsDocument,
    "\n  query Answering($botId: ID!) {\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n  }\n": typeof types.AnsweringDocument,
    "\n  query OverviewCheckUp($botId: ID!) {\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        serverId\n        serverName\n        channelId\n        roleFault\n        modelFault\n      }\n    }\n  }\n": typeof types.OverviewCheckUpDocument,
    "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": typeof types.BotCountDocument,
    "\n  fragment SavedBotFields on SavedBot {\n    bot {\n      ...BotFields\n    }\n    droppedTraits\n    warnings\n  }\n": typeof types.SavedBotFieldsFragmentDoc,
    "\n  mutation CreateBot($input: CreateBotInput!) {\n    createBot(input: $input) {\n      ...SavedBotFields\n    }\n  }\n": typeof types.CreateBotDocument,
    "\n  mutation UpdateBot($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      ...SavedBotFields\n    }\n  }\n": typeof types.UpdateBotDocument,
    "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n": typeof types.DeleteBotDocument,
    "\n  mutation ResetBot($id: ID!, $name: String!) {\n    resetBot(id: $id, name: $name) {\n      isDone\n    }\n  }\n": typeof types.ResetBotDocument,
    "\n  query BotReset($id: ID!) {\n    bot(id: $id) {\n      id\n      isResetting\n    }\n  }\n": typeof types.BotResetDocument,
    "\n  fragment ToolServerFields on ToolServer {\n    id\n    name\n    address\n    hasToken\n    tools {\n      name\n      description\n      isAllowed\n    }\n    checkedAt\n  }\n": typeof types.ToolServerFieldsFragmentDoc,
    "\n  query ToolServers($botId: ID!) {\n    toolServers(botId: $botId) {\n      ...ToolServerFields\n    }\n  }\n": typeof types.ToolServersDocument,
    "\n  mutation AddToolServer($botId: ID!, $input: ToolServerInput!) {\n    addToolServer(botId: $botId, input: $input) {\n      ...ToolServerFields\n    }\n  }\n": typeof types.AddToolServerDocument,
    "\n  mutation CheckToolServer($botId: ID!, $serverId: ID!) {\n    checkToolServer(botId: $botId, serverId: $serverId) {\n      ...ToolServerFields\n    }\n  }\n": typeof types.CheckToolServerDocument,
    "\n  mutation AllowTools($botId: ID!, $serverId: ID!, $checkedAt: String!, $tools: [String!]!) {\n    allowTools(botId: $botId, serverId: $serverId, checkedAt: $checkedAt, tools: $tools) {\n      ...ToolServerFields\n    }\n  }\n": typeof types.AllowToolsDocument,
    "\n  mutation RemoveToolServer($botId: ID!, $serverId: ID!) {\n    removeToolServer(botId: $botId, serverId: $serverId) {\n      message\n    }\n  }\n": typeof types.RemoveToolServerDocument,
    "\n  fragment ModerationCaseFields on ModerationCase {\n    id\n    guildId\n    channelId\n    memberId\n    memberName\n    rule\n    detail\n    actions\n    refused\n    warnings\n    timeoutUntil\n    isDryRun\n    createdAt\n    undoneAt\n  }\n": typeof types.ModerationCaseFieldsFragmentDoc,
    "\n  query ModerationCases($botId: ID!, $member: String, $limit: Int, $offset: Int, $cursor: String) {\n    moderationCases(botId: $botId, member: $member, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      cases {\n        ...ModerationCaseFields\n      }\n    }\n    moderationPauses(botId: $botId) {\n      guildId\n      pausedAt\n    }\n  }\n": typeof types.ModerationCasesDocument,
    "\n  mutation UndoModeration($botId: ID!, $caseId: ID!) {\n    undoModeration(botId: $botId, caseId: $caseId) {\n      ...ModerationCaseFields\n    }\n  }\n": typeof types.UndoModerationDocument,
    "\n  mutation ResumeModeration($botId: ID!, $guildId: String!) {\n    resumeModeration(botId: $botId, guildId: $guildId) {\n      guildId\n    }\n  }\n": typeof types.ResumeModerationDocument,
    "\n  fragment BotChannelFields on Bot {\n    id\n    name\n    channelSettings {\n      dedicatedChannelId\n      allowedChannels\n      restrictedChannels\n      autoReply\n      mentionOnly\n      ignoreOtherBots\n      logMessages\n      moderationMode\n      responseDelay\n      maxMessagesPerMinute\n      allowCommands\n      allowFileUploads\n      customPrefix\n      enableThreads\n      autoCreateThreads\n      replyButtons\n      profanityFilter\n      spamDetection\n      blockLinks\n      blockInvites\n      capsFilter\n      autoDelete\n      issueWarnings\n      timeoutUsers\n      timeoutDuration\n      whitelistUsers\n      warningThreshold\n      proactiveMessages {\n        channelId\n        event\n        text\n        isWritten\n        hint\n        quietDays\n        weekday\n        time\n        timeZone\n      }\n      blockedWords\n      allowedLinkHosts\n      moderationLogChannelId\n      moderationDryRun\n      allowDirectMessages\n      directMessagesPerHour\n      missedMessages\n    }\n    serverId\n    version\n  }\n": typeof types.BotChannelFieldsFragmentDoc,
    "\n  query BotChannel($id: ID!) {\n    bot(id: $id) {\n      ...BotChannelFields\n    }\n  }\n": typeof types.BotChannelDocument,
    "\n  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...BotChannelFields\n      }\n    }\n  }\n": typeof types.SaveChannelSettingsDocument,
    "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      greeting\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n": typeof types.ChatBotDocument,
    "\n  query Citations($botId: ID!, $requestId: String!) {\n    citations(botId: $botId, requestId: $requestId) {\n      itemId\n      title\n      passages\n    }\n  }\n": typeof types.CitationsDocument,
    "\n  mutation RateReply($botId: ID!, $requestId: String!, $input: RatingInput!) {\n    rateReply(botId: $botId, requestId: $requestId, input: $input) {\n      isGood\n      reason\n    }\n  }\n": typeof types.RateReplyDocument,
    "\n  fragment AvailableFields on AvailableCommand {\n    id\n    name\n    description\n    category\n    icon\n    trigger\n  }\n": typeof types.AvailableFieldsFragmentDoc,
    "\n  query BotBrain($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n      status\n    }\n    learnedCommands(botId: $botId) {\n      ...LearnedFields\n    }\n    commands(limit: 200) {\n      total\n      commands {\n        ...AvailableFields\n      }\n    }\n  }\n": typeof types.BotBrainDocument,
    "\n  query SearchCommands($search: String!, $category: CommandCategory) {\n    commands(search: $search, category: $category, limit: 200) {\n      commands {\n        id\n      }\n    }\n  }\n": typeof types.SearchCommandsDocument,
    "\n  mutation LearnCommand($botId: ID!, $commandId: String!) {\n    learnCommand(botId: $botId, commandId: $commandId) {\n      ...LearnedFields\n    }\n  }\n": typeof types.LearnCommandDocument,
    "\n  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: UpdateLearnedCommandInput!) {\n    updateLearnedCommand(botId: $botId, botCommandId: $botCommandId, input: $input) {\n      id\n      isEnabled\n      customTrigger\n      cooldownS\n      requiredRoleId\n    }\n  }\n": typeof types.UpdateLearnedCommandDocument,
    "\n  mutation UnlearnCommand($botId: ID!, $botCommandId: ID!) {\n    unlearnCommand(botId: $botId, botCommandId: $botCommandId) {\n      message\n    }\n  }\n": typeof types.UnlearnCommandDocument,
    "\n  fragment CommandDataFields on CommandData {\n    keys\n    bytes\n    maxBytes\n    hosts\n  }\n": typeof types.CommandDataFieldsFragmentDoc,
    "\n  query CommandData($botId: ID!) {\n    commandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n": typeof types.CommandDataDocument,
    "\n  mutation SetCommandHosts($botId: ID!, $hosts: [String!]!) {\n    setCommandHosts(botId: $botId, hosts: $hosts) {\n      ...CommandDataFields\n    }\n  }\n": typeof types.SetCommandHostsDocument,
    "\n  mutation ClearCommandData($botId: ID!) {\n    clearCommandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n": typeof types.ClearCommandDataDocument,
    "\n  fragment LearnedFields on LearnedCommand {\n    id\n    commandId\n    isEnabled\n    customTrigger\n    cooldownS\n    requiredRoleId\n    command {\n      ...AvailableFields\n    }\n  }\n": typeof types.LearnedFieldsFragmentDoc,
    "\n  fragment ConnectBotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    serverId\n    statusText\n    channelSettings {\n      dedicatedChannelId\n      mentionOnly\n      autoReply\n      customPrefix\n    }\n  }\n": typeof types.ConnectBotFieldsFragmentDoc,
    "\n  query ConnectBot($id: ID!) {\n    bot(id: $id) {\n      ...ConnectBotFields\n    }\n  }\n": typeof types.ConnectBotDocument,
    "\n  mutation CheckDiscordToken($token: String!) {\n    checkDiscordToken(token: $token) {\n      verdict\n      applicationId\n      name\n      hasMessageContent\n    }\n  }\n": typeof types.CheckDiscordTokenDocument,
    "\n  mutation SaveConnection($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...ConnectBotFields\n      }\n      warnings\n    }\n  }\n": typeof types.SaveConnectionDocument,
    "\n  mutation UpdateDiscordProfile($botId: ID!, $input: DiscordProfileInput!) {\n    updateDiscordProfile(botId: $botId, input: $input) {\n      ...DiscordAccountFields\n    }\n  }\n": typeof types.UpdateDiscordProfileDocument,
    "\n  mutation SayHello($botId: ID!, $channelId: String!, $helloId: ID!) {\n    sayHello(botId: $botId, channelId: $channelId, helloId: $helloId) {\n      message\n    }\n  }\n": typeof types.SayHelloDocument,
    "\n  query CustomCommands {\n    customCommands(limit: 200) {\n      total\n      commands {\n        id\n        name\n        trigger\n        description\n        icon\n        needsReview\n      }\n    }\n  }\n": typeof types.CustomCommandsDocument,
    "\n  fragment StoredCommandFields on CustomCommand {\n    id\n    name\n    trigger\n    description\n    code\n    icon\n    options {\n      name\n      description\n      type\n      isRequired\n      choices\n    }\n    needsReview\n  }\n": typeof types.StoredCommandFieldsFragmentDoc,
    "\n  query CustomCommand($id: ID!) {\n    customCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n": typeof types.CustomCommandDocument,
    "\n  query CustomCommandRuns($id: ID!) {\n    customCommandRuns(id: $id) {\n      id\n      botName\n      trigger\n      startedAt\n      durationMs\n      error {\n        message\n        line\n      }\n    }\n  }\n": typeof types.CustomCommandRunsDocument,
    "\n  mutation CreateCustomCommand($input: CreateCustomCommandInput!) {\n    createCustomCommand(input: $input) {\n      id\n    }\n  }\n": typeof types.CreateCustomCommandDocument,
    "\n  mutation UpdateCustomCommand($id: ID!, $input: UpdateCustomCommandInput!) {\n    updateCustomCommand(id: $id, input: $input) {\n      ...StoredCommandFields\n    }\n  }\n": typeof types.UpdateCustomCommandDocument,
    "\n  mutation DeleteCustomCommand($id: ID!) {\n    deleteCustomCommand(id: $id) {\n      message\n    }\n  }\n": typeof types.DeleteCustomCommandDocument,
    "\n  mutation CheckCommandSyntax($code: String!) {\n    checkCommandSyntax(code: $code) {\n      valid\n      message\n      line\n      column\n    }\n  }\n": typeof types.CheckCommandSyntaxDocument,
    "\n  mutation TestCustomCommand($input: TestCustomCommandInput!) {\n    testCustomCommand(input: $input) {\n      result {\n        success\n        response\n        shouldReply\n        posts {\n          content\n          embeds {\n            title\n            description\n            color\n            author\n            footer\n            image\n            fields {\n              name\n              value\n            }\n          }\n          buttons {\n            label\n            url\n          }\n          selects {\n            value\n            placeholder\n          }\n        }\n        form {\n          title\n        }\n      }\n      error {\n        message\n        line\n        column\n      }\n      log {\n        level\n        text\n      }\n      durationMs\n      context {\n        message\n        userId\n        channelId\n        guildId\n        botId\n        trigger\n        args\n        options\n      }\n    }\n  }\n": typeof types.TestCustomCommandDocument,
    "\n  query TestBots {\n    bots(limit: 200) {\n      bots {\n        id\n        name\n      }\n    }\n  }\n": typeof types.TestBotsDocument,
    "\n  query CommandShare($id: ID!) {\n    commandShare(id: $id) {\n      shareCode\n    }\n  }\n": typeof types.CommandShareDocument,
    "\n  mutation ShareCustomCommand($id: ID!) {\n    shareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n": typeof types.ShareCustomCommandDocument,
    "\n  mutation UnshareCustomCommand($id: ID!) {\n    unshareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n": typeof types.UnshareCustomCommandDocument,
    "\n  query SharedCommand($shareCode: String!) {\n    sharedCommand(shareCode: $shareCode) {\n      name\n      trigger\n      description\n      code\n      icon\n      options {\n        name\n        isRequired\n      }\n    }\n  }\n": typeof types.SharedCommandDocument,
    "\n  mutation ImportCustomCommand($shareCode: String!, $trigger: String) {\n    importCustomCommand(shareCode: $shareCode, trigger: $trigger) {\n      ...StoredCommandFields\n    }\n  }\n": typeof types.ImportCustomCommandDocument,
    "\n  mutation ApproveCustomCommand($id: ID!) {\n    approveCustomCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n": typeof types.ApproveCustomCommandDocument,
    "\n  query DashboardBots($limit: Int = 200, $offset: Int) {\n    bots(limit: $limit, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        messageCount\n      }\n    }\n  }\n": typeof types.DashboardBotsDocument,
    "\n  query SearchBots($search: String!, $offset: Int) {\n    bots(search: $search, limit: 200, offset: $offset) {\n      total\n      bots {\n        id\n      }\n    }\n  }\n": typeof types.SearchBotsDocument,
    "\n  query DashboardUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n      runsOutAt\n    }\n  }\n": typeof types.DashboardUsageDocument,
    "\n  query ResourceUsage {\n    resourceUsage {\n      system {\n        cpuUsage\n        memoryUsage\n      }\n      usage {\n        bots {\n          total\n          online\n        }\n        activity {\n          date\n          count\n        }\n        tokens {\n          used\n          dailyLimit\n        }\n      }\n    }\n  }\n": typeof types.ResourceUsageDocument,
    "\n  query BotHealth($botId: ID!) {\n    bot(id: $botId) {\n      ...BotState\n      hasDiscordToken\n    }\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        detail\n        serverId\n        serverName\n        channelId\n        channelName\n        missingPermissions\n        use\n        systemName\n        roleName\n        roleFault\n        botName\n        freePrefix\n        modelFault\n        happenedAt\n        cap\n        members\n        inviteUrl\n      }\n    }\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n    }\n  }\n": typeof types.BotHealthDocument,
    "\n  mutation ChoosePrefix($id: ID!, $prefix: String!) {\n    updateBot(id: $id, input: { channelSettings: { customPrefix: $prefix } }) {\n      bot {\n        id\n        version\n      }\n    }\n  }\n": typeof types.ChoosePrefixDocument,
    "\n  fragment MessageTraceFields on MessageTrace {\n    messageId\n    channelId\n    guildId\n    sentAt\n    outcome\n    reason\n    cause\n    detail\n    command\n  }\n": typeof types.MessageTraceFieldsFragmentDoc,
    "\n  query IgnoredMessages($botId: ID!) {\n    messageTraces(botId: $botId, outcome: ignored, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n": typeof types.IgnoredMessagesDocument,
    "\n  query UsedCommands($botId: ID!) {\n    messageTraces(botId: $botId, usedCommands: true, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n": typeof types.UsedCommandsDocument,
    "\n  query MessageTrace($botId: ID!, $messageId: String!) {\n    messageTrace(botId: $botId, messageId: $messageId) {\n      ...MessageTraceFields\n    }\n  }\n": typeof types.MessageTraceDocument,
    "\n  query Inbox($botId: ID!, $state: InboxState!, $limit: Int!, $offset: Int!) {\n    inbox(botId: $botId, state: $state, limit: $limit, offset: $offset) {\n      total\n      questions {\n        id\n        question\n        reply\n        state\n        count\n        causes\n        reasons\n        channel\n        lastAt\n      }\n    }\n  }\n": typeof types.InboxDocument,
    "\n  query InboxBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n    }\n  }\n": typeof types.InboxBotDocument,
    "\n  query AnswerDraft($botId: ID!, $questionId: ID!) {\n    answerDraft(botId: $botId, questionId: $questionId) {\n      title\n      questions\n      answer\n      kind\n      canBeWritten\n    }\n  }\n": typeof types.AnswerDraftDocument,
    "\n  mutation WriteAnswerDraft($botId: ID!, $questionId: ID!) {\n    writeAnswerDraft(botId: $botId, questionId: $questionId) {\n      answer\n      kind\n    }\n  }\n": typeof types.WriteAnswerDraftDocument,
    "\n  mutation SetInboxState($botId: ID!, $questionId: ID!, $state: InboxState!) {\n    setInboxState(botId: $botId, questionId: $questionId, state: $state) {\n      message\n    }\n  }\n": typeof types.SetInboxStateDocument,
    "\n  mutation TeachAnswer($botId: ID!, $questionId: ID!, $title: String!, $content: String!) {\n    teachAnswer(botId: $botId, questionId: $questionId, title: $title, content: $content) {\n      id\n    }\n  }\n": typeof types.TeachAnswerDocument,
    "\n  query PinnedAnswers($botId: ID!, $search: String, $limit: Int!, $offset: Int!) {\n    pinnedAnswers(botId: $botId, search: $search, limit: $limit, offset: $offset) {\n      total\n      max\n      answers {\n        id\n        questions\n        answer\n        isActive\n      }\n    }\n  }\n": typeof types.PinnedAnswersDocument,
    "\n  mutation PinAnswer($botId: ID!, $questionId: ID, $input: PinnedAnswerInput!) {\n    pinAnswer(botId: $botId, questionId: $questionId, input: $input) {\n      id\n    }\n  }\n": typeof types.PinAnswerDocument,
    "\n  mutation ChangePinnedAnswer($botId: ID!, $answerId: ID!, $input: PinnedAnswerInput!) {\n    changePinnedAnswer(botId: $botId, answerId: $answerId, input: $input) {\n      id\n      questions\n      answer\n    }\n  }\n": typeof types.ChangePinnedAnswerDocument,
    "\n  mutation UnpinAnswer($botId: ID!, $answerId: ID!) {\n    unpinAnswer(botId: $botId, answerId: $answerId) {\n      message\n    }\n  }\n": typeof types.UnpinAnswerDocument,
    "\n  fragment KnowledgeFields on KnowledgeItem {\n    id\n    title\n    excerpt\n    type\n    tags\n    activation\n    keywords\n    fileUrl\n    position {\n      x\n      y\n    }\n    status\n    statusReason\n    createdAt\n  }\n": typeof types.KnowledgeFieldsFragmentDoc,
    "\n  query Knowledge($botId: ID!, $limit: Int!, $offset: Int!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: $limit, offset: $offset) {\n      total\n      items {\n        ...KnowledgeFields\n      }\n    }\n  }\n": typeof types.KnowledgeDocument,
    "\n  query KnowledgeMatches($botId: ID!, $search: String!, $offset: Int!) {\n    knowledge(botId: $botId, search: $search, order: newest, limit: 200, offset: $offset) {\n      total\n      isMoreThanTotal\n      items {\n        id\n      }\n    }\n  }\n": typeof types.KnowledgeMatchesDocument,
    "\n  query KnowledgeItem($botId: ID!, $itemId: ID!) {\n    knowledgeItem(botId: $botId, itemId: $itemId) {\n      ...KnowledgeFields\n      content\n    }\n  }\n": typeof types.KnowledgeItemDocument,
    "\n  query FindKnowledge($botId: ID!, $query: String!, $previous: String) {\n    findKnowledge(botId: $botId, query: $query, previous: $previous) {\n      coverage\n      relevance\n      minRelevance\n      outcome\n      searchedBy\n      rewritten\n      passages {\n        itemId\n        title\n        body\n        score\n        activation\n        relevance\n        number\n      }\n    }\n  }\n": typeof types.FindKnowledgeDocument,
    "\n  fragment SavedQuestionFields on SavedQuestion {\n    id\n    question\n    previous\n    expectedItemId\n    expectedTitle\n    outcome\n    rank\n    isPassed\n    wasPassed\n    previousRank\n  }\n": typeof types.SavedQuestionFieldsFragmentDoc,
    "\n  query KnowledgeQuestions($botId: ID!) {\n    knowledgeQuestions(botId: $botId) {\n      ...SavedQuestionFields\n    }\n  }\n": typeof types.KnowledgeQuestionsDocument,
    "\n  mutation SaveKnowledgeQuestion($botId: ID!, $question: String!, $previous: String, $expectedItemId: ID) {\n    saveKnowledgeQuestion(botId: $botId, question: $question, previous: $previous, expectedItemId: $expectedItemId) {\n      ...SavedQuestionFields\n    }\n  }\n": typeof types.SaveKnowledgeQuestionDocument,
    "\n  mutation RemoveKnowledgeQuestion($botId: ID!, $questionId: ID!) {\n    removeKnowledgeQuestion(botId: $botId, questionId: $questionId) {\n      message\n    }\n  }\n": typeof types.RemoveKnowledgeQuestionDocument,
    "\n  mutation AddKnowledge($botId: ID!, $input: CreateKnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n": typeof types.AddKnowledgeDocument,
    "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: UpdateKnowledgeInput!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n": typeof types.UpdateKnowledgeDocument,
    "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n": typeof types.DeleteKnowledgeDocument,
    "\n  fragment OwnMemoryFields on Memory {\n    summary\n    facts {\n      id\n      key\n      value\n      origin\n      saidAt\n    }\n  }\n": typeof types.OwnMemoryFieldsFragmentDoc,
    "\n  query BotMemory($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    memoryOverview(botId: $botId) {\n      isOn\n      people\n      facts\n    }\n    ownMemory(botId: $botId) {\n      ...OwnMemoryFields\n    }\n  }\n": typeof types.BotMemoryDocument,
    "\n  mutation ClearMemory($botId: ID!) {\n    clearMemory(botId: $botId) {\n      message\n    }\n  }\n": typeof types.ClearMemoryDocument,
    "\n  mutation SaveOwnFact($botId: ID!, $factId: ID, $key: String!, $value: String!) {\n    saveOwnFact(botId: $botId, factId: $factId, key: $key, value: $value) {\n      ...OwnMemoryFields\n    }\n  }\n": typeof types.SaveOwnFactDocument,
    "\n  mutation ForgetOwnMemory($botId: ID!, $factId: ID) {\n    forgetOwnMemory(botId: $botId, factId: $factId) {\n      ...OwnMemoryFields\n    }\n  }\n": typeof types.ForgetOwnMemoryDocument,
    "\n  query Notifications($before: String) {\n    notifications(before: $before) {\n      notifications {\n        ...NotificationFields\n      }\n      unread\n      next\n    }\n  }\n": typeof types.NotificationsDocument,
    "\n  mutation MarkNotificationRead($id: ID!) {\n    markNotificationRead(id: $id) {\n      unread\n    }\n  }\n": typeof types.MarkNotificationReadDocument,
    "\n  mutation MarkNotificationsRead($upTo: ID!) {\n    markNotificationsRead(upTo: $upTo) {\n      unread\n    }\n  }\n": typeof types.MarkNotificationsReadDocument,
    "\n  query PaletteBots($offset: Int) {\n    bots(limit: 200, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n        hasDiscordToken\n      }\n    }\n  }\n": typeof types.PaletteBotsDocument,
    "\n  query SignInMethods {\n    signInMethods {\n      hasPassword\n      discordName\n      isDiscordOffered\n    }\n  }\n": typeof types.SignInMethodsDocument,
    "\n  mutation UnlinkDiscord {\n    unlinkDiscord {\n      message\n    }\n  }\n": typeof types.UnlinkDiscordDocument,
    "\n  query AccessKeys {\n    accessKeys {\n      id\n      name\n      hint\n      scopes\n      createdAt\n      lastUsedAt\n    }\n  }\n": typeof types.AccessKeysDocument,
    "\n  mutation CreateAccessKey($input: CreateAccessKeyInput!) {\n    createAccessKey(input: $input) {\n      key\n      accessKey {\n        id\n      }\n    }\n  }\n": typeof types.CreateAccessKeyDocument,
    "\n  mutation RevokeAccessKey($id: ID!) {\n    revokeAccessKey(id: $id) {\n      message\n    }\n  }\n": typeof types.RevokeAccessKeyDocument,
    "\n  fragment Account on User {\n    id\n    username\n    email\n    subscriptionPlan\n    role\n    isAdmin\n    impersonatedBy {\n      id\n      username\n    }\n    apiSettings {\n      defaultModelProvider\n      hasApiKey\n      apiKeyHint\n      apiKeyProvider\n      apiKeyState\n      ownModel\n      developerMode\n    }\n    notificationSettings {\n      emailNotifications\n      botStatusAlerts\n      usageReports\n      marketingUpdates\n    }\n  }\n": typeof types.AccountFragmentDoc,
    "\n  mutation UpdateProfile($input: ProfileInput!) {\n    updateProfile(input: $input) {\n      ...Account\n    }\n  }\n": typeof types.UpdateProfileDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      message\n    }\n  }\n": typeof types.ChangePasswordDocument,
    "\n  query MailOption {\n    signInOptions {\n      sendsMail\n    }\n  }\n": typeof types.MailOptionDocument,
    "\n  mutation UpdateNotifications($input: NotificationSettingsInput!) {\n    updateNotificationSettings(input: $input) {\n      ...Account\n    }\n  }\n": typeof types.UpdateNotificationsDocument,
    "\n  mutation UpdateApiSettings($input: UpdateApiSettingsInput!) {\n    updateApiSettings(input: $input) {\n      ...Account\n    }\n  }\n": typeof types.UpdateApiSettingsDocument,
    "\n  query ModelOptions {\n    modelOptions {\n      offeredProviders\n      ownModels\n      keyProblem\n    }\n  }\n": typeof types.ModelOptionsDocument,
    "\n  query Sessions {\n    sessions {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n      isCurrent\n    }\n  }\n": typeof types.SessionsDocument,
    "\n  mutation EndSession($id: ID!) {\n    endSession(id: $id) {\n      message\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation EndAllSessions {\n    endAllSessions {\n      message\n    }\n  }\n": typeof types.EndAllSessionsDocument,
    "\n  mutation DeleteAccount($password: String!) {\n    deleteAccount(password: $password) {\n      message\n    }\n  }\n": typeof types.DeleteAccountDocument,
    "\n  query Subscription {\n    subscription {\n      ...SubscriptionFields\n    }\n  }\n": typeof types.SubscriptionDocument,
    "\n  mutation OpenPortal {\n    openBillingPortal {\n      url\n    }\n  }\n": typeof types.OpenPortalDocument,
    "\n  mutation ChangeSubscription($action: SubscriptionAction!) {\n    changeSubscription(action: $action) {\n      ...SubscriptionFields\n    }\n  }\n": typeof types.ChangeSubscriptionDocument,
    "\n  query Payments($limit: Int!, $offset: Int!, $cursor: String) {\n    payments(limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n": typeof types.PaymentsDocument,
    "\n  fragment SubscriptionFields on PlanSubscription {\n    plan\n    source\n    status\n    paidPlan\n    grantedPlan\n    currentPeriodEnd\n    cancelsAtPeriodEnd\n    scheduledPlan\n    renewalCents\n    graceEndsAt\n    payUrl\n    endedReason\n    endedPlan\n    isSandbox\n  }\n": typeof types.SubscriptionFieldsFragmentDoc,
    "\n  fragment InstalledFields on InstalledSystem {\n    systemId\n    settings\n    installedAt\n  }\n": typeof types.InstalledFieldsFragmentDoc,
    "\n  query BotSystems($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n    }\n    systems(botId: $botId) {\n      ...InstalledFields\n    }\n  }\n": typeof types.BotSystemsDocument,
    "\n  mutation InstallSystem($botId: ID!, $systemId: String!) {\n    installSystem(botId: $botId, systemId: $systemId) {\n      ...InstalledFields\n    }\n  }\n": typeof types.InstallSystemDocument,
    "\n  mutation ConfigureSystem($botId: ID!, $systemId: String!, $settings: JSON, $reset: Boolean) {\n    configureSystem(botId: $botId, systemId: $systemId, settings: $settings, reset: $reset) {\n      ...InstalledFields\n    }\n  }\n": typeof types.ConfigureSystemDocument,
    "\n  mutation RemoveSystem($botId: ID!, $systemId: String!) {\n    removeSystem(botId: $botId, systemId: $systemId) {\n      message\n    }\n  }\n": typeof types.RemoveSystemDocument,
    "\n  query SystemPage(\n    $botId: ID!\n    $systemId: String!\n    $guildId: String!\n    $section: String\n    $limit: Int\n    $offset: Int\n    $cursor: String\n  ) {\n    systemPage(\n      botId: $botId\n      systemId: $systemId\n      guildId: $guildId\n      section: $section\n      limit: $limit\n      offset: $offset\n      cursor: $cursor\n    ) {\n      sections {\n        id\n        title\n        empty\n        columns\n        rows {\n          id\n          cells\n          actions {\n            id\n            label\n            confirm\n            opens\n          }\n        }\n        total\n        next\n        previous\n      }\n      forms {\n        id\n        title\n        description\n        submit\n        confirm\n        fields\n      }\n      notice\n      upload {\n        title\n        description\n        submit\n        accept\n        maxBytes\n      }\n    }\n  }\n": typeof types.SystemPageDocument,
    "\n  mutation ActOnSystem($botId: ID!, $systemId: String!, $guildId: String!, $action: String!, $rowId: String, $values: JSON) {\n    actOnSystem(botId: $botId, systemId: $systemId, guildId: $guildId, action: $action, rowId: $rowId, values: $values) {\n      message\n    }\n  }\n": typeof types.ActOnSystemDocument,
    "\n  query TourBotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": typeof types.TourBotCountDocument,
    "\n  fragment SavedConversationFields on SavedConversation {\n    id\n    questions\n    latest {\n      answers\n      answeredAt\n    }\n    earlier {\n      answers\n      answeredAt\n    }\n  }\n": typeof types.SavedConversationFieldsFragmentDoc,
    "\n  query SavedConversations($botId: ID!) {\n    savedConversations(botId: $botId) {\n      ...SavedConversationFields\n    }\n  }\n": typeof types.SavedConversationsDocument,
    "\n  mutation SaveConversation($botId: ID!, $questions: [String!]!) {\n    saveConversation(botId: $botId, questions: $questions) {\n      ...SavedConversationFields\n    }\n  }\n": typeof types.SaveConversationDocument,
    "\n  mutation RunConversation($botId: ID!, $conversationId: ID!, $requestId: String!) {\n    runConversation(botId: $botId, conversationId: $conversationId, requestId: $requestId) {\n      ...SavedConversationFields\n    }\n  }\n": typeof types.RunConversationDocument,
    "\n  mutation RemoveConversation($botId: ID!, $conversationId: ID!) {\n    removeConversation(botId: $botId, conversationId: $conversationId) {\n      message\n    }\n  }\n": typeof types.RemoveConversationDocument,
    "\n  fragment BotVersionFields on BotVersion {\n    version\n    savedAt\n    isByAdministrator\n    fields\n    restoredFrom\n  }\n": typeof types.BotVersionFieldsFragmentDoc,
    "\n  fragment CharacterFields on Character {\n    name\n    description\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n  }\n": typeof types.CharacterFieldsFragmentDoc,
    "\n  query BotVersions($botId: ID!, $limit: Int, $offset: Int) {\n    bot(id: $botId) {\n      id\n      name\n      version\n    }\n    botVersions(botId: $botId, limit: $limit, offset: $offset) {\n      versions {\n        ...BotVersionFields\n      }\n      total\n    }\n  }\n": typeof types.BotVersionsDocument,
    "\n  query BotVersion($botId: ID!, $version: Int!) {\n    botVersion(botId: $botId, version: $version) {\n      version {\n        ...BotVersionFields\n      }\n      character {\n        ...CharacterFields\n      }\n      before {\n        ...CharacterFields\n      }\n    }\n  }\n": typeof types.BotVersionDocument,
    "\n  query RestorePreview($botId: ID!, $version: Int!, $latest: Int!) {\n    wanted: botVersion(botId: $botId, version: $version) {\n      character {\n        ...CharacterFields\n      }\n    }\n    present: botVersion(botId: $botId, version: $latest) {\n      character {\n        ...CharacterFields\n      }\n    }\n  }\n": typeof types.RestorePreviewDocument,
    "\n  mutation RestoreVersion($botId: ID!, $version: Int!, $expectedVersion: Int!) {\n    restoreBotVersion(botId: $botId, version: $version, expectedVersion: $expectedVersion) {\n      bot {\n        id\n        name\n        version\n      }\n      droppedTraits\n      warnings\n    }\n  }\n": typeof types.RestoreVersionDocument,
    "\n  query BotAbilities($botId: ID!) {\n    bot(id: $botId) {\n      id\n      hasDiscordToken\n    }\n    chatEngine(botId: $botId) {\n      engine\n    }\n  }\n": typeof types.BotAbilitiesDocument,
    "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      ...BotState\n    }\n  }\n": typeof types.StartBotDocument,
    "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      ...BotState\n    }\n  }\n": typeof types.StopBotDocument,
    "\n  fragment BotState on Bot {\n    id\n    name\n    status\n    runtimeState\n    statusReason\n  }\n": typeof types.BotStateFragmentDoc,
    "\n  mutation CheckoutPlan($plan: String!) {\n    checkoutPlan(plan: $plan) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n": typeof types.CheckoutPlanDocument,
    "\n  query CheckoutState($id: ID!) {\n    checkout(id: $id) {\n      state\n    }\n  }\n": typeof types.CheckoutStateDocument,
    "\n  query RecentPlanPurchase {\n    usage {\n      plan\n    }\n    recentPlanPurchase {\n      plan\n      state\n    }\n  }\n": typeof types.RecentPlanPurchaseDocument,
    "\n  query OpenPayment {\n    subscription {\n      paidPlan\n      graceEndsAt\n      payUrl\n    }\n  }\n": typeof types.OpenPaymentDocument,
    "\n  query PlanAndCredits {\n    usage {\n      plan\n      credits\n    }\n  }\n": typeof types.PlanAndCreditsDocument,
    "\n  fragment DiscordAccountFields on DiscordAccount {\n    applicationId\n    name\n    about\n    hasMessageContent\n    hasServerMembers\n  }\n": typeof types.DiscordAccountFieldsFragmentDoc,
    "\n  fragment DiscordConnectionFields on DiscordConnection {\n    botId\n    applicationId\n    account {\n      ...DiscordAccountFields\n    }\n    servers {\n      id\n      name\n      memberCount\n      missingPermissions\n      inviteUrl\n    }\n    problem {\n      code\n      text\n    }\n    permissions\n    inviteUrl\n    agreedAt\n  }\n": typeof types.DiscordConnectionFieldsFragmentDoc,
    "\n  query DiscordConnection($botId: ID!) {\n    discordConnection(botId: $botId) {\n      ...DiscordConnectionFields\n    }\n  }\n": typeof types.DiscordConnectionDocument,
    "\n  mutation EnableIntent($botId: ID!, $intent: PrivilegedIntent!) {\n    enableIntent(botId: $botId, intent: $intent) {\n      ...DiscordAccountFields\n    }\n  }\n": typeof types.EnableIntentDocument,
    "\n  query DiscordChannels($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      channels {\n        id\n        name\n        kind\n        category\n      }\n      categories {\n        id\n        name\n      }\n    }\n  }\n": typeof types.DiscordChannelsDocument,
    "\n  query DiscordRoles($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      roles {\n        id\n        name\n      }\n    }\n  }\n": typeof types.DiscordRolesDocument,
    "\n  query BotProblems($botId: ID!) {\n    botProblems(botId: $botId) {\n      problems {\n        guildId\n        channelId\n        action\n        permission\n        lastSeenAt\n      }\n    }\n  }\n": typeof types.BotProblemsDocument,
    "\n  subscription BotStatus {\n    botStatus {\n      botId\n      status\n      runtimeState\n      statusReason\n      isResetting\n    }\n  }\n": typeof types.BotStatusDocument,
    "\n  subscription ServersChanged {\n    serversChanged {\n      botId\n      change\n      serverId\n      serverName\n    }\n  }\n": typeof types.ServersChangedDocument,
    "\n  subscription ProblemsChanged {\n    problemsChanged {\n      botId\n    }\n  }\n": typeof types.ProblemsChangedDocument,
    "\n  subscription UsageChanged {\n    usageChanged {\n      runsOutAt\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n    }\n  }\n": typeof types.UsageChangedDocument,
    "\n  subscription NotificationsChanged {\n    notificationsChanged {\n      ...NotificationFeedFields\n    }\n  }\n": typeof types.NotificationsChangedDocument,
    "\n  query ModelCatalogue {\n    modelCatalogue {\n      isConfigured\n      models {\n        label\n        name\n        provider\n        model\n        plan\n        contextWindow\n        seesPictures\n        usesTools\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n      localModel\n      imageModel {\n        name\n        provider\n        model\n        plan\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n    }\n  }\n": typeof types.ModelCatalogueDocument,
    "\n  fragment NotificationFields on Notification {\n    id\n    createdAt\n    isRead\n    content {\n      kind\n      botId\n      botName\n      reason\n      plan\n      graceEndsAt\n      change\n      percent\n      used\n      limit\n      resetsAt\n      runsOutAt\n      weekStart\n      replies\n      activeBots\n      planReplies\n      creditsUsed\n      newsId\n      title\n      text\n    }\n  }\n": typeof types.NotificationFieldsFragmentDoc,
    "\n  fragment NotificationFeedFields on NotificationFeed {\n    unread\n    latest {\n      ...NotificationFields\n    }\n  }\n": typeof types.NotificationFeedFieldsFragmentDoc,
    "\n  query NotificationFeed {\n    notificationFeed {\n      ...NotificationFeedFields\n    }\n  }\n": typeof types.NotificationFeedDocument,
    "\n  fragment PaymentFields on Payment {\n    id\n    at\n    title\n    cents\n    currency\n    refundedCents\n    dispute\n  }\n": typeof types.PaymentFieldsFragmentDoc,
};
const documents: Documents = {
    "\n  query WorkspaceBot($id: ID!) {\n    bot(id: $id) {\n      ...BotState\n      avatarColor\n    }\n  }\n": types.WorkspaceBotDocument,
    "\n  query OtherBots {\n    bots(limit: 20) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n      }\n    }\n  }\n": types.OtherBotsDocument,
    "\n  fragment AdminUserFields on AdminUser {\n    id\n    username\n    email\n    subscriptionPlan\n    subscriptionStatus\n    messageCredits\n    role\n    isAdmin\n    createdAt\n  }\n": types.AdminUserFieldsFragmentDoc,
    "\n  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!, $cursor: String) {\n    users(search: $search, role: $role, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n": types.AccountsDocument,
    "\n  query Admins($limit: Int!, $offset: Int!) {\n    admins(limit: $limit, offset: $offset) {\n      total\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n": types.AdminsDocument,
    "\n  query UserPage($userId: ID!, $limit: Int!, $offset: Int!) {\n    user(userId: $userId) {\n      ...AdminUserFields\n    }\n    userAccount(userId: $userId) {\n      plan\n      source\n      status\n      paidPlan\n      currentPeriodEnd\n      cancelsAtPeriodEnd\n      graceEndsAt\n      isSandbox\n      credits\n      used\n      dailyLimit\n    }\n    userBots(userId: $userId, limit: $limit, offset: $offset) {\n      total\n      bots {\n        id\n        name\n        status\n        runtimeState\n        messageCount\n        createdAt\n      }\n    }\n  }\n": types.UserPageDocument,
    "\n  query UserSessions($userId: ID!) {\n    userSessions(userId: $userId) {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n    }\n  }\n": types.UserSessionsDocument,
    "\n  mutation EndUserSessions($userId: ID!) {\n    endUserSessions(userId: $userId) {\n      message\n    }\n  }\n": types.EndUserSessionsDocument,
    "\n  query AdminStats {\n    adminStats {\n      users {\n        total\n        free\n        standard\n        premium\n      }\n      bots {\n        total\n        active\n      }\n      messages\n      careAnswers\n    }\n  }\n": types.AdminStatsDocument,
    "\n  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!, $cursor: String) {\n    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      isIntact\n      names {\n        id\n        name\n      }\n      events {\n        id\n        at\n        action\n        actorId\n        actorName\n        effectiveUserId\n        target\n        ip\n        requestId\n        details\n      }\n    }\n  }\n": types.AuditLogDocument,
    "\n  mutation SetUserPlan($userId: ID!, $plan: String!) {\n    setUserPlan(userId: $userId, plan: $plan) {\n      userId\n      plan\n      message\n    }\n  }\n": types.SetUserPlanDocument,
    "\n  mutation GrantCredits($userId: ID!, $credits: Int!, $idempotencyKey: String!) {\n    grantCredits(userId: $userId, credits: $credits, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n": types.GrantCreditsDocument,
    "\n  mutation GrantAdmin($userId: ID!) {\n    grantAdmin(userId: $userId) {\n      message\n    }\n  }\n": types.GrantAdminDocument,
    "\n  mutation RevokeAdmin($userId: ID!) {\n    revokeAdmin(userId: $userId) {\n      message\n    }\n  }\n": types.RevokeAdminDocument,
    "\n  query EditableModels {\n    editableModels {\n      label\n      name\n      provider\n      model\n      plan\n      contextWindow\n      inputPrice\n      cachedPrice\n      outputPrice\n      shutdownDate\n      seesPictures\n      usesTools\n      reasoningTokens\n      isListed\n      announcedShutdown\n      isChanged\n      version\n    }\n  }\n": types.EditableModelsDocument,
    "\n  mutation ChangeModel($label: String!, $version: Int!, $input: ModelEntryInput!) {\n    changeModel(label: $label, version: $version, input: $input) {\n      label\n      version\n    }\n  }\n": types.ChangeModelDocument,
    "\n  mutation ResetModel($label: String!, $version: Int!) {\n    resetModel(label: $label, version: $version) {\n      label\n      version\n    }\n  }\n": types.ResetModelDocument,
    "\n  query News($limit: Int!, $offset: Int!, $cursor: String) {\n    news(limit: $limit, offset: $offset, cursor: $cursor) {\n      news {\n        id\n        title\n        text\n        createdAt\n        reached\n        finishedAt\n      }\n      total\n      next\n      previous\n      subscribers\n    }\n  }\n": types.NewsDocument,
    "\n  mutation SendNews($id: ID!, $title: String!, $text: String!) {\n    sendNews(id: $id, title: $title, text: $text) {\n      id\n    }\n  }\n": types.SendNewsDocument,
    "\n  fragment WebhookEventFields on WebhookEvent {\n    id\n    type\n    mode\n    state\n    failure\n    note\n    attempts\n    happenedAt\n    receivedAt\n    userId\n    username\n  }\n": types.WebhookEventFieldsFragmentDoc,
    "\n  query WebhookEvents($state: WebhookState, $limit: Int!, $offset: Int!, $cursor: String) {\n    webhookEvents(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      refused\n      events {\n        ...WebhookEventFields\n      }\n    }\n  }\n": types.WebhookEventsDocument,
    "\n  mutation ReplayWebhookEvent($id: String!) {\n    replayWebhookEvent(id: $id) {\n      ...WebhookEventFields\n    }\n  }\n": types.ReplayWebhookEventDocument,
    "\n  query UserPayments($userId: ID!, $limit: Int!, $offset: Int!, $cursor: String) {\n    userPayments(userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n": types.UserPaymentsDocument,
    "\n  query PaymentStatistics {\n    paymentStatistics(limit: 13) {\n      mode\n      periods {\n        month\n        from\n        to\n        revenue {\n          currency\n          items {\n            plan\n            credits\n            payments\n            cents\n          }\n          receivedCents\n          refundedCents\n          disputedCents\n          netCents\n        }\n        subscribers {\n          basic\n          premium\n          started\n          ended\n        }\n        credits {\n          sold\n          granted\n          spent\n          refunded\n          corrected\n          outstanding\n        }\n      }\n    }\n  }\n": types.PaymentStatisticsDocument,
    "\n  mutation CorrectCredits($userId: ID!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {\n    correctCredits(userId: $userId, credits: $credits, reason: $reason, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n": types.CorrectCreditsDocument,
    "\n  fragment ReportFields on Report {\n    id\n    botId\n    botName\n    ownerId\n    guildId\n    channelId\n    messageId\n    reason\n    text\n    reporters\n    state\n    createdAt\n    handledAt\n  }\n": types.ReportFieldsFragmentDoc,
    "\n  query Reports($state: ReportState, $limit: Int!, $offset: Int!, $cursor: String) {\n    reports(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      reports {\n        ...ReportFields\n      }\n    }\n  }\n": types.ReportsDocument,
    "\n  mutation HandleReport($id: ID!, $action: ReportAction!) {\n    handleReport(id: $id, action: $action) {\n      ...ReportFields\n    }\n  }\n": types.HandleReportDocument,
    "\n  query BotAnalytics($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      runtimeState\n    }\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      avgResponseTime\n      uptime\n      engagementScore\n      userEngagement {\n        totalUsers\n        activeToday\n        totalConversations\n      }\n      ratings {\n        good\n        bad\n        reasons {\n          reason\n          count\n        }\n      }\n      botInfo {\n        status\n        model\n      }\n      hourlyActivity {\n        hour\n        messages\n      }\n    }\n  }\n": types.BotAnalyticsDocument,
    "\n  query PlanSource {\n    subscription {\n      source\n      paidPlan\n    }\n  }\n": types.PlanSourceDocument,
    "\n  query Credits {\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n      runsOutAt\n    }\n    creditPackages {\n      id\n      name\n      credits\n      price\n      isPopular\n      isBestValue\n    }\n  }\n": types.CreditsDocument,
    "\n  query CreditHistory($limit: Int!, $before: String) {\n    creditHistory(limit: $limit, before: $before) {\n      total\n      next\n      movements {\n        id\n        at\n        kind\n        credits\n        balanceAfter\n        botId\n        botName\n        description\n      }\n    }\n  }\n": types.CreditHistoryDocument,
    "\n  mutation CheckoutCredits($packageId: String!) {\n    checkoutCredits(packageId: $packageId) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n": types.CheckoutCreditsDocument,
    "\n  mutation PreviewPlanChange($plan: String!) {\n    previewPlanChange(plan: $plan) {\n      id\n      direction\n      fromPlan\n      toPlan\n      todayCents\n      renewalCents\n      renewsAt\n      takesEffectAt\n      endsAt\n      isSandbox\n    }\n  }\n": types.PreviewPlanChangeDocument,
    "\n  mutation ConfirmPlanChange($id: ID!) {\n    confirmPlanChange(id: $id) {\n      state\n      payUrl\n    }\n  }\n": types.ConfirmPlanChangeDocument,
    "\n  fragment SandboxPortalFields on SandboxPortal {\n    isCardDeclined\n    hasSubscription\n    payments {\n      id\n      title\n      cents\n      state\n      at\n    }\n  }\n": types.SandboxPortalFieldsFragmentDoc,
    "\n  query SandboxPortalPage {\n    sandboxPortal {\n      ...SandboxPortalFields\n    }\n  }\n": types.SandboxPortalPageDocument,
    "\n  mutation ChangeSandbox($action: SandboxAction!, $paymentId: String) {\n    changeSandbox(action: $action, paymentId: $paymentId) {\n      ...SandboxPortalFields\n    }\n  }\n": types.ChangeSandboxDocument,
    "\n  fragment BotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    discordTokenHint\n    serverId\n    statusText\n    ageRating\n    dedicatedChannelId\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n    dailyCaps {\n      perBot\n      perServer\n      perMember\n    }\n    tools {\n      pages\n      calculator\n      dates\n      dice\n      commands\n      servers\n    }\n    messageCount\n    isResetting\n    createdAt\n    version\n  }\n": types.BotFieldsFragmentDoc,
    "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      ...BotFields\n    }\n  }\n": types.BotDocument,
    "\n  query BotFigures($botId: ID!) {\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      uptime\n      botInfo {\n        model\n      }\n    }\n  }\n": types.BotFiguresDocument,
    "\n  query Conversations($botId: ID!) {\n    conversations(botId: $botId) {\n      conversations {\n        channel\n        channelId\n        messages\n        people\n        lastAt\n      }\n    }\n  }\n": types.ConversationsDocument,
    "\n  query OverviewUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n    }\n  }\n": types.OverviewUsageDocument,
    "\n  query OverviewQuestions($botId: ID!) {\n    changedKnowledgeQuestions(botId: $botId) {\n      changed\n      failed\n    }\n  }\n": types.OverviewQuestionsDocument,
    "\n  query Answering($botId: ID!) {\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n  }\n": types.AnsweringDocument,
    "\n  query OverviewCheckUp($botId: ID!) {\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        serverId\n        serverName\n        channelId\n        roleFault\n        modelFault\n      }\n    }\n  }\n": types.OverviewCheckUpDocument,
    "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": types.BotCountDocument,
    "\n  fragment SavedBotFields on SavedBot {\n    bot {\n      ...BotFields\n    }\n    droppedTraits\n    warnings\n  }\n": types.SavedBotFieldsFragmentDoc,
    "\n  mutation CreateBot($input: CreateBotInput!) {\n    createBot(input: $input) {\n      ...SavedBotFields\n    }\n  }\n": types.CreateBotDocument,
    "\n  mutation UpdateBot($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      ...SavedBotFields\n    }\n  }\n": types.UpdateBotDocument,
    "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n": types.DeleteBotDocument,
    "\n  mutation ResetBot($id: ID!, $name: String!) {\n    resetBot(id: $id, name: $name) {\n      isDone\n    }\n  }\n": types.ResetBotDocument,
    "\n  query BotReset($id: ID!) {\n    bot(id: $id) {\n      id\n      isResetting\n    }\n  }\n": types.BotResetDocument,
    "\n  fragment ToolServerFields on ToolServer {\n    id\n    name\n    address\n    hasToken\n    tools {\n      name\n      description\n      isAllowed\n    }\n    checkedAt\n  }\n": types.ToolServerFieldsFragmentDoc,
    "\n  query ToolServers($botId: ID!) {\n    toolServers(botId: $botId) {\n      ...ToolServerFields\n    }\n  }\n": types.ToolServersDocument,
    "\n  mutation AddToolServer($botId: ID!, $input: ToolServerInput!) {\n    addToolServer(botId: $botId, input: $input) {\n      ...ToolServerFields\n    }\n  }\n": types.AddToolServerDocument,
    "\n  mutation CheckToolServer($botId: ID!, $serverId: ID!) {\n    checkToolServer(botId: $botId, serverId: $serverId) {\n      ...ToolServerFields\n    }\n  }\n": types.CheckToolServerDocument,
    "\n  mutation AllowTools($botId: ID!, $serverId: ID!, $checkedAt: String!, $tools: [String!]!) {\n    allowTools(botId: $botId, serverId: $serverId, checkedAt: $checkedAt, tools: $tools) {\n      ...ToolServerFields\n    }\n  }\n": types.AllowToolsDocument,
    "\n  mutation RemoveToolServer($botId: ID!, $serverId: ID!) {\n    removeToolServer(botId: $botId, serverId: $serverId) {\n      message\n    }\n  }\n": types.RemoveToolServerDocument,
    "\n  fragment ModerationCaseFields on ModerationCase {\n    id\n    guildId\n    channelId\n    memberId\n    memberName\n    rule\n    detail\n    actions\n    refused\n    warnings\n    timeoutUntil\n    isDryRun\n    createdAt\n    undoneAt\n  }\n": types.ModerationCaseFieldsFragmentDoc,
    "\n  query ModerationCases($botId: ID!, $member: String, $limit: Int, $offset: Int, $cursor: String) {\n    moderationCases(botId: $botId, member: $member, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      cases {\n        ...ModerationCaseFields\n      }\n    }\n    moderationPauses(botId: $botId) {\n      guildId\n      pausedAt\n    }\n  }\n": types.ModerationCasesDocument,
    "\n  mutation UndoModeration($botId: ID!, $caseId: ID!) {\n    undoModeration(botId: $botId, caseId: $caseId) {\n      ...ModerationCaseFields\n    }\n  }\n": types.UndoModerationDocument,
    "\n  mutation ResumeModeration($botId: ID!, $guildId: String!) {\n    resumeModeration(botId: $botId, guildId: $guildId) {\n      guildId\n    }\n  }\n": types.ResumeModerationDocument,
    "\n  fragment BotChannelFields on Bot {\n    id\n    name\n    channelSettings {\n      dedicatedChannelId\n      allowedChannels\n      restrictedChannels\n      autoReply\n      mentionOnly\n      ignoreOtherBots\n      logMessages\n      moderationMode\n      responseDelay\n      maxMessagesPerMinute\n      allowCommands\n      allowFileUploads\n      customPrefix\n      enableThreads\n      autoCreateThreads\n      replyButtons\n      profanityFilter\n      spamDetection\n      blockLinks\n      blockInvites\n      capsFilter\n      autoDelete\n      issueWarnings\n      timeoutUsers\n      timeoutDuration\n      whitelistUsers\n      warningThreshold\n      proactiveMessages {\n        channelId\n        event\n        text\n        isWritten\n        hint\n        quietDays\n        weekday\n        time\n        timeZone\n      }\n      blockedWords\n      allowedLinkHosts\n      moderationLogChannelId\n      moderationDryRun\n      allowDirectMessages\n      directMessagesPerHour\n      missedMessages\n    }\n    serverId\n    version\n  }\n": types.BotChannelFieldsFragmentDoc,
    "\n  query BotChannel($id: ID!) {\n    bot(id: $id) {\n      ...BotChannelFields\n    }\n  }\n": types.BotChannelDocument,
    "\n  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...BotChannelFields\n      }\n    }\n  }\n": types.SaveChannelSettingsDocument,
    "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      greeting\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n": types.ChatBotDocument,
    "\n  query Citations($botId: ID!, $requestId: String!) {\n    citations(botId: $botId, requestId: $requestId) {\n      itemId\n      title\n      passages\n    }\n  }\n": types.CitationsDocument,
    "\n  mutation RateReply($botId: ID!, $requestId: String!, $input: RatingInput!) {\n    rateReply(botId: $botId, requestId: $requestId, input: $input) {\n      isGood\n      reason\n    }\n  }\n": types.RateReplyDocument,
    "\n  fragment AvailableFields on AvailableCommand {\n    id\n    name\n    description\n    category\n    icon\n    trigger\n  }\n": types.AvailableFieldsFragmentDoc,
    "\n  query BotBrain($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n      status\n    }\n    learnedCommands(botId: $botId) {\n      ...LearnedFields\n    }\n    commands(limit: 200) {\n      total\n      commands {\n        ...AvailableFields\n      }\n    }\n  }\n": types.BotBrainDocument,
    "\n  query SearchCommands($search: String!, $category: CommandCategory) {\n    commands(search: $search, category: $category, limit: 200) {\n      commands {\n        id\n      }\n    }\n  }\n": types.SearchCommandsDocument,
    "\n  mutation LearnCommand($botId: ID!, $commandId: String!) {\n    learnCommand(botId: $botId, commandId: $commandId) {\n      ...LearnedFields\n    }\n  }\n": types.LearnCommandDocument,
    "\n  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: UpdateLearnedCommandInput!) {\n    updateLearnedCommand(botId: $botId, botCommandId: $botCommandId, input: $input) {\n      id\n      isEnabled\n      customTrigger\n      cooldownS\n      requiredRoleId\n    }\n  }\n": types.UpdateLearnedCommandDocument,
    "\n  mutation UnlearnCommand($botId: ID!, $botCommandId: ID!) {\n    unlearnCommand(botId: $botId, botCommandId: $botCommandId) {\n      message\n    }\n  }\n": types.UnlearnCommandDocument,
    "\n  fragment CommandDataFields on CommandData {\n    keys\n    bytes\n    maxBytes\n    hosts\n  }\n": types.CommandDataFieldsFragmentDoc,
    "\n  query CommandData($botId: ID!) {\n    commandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n": types.CommandDataDocument,
    "\n  mutation SetCommandHosts($botId: ID!, $hosts: [String!]!) {\n    setCommandHosts(botId: $botId, hosts: $hosts) {\n      ...CommandDataFields\n    }\n  }\n": types.SetCommandHostsDocument,
    "\n  mutation ClearCommandData($botId: ID!) {\n    clearCommandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n": types.ClearCommandDataDocument,
    "\n  fragment LearnedFields on LearnedCommand {\n    id\n    commandId\n    isEnabled\n    customTrigger\n    cooldownS\n    requiredRoleId\n    command {\n      ...AvailableFields\n    }\n  }\n": types.LearnedFieldsFragmentDoc,
    "\n  fragment ConnectBotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    serverId\n    statusText\n    channelSettings {\n      dedicatedChannelId\n      mentionOnly\n      autoReply\n      customPrefix\n    }\n  }\n": types.ConnectBotFieldsFragmentDoc,
    "\n  query ConnectBot($id: ID!) {\n    bot(id: $id) {\n      ...ConnectBotFields\n    }\n  }\n": types.ConnectBotDocument,
    "\n  mutation CheckDiscordToken($token: String!) {\n    checkDiscordToken(token: $token) {\n      verdict\n      applicationId\n      name\n      hasMessageContent\n    }\n  }\n": types.CheckDiscordTokenDocument,
    "\n  mutation SaveConnection($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...ConnectBotFields\n      }\n      warnings\n    }\n  }\n": types.SaveConnectionDocument,
    "\n  mutation UpdateDiscordProfile($botId: ID!, $input: DiscordProfileInput!) {\n    updateDiscordProfile(botId: $botId, input: $input) {\n      ...DiscordAccountFields\n    }\n  }\n": types.UpdateDiscordProfileDocument,
    "\n  mutation SayHello($botId: ID!, $channelId: String!, $helloId: ID!) {\n    sayHello(botId: $botId, channelId: $channelId, helloId: $helloId) {\n      message\n    }\n  }\n": types.SayHelloDocument,
    "\n  query CustomCommands {\n    customCommands(limit: 200) {\n      total\n      commands {\n        id\n        name\n        trigger\n        description\n        icon\n        needsReview\n      }\n    }\n  }\n": types.CustomCommandsDocument,
    "\n  fragment StoredCommandFields on CustomCommand {\n    id\n    name\n    trigger\n    description\n    code\n    icon\n    options {\n      name\n      description\n      type\n      isRequired\n      choices\n    }\n    needsReview\n  }\n": types.StoredCommandFieldsFragmentDoc,
    "\n  query CustomCommand($id: ID!) {\n    customCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n": types.CustomCommandDocument,
    "\n  query CustomCommandRuns($id: ID!) {\n    customCommandRuns(id: $id) {\n      id\n      botName\n      trigger\n      startedAt\n      durationMs\n      error {\n        message\n        line\n      }\n    }\n  }\n": types.CustomCommandRunsDocument,
    "\n  mutation CreateCustomCommand($input: CreateCustomCommandInput!) {\n    createCustomCommand(input: $input) {\n      id\n    }\n  }\n": types.CreateCustomCommandDocument,
    "\n  mutation UpdateCustomCommand($id: ID!, $input: UpdateCustomCommandInput!) {\n    updateCustomCommand(id: $id, input: $input) {\n      ...StoredCommandFields\n    }\n  }\n": types.UpdateCustomCommandDocument,
    "\n  mutation DeleteCustomCommand($id: ID!) {\n    deleteCustomCommand(id: $id) {\n      message\n    }\n  }\n": types.DeleteCustomCommandDocument,
    "\n  mutation CheckCommandSyntax($code: String!) {\n    checkCommandSyntax(code: $code) {\n      valid\n      message\n      line\n      column\n    }\n  }\n": types.CheckCommandSyntaxDocument,
    "\n  mutation TestCustomCommand($input: TestCustomCommandInput!) {\n    testCustomCommand(input: $input) {\n      result {\n        success\n        response\n        shouldReply\n        posts {\n          content\n          embeds {\n            title\n            description\n            color\n            author\n            footer\n            image\n            fields {\n              name\n              value\n            }\n          }\n          buttons {\n            label\n            url\n          }\n          selects {\n            value\n            placeholder\n          }\n        }\n        form {\n          title\n        }\n      }\n      error {\n        message\n        line\n        column\n      }\n      log {\n        level\n        text\n      }\n      durationMs\n      context {\n        message\n        userId\n        channelId\n        guildId\n        botId\n        trigger\n        args\n        options\n      }\n    }\n  }\n": types.TestCustomCommandDocument,
    "\n  query TestBots {\n    bots(limit: 200) {\n      bots {\n        id\n        name\n      }\n    }\n  }\n": types.TestBotsDocument,
    "\n  query CommandShare($id: ID!) {\n    commandShare(id: $id) {\n      shareCode\n    }\n  }\n": types.CommandShareDocument,
    "\n  mutation ShareCustomCommand($id: ID!) {\n    shareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n": types.ShareCustomCommandDocument,
    "\n  mutation UnshareCustomCommand($id: ID!) {\n    unshareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n": types.UnshareCustomCommandDocument,
    "\n  query SharedCommand($shareCode: String!) {\n    sharedCommand(shareCode: $shareCode) {\n      name\n      trigger\n      description\n      code\n      icon\n      options {\n        name\n        isRequired\n      }\n    }\n  }\n": types.SharedCommandDocument,
    "\n  mutation ImportCustomCommand($shareCode: String!, $trigger: String) {\n    importCustomCommand(shareCode: $shareCode, trigger: $trigger) {\n      ...StoredCommandFields\n    }\n  }\n": types.ImportCustomCommandDocument,
    "\n  mutation ApproveCustomCommand($id: ID!) {\n    approveCustomCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n": types.ApproveCustomCommandDocument,
    "\n  query DashboardBots($limit: Int = 200, $offset: Int) {\n    bots(limit: $limit, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        messageCount\n      }\n    }\n  }\n": types.DashboardBotsDocument,
    "\n  query SearchBots($search: String!, $offset: Int) {\n    bots(search: $search, limit: 200, offset: $offset) {\n      total\n      bots {\n        id\n      }\n    }\n  }\n": types.SearchBotsDocument,
    "\n  query DashboardUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n      runsOutAt\n    }\n  }\n": types.DashboardUsageDocument,
    "\n  query ResourceUsage {\n    resourceUsage {\n      system {\n        cpuUsage\n        memoryUsage\n      }\n      usage {\n        bots {\n          total\n          online\n        }\n        activity {\n          date\n          count\n        }\n        tokens {\n          used\n          dailyLimit\n        }\n      }\n    }\n  }\n": types.ResourceUsageDocument,
    "\n  query BotHealth($botId: ID!) {\n    bot(id: $botId) {\n      ...BotState\n      hasDiscordToken\n    }\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        detail\n        serverId\n        serverName\n        channelId\n        channelName\n        missingPermissions\n        use\n        systemName\n        roleName\n        roleFault\n        botName\n        freePrefix\n        modelFault\n        happenedAt\n        cap\n        members\n        inviteUrl\n      }\n    }\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n    }\n  }\n": types.BotHealthDocument,
    "\n  mutation ChoosePrefix($id: ID!, $prefix: String!) {\n    updateBot(id: $id, input: { channelSettings: { customPrefix: $prefix } }) {\n      bot {\n        id\n        version\n      }\n    }\n  }\n": types.ChoosePrefixDocument,
    "\n  fragment MessageTraceFields on MessageTrace {\n    messageId\n    channelId\n    guildId\n    sentAt\n    outcome\n    reason\n    cause\n    detail\n    command\n  }\n": types.MessageTraceFieldsFragmentDoc,
    "\n  query IgnoredMessages($botId: ID!) {\n    messageTraces(botId: $botId, outcome: ignored, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n": types.IgnoredMessagesDocument,
    "\n  query UsedCommands($botId: ID!) {\n    messageTraces(botId: $botId, usedCommands: true, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n": types.UsedCommandsDocument,
    "\n  query MessageTrace($botId: ID!, $messageId: String!) {\n    messageTrace(botId: $botId, messageId: $messageId) {\n      ...MessageTraceFields\n    }\n  }\n": types.MessageTraceDocument,
    "\n  query Inbox($botId: ID!, $state: InboxState!, $limit: Int!, $offset: Int!) {\n    inbox(botId: $botId, state: $state, limit: $limit, offset: $offset) {\n      total\n      questions {\n        id\n        question\n        reply\n        state\n        count\n        causes\n        reasons\n        channel\n        lastAt\n      }\n    }\n  }\n": types.InboxDocument,
    "\n  query InboxBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n    }\n  }\n": types.InboxBotDocument,
    "\n  query AnswerDraft($botId: ID!, $questionId: ID!) {\n    answerDraft(botId: $botId, questionId: $questionId) {\n      title\n      questions\n      answer\n      kind\n      canBeWritten\n    }\n  }\n": types.AnswerDraftDocument,
    "\n  mutation WriteAnswerDraft($botId: ID!, $questionId: ID!) {\n    writeAnswerDraft(botId: $botId, questionId: $questionId) {\n      answer\n      kind\n    }\n  }\n": types.WriteAnswerDraftDocument,
    "\n  mutation SetInboxState($botId: ID!, $questionId: ID!, $state: InboxState!) {\n    setInboxState(botId: $botId, questionId: $questionId, state: $state) {\n      message\n    }\n  }\n": types.SetInboxStateDocument,
    "\n  mutation TeachAnswer($botId: ID!, $questionId: ID!, $title: String!, $content: String!) {\n    teachAnswer(botId: $botId, questionId: $questionId, title: $title, content: $content) {\n      id\n    }\n  }\n": types.TeachAnswerDocument,
    "\n  query PinnedAnswers($botId: ID!, $search: String, $limit: Int!, $offset: Int!) {\n    pinnedAnswers(botId: $botId, search: $search, limit: $limit, offset: $offset) {\n      total\n      max\n      answers {\n        id\n        questions\n        answer\n        isActive\n      }\n    }\n  }\n": types.PinnedAnswersDocument,
    "\n  mutation PinAnswer($botId: ID!, $questionId: ID, $input: PinnedAnswerInput!) {\n    pinAnswer(botId: $botId, questionId: $questionId, input: $input) {\n      id\n    }\n  }\n": types.PinAnswerDocument,
    "\n  mutation ChangePinnedAnswer($botId: ID!, $answerId: ID!, $input: PinnedAnswerInput!) {\n    changePinnedAnswer(botId: $botId, answerId: $answerId, input: $input) {\n      id\n      questions\n      answer\n    }\n  }\n": types.ChangePinnedAnswerDocument,
    "\n  mutation UnpinAnswer($botId: ID!, $answerId: ID!) {\n    unpinAnswer(botId: $botId, answerId: $answerId) {\n      message\n    }\n  }\n": types.UnpinAnswerDocument,
    "\n  fragment KnowledgeFields on KnowledgeItem {\n    id\n    title\n    excerpt\n    type\n    tags\n    activation\n    keywords\n    fileUrl\n    position {\n      x\n      y\n    }\n    status\n    statusReason\n    createdAt\n  }\n": types.KnowledgeFieldsFragmentDoc,
    "\n  query Knowledge($botId: ID!, $limit: Int!, $offset: Int!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: $limit, offset: $offset) {\n      total\n      items {\n        ...KnowledgeFields\n      }\n    }\n  }\n": types.KnowledgeDocument,
    "\n  query KnowledgeMatches($botId: ID!, $search: String!, $offset: Int!) {\n    knowledge(botId: $botId, search: $search, order: newest, limit: 200, offset: $offset) {\n      total\n      isMoreThanTotal\n      items {\n        id\n      }\n    }\n  }\n": types.KnowledgeMatchesDocument,
    "\n  query KnowledgeItem($botId: ID!, $itemId: ID!) {\n    knowledgeItem(botId: $botId, itemId: $itemId) {\n      ...KnowledgeFields\n      content\n    }\n  }\n": types.KnowledgeItemDocument,
    "\n  query FindKnowledge($botId: ID!, $query: String!, $previous: String) {\n    findKnowledge(botId: $botId, query: $query, previous: $previous) {\n      coverage\n      relevance\n      minRelevance\n      outcome\n      searchedBy\n      rewritten\n      passages {\n        itemId\n        title\n        body\n        score\n        activation\n        relevance\n        number\n      }\n    }\n  }\n": types.FindKnowledgeDocument,
    "\n  fragment SavedQuestionFields on SavedQuestion {\n    id\n    question\n    previous\n    expectedItemId\n    expectedTitle\n    outcome\n    rank\n    isPassed\n    wasPassed\n    previousRank\n  }\n": types.SavedQuestionFieldsFragmentDoc,
    "\n  query KnowledgeQuestions($botId: ID!) {\n    knowledgeQuestions(botId: $botId) {\n      ...SavedQuestionFields\n    }\n  }\n": types.KnowledgeQuestionsDocument,
    "\n  mutation SaveKnowledgeQuestion($botId: ID!, $question: String!, $previous: String, $expectedItemId: ID) {\n    saveKnowledgeQuestion(botId: $botId, question: $question, previous: $previous, expectedItemId: $expectedItemId) {\n      ...SavedQuestionFields\n    }\n  }\n": types.SaveKnowledgeQuestionDocument,
    "\n  mutation RemoveKnowledgeQuestion($botId: ID!, $questionId: ID!) {\n    removeKnowledgeQuestion(botId: $botId, questionId: $questionId) {\n      message\n    }\n  }\n": types.RemoveKnowledgeQuestionDocument,
    "\n  mutation AddKnowledge($botId: ID!, $input: CreateKnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n": types.AddKnowledgeDocument,
    "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: UpdateKnowledgeInput!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n": types.UpdateKnowledgeDocument,
    "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n": types.DeleteKnowledgeDocument,
    "\n  fragment OwnMemoryFields on Memory {\n    summary\n    facts {\n      id\n      key\n      value\n      origin\n      saidAt\n    }\n  }\n": types.OwnMemoryFieldsFragmentDoc,
    "\n  query BotMemory($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    memoryOverview(botId: $botId) {\n      isOn\n      people\n      facts\n    }\n    ownMemory(botId: $botId) {\n      ...OwnMemoryFields\n    }\n  }\n": types.BotMemoryDocument,
    "\n  mutation ClearMemory($botId: ID!) {\n    clearMemory(botId: $botId) {\n      message\n    }\n  }\n": types.ClearMemoryDocument,
    "\n  mutation SaveOwnFact($botId: ID!, $factId: ID, $key: String!, $value: String!) {\n    saveOwnFact(botId: $botId, factId: $factId, key: $key, value: $value) {\n      ...OwnMemoryFields\n    }\n  }\n": types.SaveOwnFactDocument,
    "\n  mutation ForgetOwnMemory($botId: ID!, $factId: ID) {\n    forgetOwnMemory(botId: $botId, factId: $factId) {\n      ...OwnMemoryFields\n    }\n  }\n": types.ForgetOwnMemoryDocument,
    "\n  query Notifications($before: String) {\n    notifications(before: $before) {\n      notifications {\n        ...NotificationFields\n      }\n      unread\n      next\n    }\n  }\n": types.NotificationsDocument,
    "\n  mutation MarkNotificationRead($id: ID!) {\n    markNotificationRead(id: $id) {\n      unread\n    }\n  }\n": types.MarkNotificationReadDocument,
    "\n  mutation MarkNotificationsRead($upTo: ID!) {\n    markNotificationsRead(upTo: $upTo) {\n      unread\n    }\n  }\n": types.MarkNotificationsReadDocument,
    "\n  query PaletteBots($offset: Int) {\n    bots(limit: 200, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n        hasDiscordToken\n      }\n    }\n  }\n": types.PaletteBotsDocument,
    "\n  query SignInMethods {\n    signInMethods {\n      hasPassword\n      discordName\n      isDiscordOffered\n    }\n  }\n": types.SignInMethodsDocument,
    "\n  mutation UnlinkDiscord {\n    unlinkDiscord {\n      message\n    }\n  }\n": types.UnlinkDiscordDocument,
    "\n  query AccessKeys {\n    accessKeys {\n      id\n      name\n      hint\n      scopes\n      createdAt\n      lastUsedAt\n    }\n  }\n": types.AccessKeysDocument,
    "\n  mutation CreateAccessKey($input: CreateAccessKeyInput!) {\n    createAccessKey(input: $input) {\n      key\n      accessKey {\n        id\n      }\n    }\n  }\n": types.CreateAccessKeyDocument,
    "\n  mutation RevokeAccessKey($id: ID!) {\n    revokeAccessKey(id: $id) {\n      message\n    }\n  }\n": types.RevokeAccessKeyDocument,
    "\n  fragment Account on User {\n    id\n    username\n    email\n    subscriptionPlan\n    role\n    isAdmin\n    impersonatedBy {\n      id\n      username\n    }\n    apiSettings {\n      defaultModelProvider\n      hasApiKey\n      apiKeyHint\n      apiKeyProvider\n      apiKeyState\n      ownModel\n      developerMode\n    }\n    notificationSettings {\n      emailNotifications\n      botStatusAlerts\n      usageReports\n      marketingUpdates\n    }\n  }\n": types.AccountFragmentDoc,
    "\n  mutation UpdateProfile($input: ProfileInput!) {\n    updateProfile(input: $input) {\n      ...Account\n    }\n  }\n": types.UpdateProfileDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      message\n    }\n  }\n": types.ChangePasswordDocument,
    "\n  query MailOption {\n    signInOptions {\n      sendsMail\n    }\n  }\n": types.MailOptionDocument,
    "\n  mutation UpdateNotifications($input: NotificationSettingsInput!) {\n    updateNotificationSettings(input: $input) {\n      ...Account\n    }\n  }\n": types.UpdateNotificationsDocument,
    "\n  mutation UpdateApiSettings($input: UpdateApiSettingsInput!) {\n    updateApiSettings(input: $input) {\n      ...Account\n    }\n  }\n": types.UpdateApiSettingsDocument,
    "\n  query ModelOptions {\n    modelOptions {\n      offeredProviders\n      ownModels\n      keyProblem\n    }\n  }\n": types.ModelOptionsDocument,
    "\n  query Sessions {\n    sessions {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n      isCurrent\n    }\n  }\n": types.SessionsDocument,
    "\n  mutation EndSession($id: ID!) {\n    endSession(id: $id) {\n      message\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation EndAllSessions {\n    endAllSessions {\n      message\n    }\n  }\n": types.EndAllSessionsDocument,
    "\n  mutation DeleteAccount($password: String!) {\n    deleteAccount(password: $password) {\n      message\n    }\n  }\n": types.DeleteAccountDocument,
    "\n  query Subscription {\n    subscription {\n      ...SubscriptionFields\n    }\n  }\n": types.SubscriptionDocument,
    "\n  mutation OpenPortal {\n    openBillingPortal {\n      url\n    }\n  }\n": types.OpenPortalDocument,
    "\n  mutation ChangeSubscription($action: SubscriptionAction!) {\n    changeSubscription(action: $action) {\n      ...SubscriptionFields\n    }\n  }\n": types.ChangeSubscriptionDocument,
    "\n  query Payments($limit: Int!, $offset: Int!, $cursor: String) {\n    payments(limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n": types.PaymentsDocument,
    "\n  fragment SubscriptionFields on PlanSubscription {\n    plan\n    source\n    status\n    paidPlan\n    grantedPlan\n    currentPeriodEnd\n    cancelsAtPeriodEnd\n    scheduledPlan\n    renewalCents\n    graceEndsAt\n    payUrl\n    endedReason\n    endedPlan\n    isSandbox\n  }\n": types.SubscriptionFieldsFragmentDoc,
    "\n  fragment InstalledFields on InstalledSystem {\n    systemId\n    settings\n    installedAt\n  }\n": types.InstalledFieldsFragmentDoc,
    "\n  query BotSystems($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n    }\n    systems(botId: $botId) {\n      ...InstalledFields\n    }\n  }\n": types.BotSystemsDocument,
    "\n  mutation InstallSystem($botId: ID!, $systemId: String!) {\n    installSystem(botId: $botId, systemId: $systemId) {\n      ...InstalledFields\n    }\n  }\n": types.InstallSystemDocument,
    "\n  mutation ConfigureSystem($botId: ID!, $systemId: String!, $settings: JSON, $reset: Boolean) {\n    configureSystem(botId: $botId, systemId: $systemId, settings: $settings, reset: $reset) {\n      ...InstalledFields\n    }\n  }\n": types.ConfigureSystemDocument,
    "\n  mutation RemoveSystem($botId: ID!, $systemId: String!) {\n    removeSystem(botId: $botId, systemId: $systemId) {\n      message\n    }\n  }\n": types.RemoveSystemDocument,
    "\n  query SystemPage(\n    $botId: ID!\n    $systemId: String!\n    $guildId: String!\n    $section: String\n    $limit: Int\n    $offset: Int\n    $cursor: String\n  ) {\n    systemPage(\n      botId: $botId\n      systemId: $systemId\n      guildId: $guildId\n      section: $section\n      limit: $limit\n      offset: $offset\n      cursor: $cursor\n    ) {\n      sections {\n        id\n        title\n        empty\n        columns\n        rows {\n          id\n          cells\n          actions {\n            id\n            label\n            confirm\n            opens\n          }\n        }\n        total\n        next\n        previous\n      }\n      forms {\n        id\n        title\n        description\n        submit\n        confirm\n        fields\n      }\n      notice\n      upload {\n        title\n        description\n        submit\n        accept\n        maxBytes\n      }\n    }\n  }\n": types.SystemPageDocument,
    "\n  mutation ActOnSystem($botId: ID!, $systemId: String!, $guildId: String!, $action: String!, $rowId: String, $values: JSON) {\n    actOnSystem(botId: $botId, systemId: $systemId, guildId: $guildId, action: $action, rowId: $rowId, values: $values) {\n      message\n    }\n  }\n": types.ActOnSystemDocument,
    "\n  query TourBotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n": types.TourBotCountDocument,
    "\n  fragment SavedConversationFields on SavedConversation {\n    id\n    questions\n    latest {\n      answers\n      answeredAt\n    }\n    earlier {\n      answers\n      answeredAt\n    }\n  }\n": types.SavedConversationFieldsFragmentDoc,
    "\n  query SavedConversations($botId: ID!) {\n    savedConversations(botId: $botId) {\n      ...SavedConversationFields\n    }\n  }\n": types.SavedConversationsDocument,
    "\n  mutation SaveConversation($botId: ID!, $questions: [String!]!) {\n    saveConversation(botId: $botId, questions: $questions) {\n      ...SavedConversationFields\n    }\n  }\n": types.SaveConversationDocument,
    "\n  mutation RunConversation($botId: ID!, $conversationId: ID!, $requestId: String!) {\n    runConversation(botId: $botId, conversationId: $conversationId, requestId: $requestId) {\n      ...SavedConversationFields\n    }\n  }\n": types.RunConversationDocument,
    "\n  mutation RemoveConversation($botId: ID!, $conversationId: ID!) {\n    removeConversation(botId: $botId, conversationId: $conversationId) {\n      message\n    }\n  }\n": types.RemoveConversationDocument,
    "\n  fragment BotVersionFields on BotVersion {\n    version\n    savedAt\n    isByAdministrator\n    fields\n    restoredFrom\n  }\n": types.BotVersionFieldsFragmentDoc,
    "\n  fragment CharacterFields on Character {\n    name\n    description\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n  }\n": types.CharacterFieldsFragmentDoc,
    "\n  query BotVersions($botId: ID!, $limit: Int, $offset: Int) {\n    bot(id: $botId) {\n      id\n      name\n      version\n    }\n    botVersions(botId: $botId, limit: $limit, offset: $offset) {\n      versions {\n        ...BotVersionFields\n      }\n      total\n    }\n  }\n": types.BotVersionsDocument,
    "\n  query BotVersion($botId: ID!, $version: Int!) {\n    botVersion(botId: $botId, version: $version) {\n      version {\n        ...BotVersionFields\n      }\n      character {\n        ...CharacterFields\n      }\n      before {\n        ...CharacterFields\n      }\n    }\n  }\n": types.BotVersionDocument,
    "\n  query RestorePreview($botId: ID!, $version: Int!, $latest: Int!) {\n    wanted: botVersion(botId: $botId, version: $version) {\n      character {\n        ...CharacterFields\n      }\n    }\n    present: botVersion(botId: $botId, version: $latest) {\n      character {\n        ...CharacterFields\n      }\n    }\n  }\n": types.RestorePreviewDocument,
    "\n  mutation RestoreVersion($botId: ID!, $version: Int!, $expectedVersion: Int!) {\n    restoreBotVersion(botId: $botId, version: $version, expectedVersion: $expectedVersion) {\n      bot {\n        id\n        name\n        version\n      }\n      droppedTraits\n      warnings\n    }\n  }\n": types.RestoreVersionDocument,
    "\n  query BotAbilities($botId: ID!) {\n    bot(id: $botId) {\n      id\n      hasDiscordToken\n    }\n    chatEngine(botId: $botId) {\n      engine\n    }\n  }\n": types.BotAbilitiesDocument,
    "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      ...BotState\n    }\n  }\n": types.StartBotDocument,
    "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      ...BotState\n    }\n  }\n": types.StopBotDocument,
    "\n  fragment BotState on Bot {\n    id\n    name\n    status\n    runtimeState\n    statusReason\n  }\n": types.BotStateFragmentDoc,
    "\n  mutation CheckoutPlan($plan: String!) {\n    checkoutPlan(plan: $plan) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n": types.CheckoutPlanDocument,
    "\n  query CheckoutState($id: ID!) {\n    checkout(id: $id) {\n      state\n    }\n  }\n": types.CheckoutStateDocument,
    "\n  query RecentPlanPurchase {\n    usage {\n      plan\n    }\n    recentPlanPurchase {\n      plan\n      state\n    }\n  }\n": types.RecentPlanPurchaseDocument,
    "\n  query OpenPayment {\n    subscription {\n      paidPlan\n      graceEndsAt\n      payUrl\n    }\n  }\n": types.OpenPaymentDocument,
    "\n  query PlanAndCredits {\n    usage {\n      plan\n      credits\n    }\n  }\n": types.PlanAndCreditsDocument,
    "\n  fragment DiscordAccountFields on DiscordAccount {\n    applicationId\n    name\n    about\n    hasMessageContent\n    hasServerMembers\n  }\n": types.DiscordAccountFieldsFragmentDoc,
    "\n  fragment DiscordConnectionFields on DiscordConnection {\n    botId\n    applicationId\n    account {\n      ...DiscordAccountFields\n    }\n    servers {\n      id\n      name\n      memberCount\n      missingPermissions\n      inviteUrl\n    }\n    problem {\n      code\n      text\n    }\n    permissions\n    inviteUrl\n    agreedAt\n  }\n": types.DiscordConnectionFieldsFragmentDoc,
    "\n  query DiscordConnection($botId: ID!) {\n    discordConnection(botId: $botId) {\n      ...DiscordConnectionFields\n    }\n  }\n": types.DiscordConnectionDocument,
    "\n  mutation EnableIntent($botId: ID!, $intent: PrivilegedIntent!) {\n    enableIntent(botId: $botId, intent: $intent) {\n      ...DiscordAccountFields\n    }\n  }\n": types.EnableIntentDocument,
    "\n  query DiscordChannels($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      channels {\n        id\n        name\n        kind\n        category\n      }\n      categories {\n        id\n        name\n      }\n    }\n  }\n": types.DiscordChannelsDocument,
    "\n  query DiscordRoles($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      roles {\n        id\n        name\n      }\n    }\n  }\n": types.DiscordRolesDocument,
    "\n  query BotProblems($botId: ID!) {\n    botProblems(botId: $botId) {\n      problems {\n        guildId\n        channelId\n        action\n        permission\n        lastSeenAt\n      }\n    }\n  }\n": types.BotProblemsDocument,
    "\n  subscription BotStatus {\n    botStatus {\n      botId\n      status\n      runtimeState\n      statusReason\n      isResetting\n    }\n  }\n": types.BotStatusDocument,
    "\n  subscription ServersChanged {\n    serversChanged {\n      botId\n      change\n      serverId\n      serverName\n    }\n  }\n": types.ServersChangedDocument,
    "\n  subscription ProblemsChanged {\n    problemsChanged {\n      botId\n    }\n  }\n": types.ProblemsChangedDocument,
    "\n  subscription UsageChanged {\n    usageChanged {\n      runsOutAt\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n    }\n  }\n": types.UsageChangedDocument,
    "\n  subscription NotificationsChanged {\n    notificationsChanged {\n      ...NotificationFeedFields\n    }\n  }\n": types.NotificationsChangedDocument,
    "\n  query ModelCatalogue {\n    modelCatalogue {\n      isConfigured\n      models {\n        label\n        name\n        provider\n        model\n        plan\n        contextWindow\n        seesPictures\n        usesTools\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n      localModel\n      imageModel {\n        name\n        provider\n        model\n        plan\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n    }\n  }\n": types.ModelCatalogueDocument,
    "\n  fragment NotificationFields on Notification {\n    id\n    createdAt\n    isRead\n    content {\n      kind\n      botId\n      botName\n      reason\n      plan\n      graceEndsAt\n      change\n      percent\n      used\n      limit\n      resetsAt\n      runsOutAt\n      weekStart\n      replies\n      activeBots\n      planReplies\n      creditsUsed\n      newsId\n      title\n      text\n    }\n  }\n": types.NotificationFieldsFragmentDoc,
    "\n  fragment NotificationFeedFields on NotificationFeed {\n    unread\n    latest {\n      ...NotificationFields\n    }\n  }\n": types.NotificationFeedFieldsFragmentDoc,
    "\n  query NotificationFeed {\n    notificationFeed {\n      ...NotificationFeedFields\n    }\n  }\n": types.NotificationFeedDocument,
    "\n  fragment PaymentFields on Payment {\n    id\n    at\n    title\n    cents\n    currency\n    refundedCents\n    dispute\n  }\n": types.PaymentFieldsFragmentDoc,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkspaceBot($id: ID!) {\n    bot(id: $id) {\n      ...BotState\n      avatarColor\n    }\n  }\n"): (typeof documents)["\n  query WorkspaceBot($id: ID!) {\n    bot(id: $id) {\n      ...BotState\n      avatarColor\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OtherBots {\n    bots(limit: 20) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n      }\n    }\n  }\n"): (typeof documents)["\n  query OtherBots {\n    bots(limit: 20) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AdminUserFields on AdminUser {\n    id\n    username\n    email\n    subscriptionPlan\n    subscriptionStatus\n    messageCredits\n    role\n    isAdmin\n    createdAt\n  }\n"): (typeof documents)["\n  fragment AdminUserFields on AdminUser {\n    id\n    username\n    email\n    subscriptionPlan\n    subscriptionStatus\n    messageCredits\n    role\n    isAdmin\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!, $cursor: String) {\n    users(search: $search, role: $role, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!, $cursor: String) {\n    users(search: $search, role: $role, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Admins($limit: Int!, $offset: Int!) {\n    admins(limit: $limit, offset: $offset) {\n      total\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Admins($limit: Int!, $offset: Int!) {\n    admins(limit: $limit, offset: $offset) {\n      total\n      users {\n        ...AdminUserFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UserPage($userId: ID!, $limit: Int!, $offset: Int!) {\n    user(userId: $userId) {\n      ...AdminUserFields\n    }\n    userAccount(userId: $userId) {\n      plan\n      source\n      status\n      paidPlan\n      currentPeriodEnd\n      cancelsAtPeriodEnd\n      graceEndsAt\n      isSandbox\n      credits\n      used\n      dailyLimit\n    }\n    userBots(userId: $userId, limit: $limit, offset: $offset) {\n      total\n      bots {\n        id\n        name\n        status\n        runtimeState\n        messageCount\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query UserPage($userId: ID!, $limit: Int!, $offset: Int!) {\n    user(userId: $userId) {\n      ...AdminUserFields\n    }\n    userAccount(userId: $userId) {\n      plan\n      source\n      status\n      paidPlan\n      currentPeriodEnd\n      cancelsAtPeriodEnd\n      graceEndsAt\n      isSandbox\n      credits\n      used\n      dailyLimit\n    }\n    userBots(userId: $userId, limit: $limit, offset: $offset) {\n      total\n      bots {\n        id\n        name\n        status\n        runtimeState\n        messageCount\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UserSessions($userId: ID!) {\n    userSessions(userId: $userId) {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n    }\n  }\n"): (typeof documents)["\n  query UserSessions($userId: ID!) {\n    userSessions(userId: $userId) {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndUserSessions($userId: ID!) {\n    endUserSessions(userId: $userId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation EndUserSessions($userId: ID!) {\n    endUserSessions(userId: $userId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AdminStats {\n    adminStats {\n      users {\n        total\n        free\n        standard\n        premium\n      }\n      bots {\n        total\n        active\n      }\n      messages\n      careAnswers\n    }\n  }\n"): (typeof documents)["\n  query AdminStats {\n    adminStats {\n      users {\n        total\n        free\n        standard\n        premium\n      }\n      bots {\n        total\n        active\n      }\n      messages\n      careAnswers\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!, $cursor: String) {\n    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      isIntact\n      names {\n        id\n        name\n      }\n      events {\n        id\n        at\n        action\n        actorId\n        actorName\n        effectiveUserId\n        target\n        ip\n        requestId\n        details\n      }\n    }\n  }\n"): (typeof documents)["\n  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!, $cursor: String) {\n    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      isIntact\n      names {\n        id\n        name\n      }\n      events {\n        id\n        at\n        action\n        actorId\n        actorName\n        effectiveUserId\n        target\n        ip\n        requestId\n        details\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetUserPlan($userId: ID!, $plan: String!) {\n    setUserPlan(userId: $userId, plan: $plan) {\n      userId\n      plan\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation SetUserPlan($userId: ID!, $plan: String!) {\n    setUserPlan(userId: $userId, plan: $plan) {\n      userId\n      plan\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation GrantCredits($userId: ID!, $credits: Int!, $idempotencyKey: String!) {\n    grantCredits(userId: $userId, credits: $credits, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation GrantCredits($userId: ID!, $credits: Int!, $idempotencyKey: String!) {\n    grantCredits(userId: $userId, credits: $credits, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation GrantAdmin($userId: ID!) {\n    grantAdmin(userId: $userId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation GrantAdmin($userId: ID!) {\n    grantAdmin(userId: $userId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeAdmin($userId: ID!) {\n    revokeAdmin(userId: $userId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeAdmin($userId: ID!) {\n    revokeAdmin(userId: $userId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EditableModels {\n    editableModels {\n      label\n      name\n      provider\n      model\n      plan\n      contextWindow\n      inputPrice\n      cachedPrice\n      outputPrice\n      shutdownDate\n      seesPictures\n      usesTools\n      reasoningTokens\n      isListed\n      announcedShutdown\n      isChanged\n      version\n    }\n  }\n"): (typeof documents)["\n  query EditableModels {\n    editableModels {\n      label\n      name\n      provider\n      model\n      plan\n      contextWindow\n      inputPrice\n      cachedPrice\n      outputPrice\n      shutdownDate\n      seesPictures\n      usesTools\n      reasoningTokens\n      isListed\n      announcedShutdown\n      isChanged\n      version\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeModel($label: String!, $version: Int!, $input: ModelEntryInput!) {\n    changeModel(label: $label, version: $version, input: $input) {\n      label\n      version\n    }\n  }\n"): (typeof documents)["\n  mutation ChangeModel($label: String!, $version: Int!, $input: ModelEntryInput!) {\n    changeModel(label: $label, version: $version, input: $input) {\n      label\n      version\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetModel($label: String!, $version: Int!) {\n    resetModel(label: $label, version: $version) {\n      label\n      version\n    }\n  }\n"): (typeof documents)["\n  mutation ResetModel($label: String!, $version: Int!) {\n    resetModel(label: $label, version: $version) {\n      label\n      version\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query News($limit: Int!, $offset: Int!, $cursor: String) {\n    news(limit: $limit, offset: $offset, cursor: $cursor) {\n      news {\n        id\n        title\n        text\n        createdAt\n        reached\n        finishedAt\n      }\n      total\n      next\n      previous\n      subscribers\n    }\n  }\n"): (typeof documents)["\n  query News($limit: Int!, $offset: Int!, $cursor: String) {\n    news(limit: $limit, offset: $offset, cursor: $cursor) {\n      news {\n        id\n        title\n        text\n        createdAt\n        reached\n        finishedAt\n      }\n      total\n      next\n      previous\n      subscribers\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendNews($id: ID!, $title: String!, $text: String!) {\n    sendNews(id: $id, title: $title, text: $text) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation SendNews($id: ID!, $title: String!, $text: String!) {\n    sendNews(id: $id, title: $title, text: $text) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookEventFields on WebhookEvent {\n    id\n    type\n    mode\n    state\n    failure\n    note\n    attempts\n    happenedAt\n    receivedAt\n    userId\n    username\n  }\n"): (typeof documents)["\n  fragment WebhookEventFields on WebhookEvent {\n    id\n    type\n    mode\n    state\n    failure\n    note\n    attempts\n    happenedAt\n    receivedAt\n    userId\n    username\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WebhookEvents($state: WebhookState, $limit: Int!, $offset: Int!, $cursor: String) {\n    webhookEvents(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      refused\n      events {\n        ...WebhookEventFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query WebhookEvents($state: WebhookState, $limit: Int!, $offset: Int!, $cursor: String) {\n    webhookEvents(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      refused\n      events {\n        ...WebhookEventFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReplayWebhookEvent($id: String!) {\n    replayWebhookEvent(id: $id) {\n      ...WebhookEventFields\n    }\n  }\n"): (typeof documents)["\n  mutation ReplayWebhookEvent($id: String!) {\n    replayWebhookEvent(id: $id) {\n      ...WebhookEventFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UserPayments($userId: ID!, $limit: Int!, $offset: Int!, $cursor: String) {\n    userPayments(userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query UserPayments($userId: ID!, $limit: Int!, $offset: Int!, $cursor: String) {\n    userPayments(userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaymentStatistics {\n    paymentStatistics(limit: 13) {\n      mode\n      periods {\n        month\n        from\n        to\n        revenue {\n          currency\n          items {\n            plan\n            credits\n            payments\n            cents\n          }\n          receivedCents\n          refundedCents\n          disputedCents\n          netCents\n        }\n        subscribers {\n          basic\n          premium\n          started\n          ended\n        }\n        credits {\n          sold\n          granted\n          spent\n          refunded\n          corrected\n          outstanding\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query PaymentStatistics {\n    paymentStatistics(limit: 13) {\n      mode\n      periods {\n        month\n        from\n        to\n        revenue {\n          currency\n          items {\n            plan\n            credits\n            payments\n            cents\n          }\n          receivedCents\n          refundedCents\n          disputedCents\n          netCents\n        }\n        subscribers {\n          basic\n          premium\n          started\n          ended\n        }\n        credits {\n          sold\n          granted\n          spent\n          refunded\n          corrected\n          outstanding\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CorrectCredits($userId: ID!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {\n    correctCredits(userId: $userId, credits: $credits, reason: $reason, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation CorrectCredits($userId: ID!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {\n    correctCredits(userId: $userId, credits: $credits, reason: $reason, idempotencyKey: $idempotencyKey) {\n      credits\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ReportFields on Report {\n    id\n    botId\n    botName\n    ownerId\n    guildId\n    channelId\n    messageId\n    reason\n    text\n    reporters\n    state\n    createdAt\n    handledAt\n  }\n"): (typeof documents)["\n  fragment ReportFields on Report {\n    id\n    botId\n    botName\n    ownerId\n    guildId\n    channelId\n    messageId\n    reason\n    text\n    reporters\n    state\n    createdAt\n    handledAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Reports($state: ReportState, $limit: Int!, $offset: Int!, $cursor: String) {\n    reports(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      reports {\n        ...ReportFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Reports($state: ReportState, $limit: Int!, $offset: Int!, $cursor: String) {\n    reports(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      reports {\n        ...ReportFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation HandleReport($id: ID!, $action: ReportAction!) {\n    handleReport(id: $id, action: $action) {\n      ...ReportFields\n    }\n  }\n"): (typeof documents)["\n  mutation HandleReport($id: ID!, $action: ReportAction!) {\n    handleReport(id: $id, action: $action) {\n      ...ReportFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotAnalytics($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      runtimeState\n    }\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      avgResponseTime\n      uptime\n      engagementScore\n      userEngagement {\n        totalUsers\n        activeToday\n        totalConversations\n      }\n      ratings {\n        good\n        bad\n        reasons {\n          reason\n          count\n        }\n      }\n      botInfo {\n        status\n        model\n      }\n      hourlyActivity {\n        hour\n        messages\n      }\n    }\n  }\n"): (typeof documents)["\n  query BotAnalytics($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      runtimeState\n    }\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      avgResponseTime\n      uptime\n      engagementScore\n      userEngagement {\n        totalUsers\n        activeToday\n        totalConversations\n      }\n      ratings {\n        good\n        bad\n        reasons {\n          reason\n          count\n        }\n      }\n      botInfo {\n        status\n        model\n      }\n      hourlyActivity {\n        hour\n        messages\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlanSource {\n    subscription {\n      source\n      paidPlan\n    }\n  }\n"): (typeof documents)["\n  query PlanSource {\n    subscription {\n      source\n      paidPlan\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Credits {\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n      runsOutAt\n    }\n    creditPackages {\n      id\n      name\n      credits\n      price\n      isPopular\n      isBestValue\n    }\n  }\n"): (typeof documents)["\n  query Credits {\n    usage {\n      used\n      dailyLimit\n      credits\n      resetsAt\n      runsOutAt\n    }\n    creditPackages {\n      id\n      name\n      credits\n      price\n      isPopular\n      isBestValue\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CreditHistory($limit: Int!, $before: String) {\n    creditHistory(limit: $limit, before: $before) {\n      total\n      next\n      movements {\n        id\n        at\n        kind\n        credits\n        balanceAfter\n        botId\n        botName\n        description\n      }\n    }\n  }\n"): (typeof documents)["\n  query CreditHistory($limit: Int!, $before: String) {\n    creditHistory(limit: $limit, before: $before) {\n      total\n      next\n      movements {\n        id\n        at\n        kind\n        credits\n        balanceAfter\n        botId\n        botName\n        description\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckoutCredits($packageId: String!) {\n    checkoutCredits(packageId: $packageId) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n"): (typeof documents)["\n  mutation CheckoutCredits($packageId: String!) {\n    checkoutCredits(packageId: $packageId) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PreviewPlanChange($plan: String!) {\n    previewPlanChange(plan: $plan) {\n      id\n      direction\n      fromPlan\n      toPlan\n      todayCents\n      renewalCents\n      renewsAt\n      takesEffectAt\n      endsAt\n      isSandbox\n    }\n  }\n"): (typeof documents)["\n  mutation PreviewPlanChange($plan: String!) {\n    previewPlanChange(plan: $plan) {\n      id\n      direction\n      fromPlan\n      toPlan\n      todayCents\n      renewalCents\n      renewsAt\n      takesEffectAt\n      endsAt\n      isSandbox\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmPlanChange($id: ID!) {\n    confirmPlanChange(id: $id) {\n      state\n      payUrl\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmPlanChange($id: ID!) {\n    confirmPlanChange(id: $id) {\n      state\n      payUrl\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SandboxPortalFields on SandboxPortal {\n    isCardDeclined\n    hasSubscription\n    payments {\n      id\n      title\n      cents\n      state\n      at\n    }\n  }\n"): (typeof documents)["\n  fragment SandboxPortalFields on SandboxPortal {\n    isCardDeclined\n    hasSubscription\n    payments {\n      id\n      title\n      cents\n      state\n      at\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SandboxPortalPage {\n    sandboxPortal {\n      ...SandboxPortalFields\n    }\n  }\n"): (typeof documents)["\n  query SandboxPortalPage {\n    sandboxPortal {\n      ...SandboxPortalFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeSandbox($action: SandboxAction!, $paymentId: String) {\n    changeSandbox(action: $action, paymentId: $paymentId) {\n      ...SandboxPortalFields\n    }\n  }\n"): (typeof documents)["\n  mutation ChangeSandbox($action: SandboxAction!, $paymentId: String) {\n    changeSandbox(action: $action, paymentId: $paymentId) {\n      ...SandboxPortalFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    discordTokenHint\n    serverId\n    statusText\n    ageRating\n    dedicatedChannelId\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n    dailyCaps {\n      perBot\n      perServer\n      perMember\n    }\n    tools {\n      pages\n      calculator\n      dates\n      dice\n      commands\n      servers\n    }\n    messageCount\n    isResetting\n    createdAt\n    version\n  }\n"): (typeof documents)["\n  fragment BotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    discordTokenHint\n    serverId\n    statusText\n    ageRating\n    dedicatedChannelId\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n    dailyCaps {\n      perBot\n      perServer\n      perMember\n    }\n    tools {\n      pages\n      calculator\n      dates\n      dice\n      commands\n      servers\n    }\n    messageCount\n    isResetting\n    createdAt\n    version\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      ...BotFields\n    }\n  }\n"): (typeof documents)["\n  query Bot($id: ID!) {\n    bot(id: $id) {\n      ...BotFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotFigures($botId: ID!) {\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      uptime\n      botInfo {\n        model\n      }\n    }\n  }\n"): (typeof documents)["\n  query BotFigures($botId: ID!) {\n    analytics(botId: $botId) {\n      totalMessages\n      activeUsers\n      uptime\n      botInfo {\n        model\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Conversations($botId: ID!) {\n    conversations(botId: $botId) {\n      conversations {\n        channel\n        channelId\n        messages\n        people\n        lastAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Conversations($botId: ID!) {\n    conversations(botId: $botId) {\n      conversations {\n        channel\n        channelId\n        messages\n        people\n        lastAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OverviewUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n    }\n  }\n"): (typeof documents)["\n  query OverviewUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OverviewQuestions($botId: ID!) {\n    changedKnowledgeQuestions(botId: $botId) {\n      changed\n      failed\n    }\n  }\n"): (typeof documents)["\n  query OverviewQuestions($botId: ID!) {\n    changedKnowledgeQuestions(botId: $botId) {\n      changed\n      failed\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Answering($botId: ID!) {\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n  }\n"): (typeof documents)["\n  query Answering($botId: ID!) {\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OverviewCheckUp($botId: ID!) {\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        serverId\n        serverName\n        channelId\n        roleFault\n        modelFault\n      }\n    }\n  }\n"): (typeof documents)["\n  query OverviewCheckUp($botId: ID!) {\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        serverId\n        serverName\n        channelId\n        roleFault\n        modelFault\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"): (typeof documents)["\n  query BotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SavedBotFields on SavedBot {\n    bot {\n      ...BotFields\n    }\n    droppedTraits\n    warnings\n  }\n"): (typeof documents)["\n  fragment SavedBotFields on SavedBot {\n    bot {\n      ...BotFields\n    }\n    droppedTraits\n    warnings\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBot($input: CreateBotInput!) {\n    createBot(input: $input) {\n      ...SavedBotFields\n    }\n  }\n"): (typeof documents)["\n  mutation CreateBot($input: CreateBotInput!) {\n    createBot(input: $input) {\n      ...SavedBotFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateBot($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      ...SavedBotFields\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateBot($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      ...SavedBotFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteBot($id: ID!) {\n    deleteBot(id: $id) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetBot($id: ID!, $name: String!) {\n    resetBot(id: $id, name: $name) {\n      isDone\n    }\n  }\n"): (typeof documents)["\n  mutation ResetBot($id: ID!, $name: String!) {\n    resetBot(id: $id, name: $name) {\n      isDone\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotReset($id: ID!) {\n    bot(id: $id) {\n      id\n      isResetting\n    }\n  }\n"): (typeof documents)["\n  query BotReset($id: ID!) {\n    bot(id: $id) {\n      id\n      isResetting\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ToolServerFields on ToolServer {\n    id\n    name\n    address\n    hasToken\n    tools {\n      name\n      description\n      isAllowed\n    }\n    checkedAt\n  }\n"): (typeof documents)["\n  fragment ToolServerFields on ToolServer {\n    id\n    name\n    address\n    hasToken\n    tools {\n      name\n      description\n      isAllowed\n    }\n    checkedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ToolServers($botId: ID!) {\n    toolServers(botId: $botId) {\n      ...ToolServerFields\n    }\n  }\n"): (typeof documents)["\n  query ToolServers($botId: ID!) {\n    toolServers(botId: $botId) {\n      ...ToolServerFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddToolServer($botId: ID!, $input: ToolServerInput!) {\n    addToolServer(botId: $botId, input: $input) {\n      ...ToolServerFields\n    }\n  }\n"): (typeof documents)["\n  mutation AddToolServer($botId: ID!, $input: ToolServerInput!) {\n    addToolServer(botId: $botId, input: $input) {\n      ...ToolServerFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckToolServer($botId: ID!, $serverId: ID!) {\n    checkToolServer(botId: $botId, serverId: $serverId) {\n      ...ToolServerFields\n    }\n  }\n"): (typeof documents)["\n  mutation CheckToolServer($botId: ID!, $serverId: ID!) {\n    checkToolServer(botId: $botId, serverId: $serverId) {\n      ...ToolServerFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AllowTools($botId: ID!, $serverId: ID!, $checkedAt: String!, $tools: [String!]!) {\n    allowTools(botId: $botId, serverId: $serverId, checkedAt: $checkedAt, tools: $tools) {\n      ...ToolServerFields\n    }\n  }\n"): (typeof documents)["\n  mutation AllowTools($botId: ID!, $serverId: ID!, $checkedAt: String!, $tools: [String!]!) {\n    allowTools(botId: $botId, serverId: $serverId, checkedAt: $checkedAt, tools: $tools) {\n      ...ToolServerFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveToolServer($botId: ID!, $serverId: ID!) {\n    removeToolServer(botId: $botId, serverId: $serverId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveToolServer($botId: ID!, $serverId: ID!) {\n    removeToolServer(botId: $botId, serverId: $serverId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModerationCaseFields on ModerationCase {\n    id\n    guildId\n    channelId\n    memberId\n    memberName\n    rule\n    detail\n    actions\n    refused\n    warnings\n    timeoutUntil\n    isDryRun\n    createdAt\n    undoneAt\n  }\n"): (typeof documents)["\n  fragment ModerationCaseFields on ModerationCase {\n    id\n    guildId\n    channelId\n    memberId\n    memberName\n    rule\n    detail\n    actions\n    refused\n    warnings\n    timeoutUntil\n    isDryRun\n    createdAt\n    undoneAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModerationCases($botId: ID!, $member: String, $limit: Int, $offset: Int, $cursor: String) {\n    moderationCases(botId: $botId, member: $member, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      cases {\n        ...ModerationCaseFields\n      }\n    }\n    moderationPauses(botId: $botId) {\n      guildId\n      pausedAt\n    }\n  }\n"): (typeof documents)["\n  query ModerationCases($botId: ID!, $member: String, $limit: Int, $offset: Int, $cursor: String) {\n    moderationCases(botId: $botId, member: $member, limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      isMoreThanTotal\n      next\n      previous\n      cases {\n        ...ModerationCaseFields\n      }\n    }\n    moderationPauses(botId: $botId) {\n      guildId\n      pausedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UndoModeration($botId: ID!, $caseId: ID!) {\n    undoModeration(botId: $botId, caseId: $caseId) {\n      ...ModerationCaseFields\n    }\n  }\n"): (typeof documents)["\n  mutation UndoModeration($botId: ID!, $caseId: ID!) {\n    undoModeration(botId: $botId, caseId: $caseId) {\n      ...ModerationCaseFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeModeration($botId: ID!, $guildId: String!) {\n    resumeModeration(botId: $botId, guildId: $guildId) {\n      guildId\n    }\n  }\n"): (typeof documents)["\n  mutation ResumeModeration($botId: ID!, $guildId: String!) {\n    resumeModeration(botId: $botId, guildId: $guildId) {\n      guildId\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BotChannelFields on Bot {\n    id\n    name\n    channelSettings {\n      dedicatedChannelId\n      allowedChannels\n      restrictedChannels\n      autoReply\n      mentionOnly\n      ignoreOtherBots\n      logMessages\n      moderationMode\n      responseDelay\n      maxMessagesPerMinute\n      allowCommands\n      allowFileUploads\n      customPrefix\n      enableThreads\n      autoCreateThreads\n      replyButtons\n      profanityFilter\n      spamDetection\n      blockLinks\n      blockInvites\n      capsFilter\n      autoDelete\n      issueWarnings\n      timeoutUsers\n      timeoutDuration\n      whitelistUsers\n      warningThreshold\n      proactiveMessages {\n        channelId\n        event\n        text\n        isWritten\n        hint\n        quietDays\n        weekday\n        time\n        timeZone\n      }\n      blockedWords\n      allowedLinkHosts\n      moderationLogChannelId\n      moderationDryRun\n      allowDirectMessages\n      directMessagesPerHour\n      missedMessages\n    }\n    serverId\n    version\n  }\n"): (typeof documents)["\n  fragment BotChannelFields on Bot {\n    id\n    name\n    channelSettings {\n      dedicatedChannelId\n      allowedChannels\n      restrictedChannels\n      autoReply\n      mentionOnly\n      ignoreOtherBots\n      logMessages\n      moderationMode\n      responseDelay\n      maxMessagesPerMinute\n      allowCommands\n      allowFileUploads\n      customPrefix\n      enableThreads\n      autoCreateThreads\n      replyButtons\n      profanityFilter\n      spamDetection\n      blockLinks\n      blockInvites\n      capsFilter\n      autoDelete\n      issueWarnings\n      timeoutUsers\n      timeoutDuration\n      whitelistUsers\n      warningThreshold\n      proactiveMessages {\n        channelId\n        event\n        text\n        isWritten\n        hint\n        quietDays\n        weekday\n        time\n        timeZone\n      }\n      blockedWords\n      allowedLinkHosts\n      moderationLogChannelId\n      moderationDryRun\n      allowDirectMessages\n      directMessagesPerHour\n      missedMessages\n    }\n    serverId\n    version\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotChannel($id: ID!) {\n    bot(id: $id) {\n      ...BotChannelFields\n    }\n  }\n"): (typeof documents)["\n  query BotChannel($id: ID!) {\n    bot(id: $id) {\n      ...BotChannelFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...BotChannelFields\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...BotChannelFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      greeting\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n"): (typeof documents)["\n  query ChatBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n      description\n      greeting\n      avatarColor\n      status\n      runtimeState\n    }\n    chatEngine(botId: $id) {\n      engine\n      label\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Citations($botId: ID!, $requestId: String!) {\n    citations(botId: $botId, requestId: $requestId) {\n      itemId\n      title\n      passages\n    }\n  }\n"): (typeof documents)["\n  query Citations($botId: ID!, $requestId: String!) {\n    citations(botId: $botId, requestId: $requestId) {\n      itemId\n      title\n      passages\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RateReply($botId: ID!, $requestId: String!, $input: RatingInput!) {\n    rateReply(botId: $botId, requestId: $requestId, input: $input) {\n      isGood\n      reason\n    }\n  }\n"): (typeof documents)["\n  mutation RateReply($botId: ID!, $requestId: String!, $input: RatingInput!) {\n    rateReply(botId: $botId, requestId: $requestId, input: $input) {\n      isGood\n      reason\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AvailableFields on AvailableCommand {\n    id\n    name\n    description\n    category\n    icon\n    trigger\n  }\n"): (typeof documents)["\n  fragment AvailableFields on AvailableCommand {\n    id\n    name\n    description\n    category\n    icon\n    trigger\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotBrain($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n      status\n    }\n    learnedCommands(botId: $botId) {\n      ...LearnedFields\n    }\n    commands(limit: 200) {\n      total\n      commands {\n        ...AvailableFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query BotBrain($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n      status\n    }\n    learnedCommands(botId: $botId) {\n      ...LearnedFields\n    }\n    commands(limit: 200) {\n      total\n      commands {\n        ...AvailableFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchCommands($search: String!, $category: CommandCategory) {\n    commands(search: $search, category: $category, limit: 200) {\n      commands {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query SearchCommands($search: String!, $category: CommandCategory) {\n    commands(search: $search, category: $category, limit: 200) {\n      commands {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LearnCommand($botId: ID!, $commandId: String!) {\n    learnCommand(botId: $botId, commandId: $commandId) {\n      ...LearnedFields\n    }\n  }\n"): (typeof documents)["\n  mutation LearnCommand($botId: ID!, $commandId: String!) {\n    learnCommand(botId: $botId, commandId: $commandId) {\n      ...LearnedFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: UpdateLearnedCommandInput!) {\n    updateLearnedCommand(botId: $botId, botCommandId: $botCommandId, input: $input) {\n      id\n      isEnabled\n      customTrigger\n      cooldownS\n      requiredRoleId\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: UpdateLearnedCommandInput!) {\n    updateLearnedCommand(botId: $botId, botCommandId: $botCommandId, input: $input) {\n      id\n      isEnabled\n      customTrigger\n      cooldownS\n      requiredRoleId\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnlearnCommand($botId: ID!, $botCommandId: ID!) {\n    unlearnCommand(botId: $botId, botCommandId: $botCommandId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation UnlearnCommand($botId: ID!, $botCommandId: ID!) {\n    unlearnCommand(botId: $botId, botCommandId: $botCommandId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CommandDataFields on CommandData {\n    keys\n    bytes\n    maxBytes\n    hosts\n  }\n"): (typeof documents)["\n  fragment CommandDataFields on CommandData {\n    keys\n    bytes\n    maxBytes\n    hosts\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CommandData($botId: ID!) {\n    commandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n"): (typeof documents)["\n  query CommandData($botId: ID!) {\n    commandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetCommandHosts($botId: ID!, $hosts: [String!]!) {\n    setCommandHosts(botId: $botId, hosts: $hosts) {\n      ...CommandDataFields\n    }\n  }\n"): (typeof documents)["\n  mutation SetCommandHosts($botId: ID!, $hosts: [String!]!) {\n    setCommandHosts(botId: $botId, hosts: $hosts) {\n      ...CommandDataFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ClearCommandData($botId: ID!) {\n    clearCommandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n"): (typeof documents)["\n  mutation ClearCommandData($botId: ID!) {\n    clearCommandData(botId: $botId) {\n      ...CommandDataFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LearnedFields on LearnedCommand {\n    id\n    commandId\n    isEnabled\n    customTrigger\n    cooldownS\n    requiredRoleId\n    command {\n      ...AvailableFields\n    }\n  }\n"): (typeof documents)["\n  fragment LearnedFields on LearnedCommand {\n    id\n    commandId\n    isEnabled\n    customTrigger\n    cooldownS\n    requiredRoleId\n    command {\n      ...AvailableFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ConnectBotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    serverId\n    statusText\n    channelSettings {\n      dedicatedChannelId\n      mentionOnly\n      autoReply\n      customPrefix\n    }\n  }\n"): (typeof documents)["\n  fragment ConnectBotFields on Bot {\n    ...BotState\n    description\n    avatarColor\n    hasDiscordToken\n    serverId\n    statusText\n    channelSettings {\n      dedicatedChannelId\n      mentionOnly\n      autoReply\n      customPrefix\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConnectBot($id: ID!) {\n    bot(id: $id) {\n      ...ConnectBotFields\n    }\n  }\n"): (typeof documents)["\n  query ConnectBot($id: ID!) {\n    bot(id: $id) {\n      ...ConnectBotFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckDiscordToken($token: String!) {\n    checkDiscordToken(token: $token) {\n      verdict\n      applicationId\n      name\n      hasMessageContent\n    }\n  }\n"): (typeof documents)["\n  mutation CheckDiscordToken($token: String!) {\n    checkDiscordToken(token: $token) {\n      verdict\n      applicationId\n      name\n      hasMessageContent\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveConnection($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...ConnectBotFields\n      }\n      warnings\n    }\n  }\n"): (typeof documents)["\n  mutation SaveConnection($id: ID!, $input: UpdateBotInput!) {\n    updateBot(id: $id, input: $input) {\n      bot {\n        ...ConnectBotFields\n      }\n      warnings\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateDiscordProfile($botId: ID!, $input: DiscordProfileInput!) {\n    updateDiscordProfile(botId: $botId, input: $input) {\n      ...DiscordAccountFields\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateDiscordProfile($botId: ID!, $input: DiscordProfileInput!) {\n    updateDiscordProfile(botId: $botId, input: $input) {\n      ...DiscordAccountFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SayHello($botId: ID!, $channelId: String!, $helloId: ID!) {\n    sayHello(botId: $botId, channelId: $channelId, helloId: $helloId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation SayHello($botId: ID!, $channelId: String!, $helloId: ID!) {\n    sayHello(botId: $botId, channelId: $channelId, helloId: $helloId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CustomCommands {\n    customCommands(limit: 200) {\n      total\n      commands {\n        id\n        name\n        trigger\n        description\n        icon\n        needsReview\n      }\n    }\n  }\n"): (typeof documents)["\n  query CustomCommands {\n    customCommands(limit: 200) {\n      total\n      commands {\n        id\n        name\n        trigger\n        description\n        icon\n        needsReview\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StoredCommandFields on CustomCommand {\n    id\n    name\n    trigger\n    description\n    code\n    icon\n    options {\n      name\n      description\n      type\n      isRequired\n      choices\n    }\n    needsReview\n  }\n"): (typeof documents)["\n  fragment StoredCommandFields on CustomCommand {\n    id\n    name\n    trigger\n    description\n    code\n    icon\n    options {\n      name\n      description\n      type\n      isRequired\n      choices\n    }\n    needsReview\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CustomCommand($id: ID!) {\n    customCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n"): (typeof documents)["\n  query CustomCommand($id: ID!) {\n    customCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CustomCommandRuns($id: ID!) {\n    customCommandRuns(id: $id) {\n      id\n      botName\n      trigger\n      startedAt\n      durationMs\n      error {\n        message\n        line\n      }\n    }\n  }\n"): (typeof documents)["\n  query CustomCommandRuns($id: ID!) {\n    customCommandRuns(id: $id) {\n      id\n      botName\n      trigger\n      startedAt\n      durationMs\n      error {\n        message\n        line\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCustomCommand($input: CreateCustomCommandInput!) {\n    createCustomCommand(input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation CreateCustomCommand($input: CreateCustomCommandInput!) {\n    createCustomCommand(input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateCustomCommand($id: ID!, $input: UpdateCustomCommandInput!) {\n    updateCustomCommand(id: $id, input: $input) {\n      ...StoredCommandFields\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateCustomCommand($id: ID!, $input: UpdateCustomCommandInput!) {\n    updateCustomCommand(id: $id, input: $input) {\n      ...StoredCommandFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteCustomCommand($id: ID!) {\n    deleteCustomCommand(id: $id) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteCustomCommand($id: ID!) {\n    deleteCustomCommand(id: $id) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckCommandSyntax($code: String!) {\n    checkCommandSyntax(code: $code) {\n      valid\n      message\n      line\n      column\n    }\n  }\n"): (typeof documents)["\n  mutation CheckCommandSyntax($code: String!) {\n    checkCommandSyntax(code: $code) {\n      valid\n      message\n      line\n      column\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestCustomCommand($input: TestCustomCommandInput!) {\n    testCustomCommand(input: $input) {\n      result {\n        success\n        response\n        shouldReply\n        posts {\n          content\n          embeds {\n            title\n            description\n            color\n            author\n            footer\n            image\n            fields {\n              name\n              value\n            }\n          }\n          buttons {\n            label\n            url\n          }\n          selects {\n            value\n            placeholder\n          }\n        }\n        form {\n          title\n        }\n      }\n      error {\n        message\n        line\n        column\n      }\n      log {\n        level\n        text\n      }\n      durationMs\n      context {\n        message\n        userId\n        channelId\n        guildId\n        botId\n        trigger\n        args\n        options\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation TestCustomCommand($input: TestCustomCommandInput!) {\n    testCustomCommand(input: $input) {\n      result {\n        success\n        response\n        shouldReply\n        posts {\n          content\n          embeds {\n            title\n            description\n            color\n            author\n            footer\n            image\n            fields {\n              name\n              value\n            }\n          }\n          buttons {\n            label\n            url\n          }\n          selects {\n            value\n            placeholder\n          }\n        }\n        form {\n          title\n        }\n      }\n      error {\n        message\n        line\n        column\n      }\n      log {\n        level\n        text\n      }\n      durationMs\n      context {\n        message\n        userId\n        channelId\n        guildId\n        botId\n        trigger\n        args\n        options\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TestBots {\n    bots(limit: 200) {\n      bots {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query TestBots {\n    bots(limit: 200) {\n      bots {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CommandShare($id: ID!) {\n    commandShare(id: $id) {\n      shareCode\n    }\n  }\n"): (typeof documents)["\n  query CommandShare($id: ID!) {\n    commandShare(id: $id) {\n      shareCode\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ShareCustomCommand($id: ID!) {\n    shareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n"): (typeof documents)["\n  mutation ShareCustomCommand($id: ID!) {\n    shareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnshareCustomCommand($id: ID!) {\n    unshareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n"): (typeof documents)["\n  mutation UnshareCustomCommand($id: ID!) {\n    unshareCustomCommand(id: $id) {\n      shareCode\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SharedCommand($shareCode: String!) {\n    sharedCommand(shareCode: $shareCode) {\n      name\n      trigger\n      description\n      code\n      icon\n      options {\n        name\n        isRequired\n      }\n    }\n  }\n"): (typeof documents)["\n  query SharedCommand($shareCode: String!) {\n    sharedCommand(shareCode: $shareCode) {\n      name\n      trigger\n      description\n      code\n      icon\n      options {\n        name\n        isRequired\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportCustomCommand($shareCode: String!, $trigger: String) {\n    importCustomCommand(shareCode: $shareCode, trigger: $trigger) {\n      ...StoredCommandFields\n    }\n  }\n"): (typeof documents)["\n  mutation ImportCustomCommand($shareCode: String!, $trigger: String) {\n    importCustomCommand(shareCode: $shareCode, trigger: $trigger) {\n      ...StoredCommandFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveCustomCommand($id: ID!) {\n    approveCustomCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n"): (typeof documents)["\n  mutation ApproveCustomCommand($id: ID!) {\n    approveCustomCommand(id: $id) {\n      ...StoredCommandFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DashboardBots($limit: Int = 200, $offset: Int) {\n    bots(limit: $limit, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        messageCount\n      }\n    }\n  }\n"): (typeof documents)["\n  query DashboardBots($limit: Int = 200, $offset: Int) {\n    bots(limit: $limit, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        description\n        avatarColor\n        hasDiscordToken\n        personality\n        messageCount\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SearchBots($search: String!, $offset: Int) {\n    bots(search: $search, limit: 200, offset: $offset) {\n      total\n      bots {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query SearchBots($search: String!, $offset: Int) {\n    bots(search: $search, limit: 200, offset: $offset) {\n      total\n      bots {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DashboardUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n      runsOutAt\n    }\n  }\n"): (typeof documents)["\n  query DashboardUsage {\n    usage {\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n      runsOutAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ResourceUsage {\n    resourceUsage {\n      system {\n        cpuUsage\n        memoryUsage\n      }\n      usage {\n        bots {\n          total\n          online\n        }\n        activity {\n          date\n          count\n        }\n        tokens {\n          used\n          dailyLimit\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ResourceUsage {\n    resourceUsage {\n      system {\n        cpuUsage\n        memoryUsage\n      }\n      usage {\n        bots {\n          total\n          online\n        }\n        activity {\n          date\n          count\n        }\n        tokens {\n          used\n          dailyLimit\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotHealth($botId: ID!) {\n    bot(id: $botId) {\n      ...BotState\n      hasDiscordToken\n    }\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        detail\n        serverId\n        serverName\n        channelId\n        channelName\n        missingPermissions\n        use\n        systemName\n        roleName\n        roleFault\n        botName\n        freePrefix\n        modelFault\n        happenedAt\n        cap\n        members\n        inviteUrl\n      }\n    }\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n    }\n  }\n"): (typeof documents)["\n  query BotHealth($botId: ID!) {\n    bot(id: $botId) {\n      ...BotState\n      hasDiscordToken\n    }\n    botCheckUp(botId: $botId) {\n      botId\n      findings {\n        check\n        state\n        detail\n        serverId\n        serverName\n        channelId\n        channelName\n        missingPermissions\n        use\n        systemName\n        roleName\n        roleFault\n        botName\n        freePrefix\n        modelFault\n        happenedAt\n        cap\n        members\n        inviteUrl\n      }\n    }\n    chatEngine(botId: $botId) {\n      engine\n      isOwnKey\n    }\n    me {\n      id\n      apiSettings {\n        apiKeyProvider\n        apiKeyState\n      }\n    }\n    usage {\n      used\n      dailyLimit\n      credits\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChoosePrefix($id: ID!, $prefix: String!) {\n    updateBot(id: $id, input: { channelSettings: { customPrefix: $prefix } }) {\n      bot {\n        id\n        version\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ChoosePrefix($id: ID!, $prefix: String!) {\n    updateBot(id: $id, input: { channelSettings: { customPrefix: $prefix } }) {\n      bot {\n        id\n        version\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment MessageTraceFields on MessageTrace {\n    messageId\n    channelId\n    guildId\n    sentAt\n    outcome\n    reason\n    cause\n    detail\n    command\n  }\n"): (typeof documents)["\n  fragment MessageTraceFields on MessageTrace {\n    messageId\n    channelId\n    guildId\n    sentAt\n    outcome\n    reason\n    cause\n    detail\n    command\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query IgnoredMessages($botId: ID!) {\n    messageTraces(botId: $botId, outcome: ignored, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query IgnoredMessages($botId: ID!) {\n    messageTraces(botId: $botId, outcome: ignored, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UsedCommands($botId: ID!) {\n    messageTraces(botId: $botId, usedCommands: true, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query UsedCommands($botId: ID!) {\n    messageTraces(botId: $botId, usedCommands: true, limit: 20) {\n      traces {\n        ...MessageTraceFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MessageTrace($botId: ID!, $messageId: String!) {\n    messageTrace(botId: $botId, messageId: $messageId) {\n      ...MessageTraceFields\n    }\n  }\n"): (typeof documents)["\n  query MessageTrace($botId: ID!, $messageId: String!) {\n    messageTrace(botId: $botId, messageId: $messageId) {\n      ...MessageTraceFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Inbox($botId: ID!, $state: InboxState!, $limit: Int!, $offset: Int!) {\n    inbox(botId: $botId, state: $state, limit: $limit, offset: $offset) {\n      total\n      questions {\n        id\n        question\n        reply\n        state\n        count\n        causes\n        reasons\n        channel\n        lastAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Inbox($botId: ID!, $state: InboxState!, $limit: Int!, $offset: Int!) {\n    inbox(botId: $botId, state: $state, limit: $limit, offset: $offset) {\n      total\n      questions {\n        id\n        question\n        reply\n        state\n        count\n        causes\n        reasons\n        channel\n        lastAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query InboxBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n    }\n  }\n"): (typeof documents)["\n  query InboxBot($id: ID!) {\n    bot(id: $id) {\n      id\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AnswerDraft($botId: ID!, $questionId: ID!) {\n    answerDraft(botId: $botId, questionId: $questionId) {\n      title\n      questions\n      answer\n      kind\n      canBeWritten\n    }\n  }\n"): (typeof documents)["\n  query AnswerDraft($botId: ID!, $questionId: ID!) {\n    answerDraft(botId: $botId, questionId: $questionId) {\n      title\n      questions\n      answer\n      kind\n      canBeWritten\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WriteAnswerDraft($botId: ID!, $questionId: ID!) {\n    writeAnswerDraft(botId: $botId, questionId: $questionId) {\n      answer\n      kind\n    }\n  }\n"): (typeof documents)["\n  mutation WriteAnswerDraft($botId: ID!, $questionId: ID!) {\n    writeAnswerDraft(botId: $botId, questionId: $questionId) {\n      answer\n      kind\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetInboxState($botId: ID!, $questionId: ID!, $state: InboxState!) {\n    setInboxState(botId: $botId, questionId: $questionId, state: $state) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation SetInboxState($botId: ID!, $questionId: ID!, $state: InboxState!) {\n    setInboxState(botId: $botId, questionId: $questionId, state: $state) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TeachAnswer($botId: ID!, $questionId: ID!, $title: String!, $content: String!) {\n    teachAnswer(botId: $botId, questionId: $questionId, title: $title, content: $content) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation TeachAnswer($botId: ID!, $questionId: ID!, $title: String!, $content: String!) {\n    teachAnswer(botId: $botId, questionId: $questionId, title: $title, content: $content) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PinnedAnswers($botId: ID!, $search: String, $limit: Int!, $offset: Int!) {\n    pinnedAnswers(botId: $botId, search: $search, limit: $limit, offset: $offset) {\n      total\n      max\n      answers {\n        id\n        questions\n        answer\n        isActive\n      }\n    }\n  }\n"): (typeof documents)["\n  query PinnedAnswers($botId: ID!, $search: String, $limit: Int!, $offset: Int!) {\n    pinnedAnswers(botId: $botId, search: $search, limit: $limit, offset: $offset) {\n      total\n      max\n      answers {\n        id\n        questions\n        answer\n        isActive\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PinAnswer($botId: ID!, $questionId: ID, $input: PinnedAnswerInput!) {\n    pinAnswer(botId: $botId, questionId: $questionId, input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation PinAnswer($botId: ID!, $questionId: ID, $input: PinnedAnswerInput!) {\n    pinAnswer(botId: $botId, questionId: $questionId, input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePinnedAnswer($botId: ID!, $answerId: ID!, $input: PinnedAnswerInput!) {\n    changePinnedAnswer(botId: $botId, answerId: $answerId, input: $input) {\n      id\n      questions\n      answer\n    }\n  }\n"): (typeof documents)["\n  mutation ChangePinnedAnswer($botId: ID!, $answerId: ID!, $input: PinnedAnswerInput!) {\n    changePinnedAnswer(botId: $botId, answerId: $answerId, input: $input) {\n      id\n      questions\n      answer\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnpinAnswer($botId: ID!, $answerId: ID!) {\n    unpinAnswer(botId: $botId, answerId: $answerId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation UnpinAnswer($botId: ID!, $answerId: ID!) {\n    unpinAnswer(botId: $botId, answerId: $answerId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment KnowledgeFields on KnowledgeItem {\n    id\n    title\n    excerpt\n    type\n    tags\n    activation\n    keywords\n    fileUrl\n    position {\n      x\n      y\n    }\n    status\n    statusReason\n    createdAt\n  }\n"): (typeof documents)["\n  fragment KnowledgeFields on KnowledgeItem {\n    id\n    title\n    excerpt\n    type\n    tags\n    activation\n    keywords\n    fileUrl\n    position {\n      x\n      y\n    }\n    status\n    statusReason\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Knowledge($botId: ID!, $limit: Int!, $offset: Int!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: $limit, offset: $offset) {\n      total\n      items {\n        ...KnowledgeFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Knowledge($botId: ID!, $limit: Int!, $offset: Int!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    knowledge(botId: $botId, limit: $limit, offset: $offset) {\n      total\n      items {\n        ...KnowledgeFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query KnowledgeMatches($botId: ID!, $search: String!, $offset: Int!) {\n    knowledge(botId: $botId, search: $search, order: newest, limit: 200, offset: $offset) {\n      total\n      isMoreThanTotal\n      items {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  query KnowledgeMatches($botId: ID!, $search: String!, $offset: Int!) {\n    knowledge(botId: $botId, search: $search, order: newest, limit: 200, offset: $offset) {\n      total\n      isMoreThanTotal\n      items {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query KnowledgeItem($botId: ID!, $itemId: ID!) {\n    knowledgeItem(botId: $botId, itemId: $itemId) {\n      ...KnowledgeFields\n      content\n    }\n  }\n"): (typeof documents)["\n  query KnowledgeItem($botId: ID!, $itemId: ID!) {\n    knowledgeItem(botId: $botId, itemId: $itemId) {\n      ...KnowledgeFields\n      content\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FindKnowledge($botId: ID!, $query: String!, $previous: String) {\n    findKnowledge(botId: $botId, query: $query, previous: $previous) {\n      coverage\n      relevance\n      minRelevance\n      outcome\n      searchedBy\n      rewritten\n      passages {\n        itemId\n        title\n        body\n        score\n        activation\n        relevance\n        number\n      }\n    }\n  }\n"): (typeof documents)["\n  query FindKnowledge($botId: ID!, $query: String!, $previous: String) {\n    findKnowledge(botId: $botId, query: $query, previous: $previous) {\n      coverage\n      relevance\n      minRelevance\n      outcome\n      searchedBy\n      rewritten\n      passages {\n        itemId\n        title\n        body\n        score\n        activation\n        relevance\n        number\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SavedQuestionFields on SavedQuestion {\n    id\n    question\n    previous\n    expectedItemId\n    expectedTitle\n    outcome\n    rank\n    isPassed\n    wasPassed\n    previousRank\n  }\n"): (typeof documents)["\n  fragment SavedQuestionFields on SavedQuestion {\n    id\n    question\n    previous\n    expectedItemId\n    expectedTitle\n    outcome\n    rank\n    isPassed\n    wasPassed\n    previousRank\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query KnowledgeQuestions($botId: ID!) {\n    knowledgeQuestions(botId: $botId) {\n      ...SavedQuestionFields\n    }\n  }\n"): (typeof documents)["\n  query KnowledgeQuestions($botId: ID!) {\n    knowledgeQuestions(botId: $botId) {\n      ...SavedQuestionFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveKnowledgeQuestion($botId: ID!, $question: String!, $previous: String, $expectedItemId: ID) {\n    saveKnowledgeQuestion(botId: $botId, question: $question, previous: $previous, expectedItemId: $expectedItemId) {\n      ...SavedQuestionFields\n    }\n  }\n"): (typeof documents)["\n  mutation SaveKnowledgeQuestion($botId: ID!, $question: String!, $previous: String, $expectedItemId: ID) {\n    saveKnowledgeQuestion(botId: $botId, question: $question, previous: $previous, expectedItemId: $expectedItemId) {\n      ...SavedQuestionFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveKnowledgeQuestion($botId: ID!, $questionId: ID!) {\n    removeKnowledgeQuestion(botId: $botId, questionId: $questionId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveKnowledgeQuestion($botId: ID!, $questionId: ID!) {\n    removeKnowledgeQuestion(botId: $botId, questionId: $questionId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddKnowledge($botId: ID!, $input: CreateKnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n"): (typeof documents)["\n  mutation AddKnowledge($botId: ID!, $input: CreateKnowledgeInput!) {\n    addKnowledge(botId: $botId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: UpdateKnowledgeInput!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: UpdateKnowledgeInput!) {\n    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {\n      ...KnowledgeFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {\n    deleteKnowledge(botId: $botId, itemId: $itemId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OwnMemoryFields on Memory {\n    summary\n    facts {\n      id\n      key\n      value\n      origin\n      saidAt\n    }\n  }\n"): (typeof documents)["\n  fragment OwnMemoryFields on Memory {\n    summary\n    facts {\n      id\n      key\n      value\n      origin\n      saidAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotMemory($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    memoryOverview(botId: $botId) {\n      isOn\n      people\n      facts\n    }\n    ownMemory(botId: $botId) {\n      ...OwnMemoryFields\n    }\n  }\n"): (typeof documents)["\n  query BotMemory($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n    }\n    memoryOverview(botId: $botId) {\n      isOn\n      people\n      facts\n    }\n    ownMemory(botId: $botId) {\n      ...OwnMemoryFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ClearMemory($botId: ID!) {\n    clearMemory(botId: $botId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation ClearMemory($botId: ID!) {\n    clearMemory(botId: $botId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveOwnFact($botId: ID!, $factId: ID, $key: String!, $value: String!) {\n    saveOwnFact(botId: $botId, factId: $factId, key: $key, value: $value) {\n      ...OwnMemoryFields\n    }\n  }\n"): (typeof documents)["\n  mutation SaveOwnFact($botId: ID!, $factId: ID, $key: String!, $value: String!) {\n    saveOwnFact(botId: $botId, factId: $factId, key: $key, value: $value) {\n      ...OwnMemoryFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ForgetOwnMemory($botId: ID!, $factId: ID) {\n    forgetOwnMemory(botId: $botId, factId: $factId) {\n      ...OwnMemoryFields\n    }\n  }\n"): (typeof documents)["\n  mutation ForgetOwnMemory($botId: ID!, $factId: ID) {\n    forgetOwnMemory(botId: $botId, factId: $factId) {\n      ...OwnMemoryFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Notifications($before: String) {\n    notifications(before: $before) {\n      notifications {\n        ...NotificationFields\n      }\n      unread\n      next\n    }\n  }\n"): (typeof documents)["\n  query Notifications($before: String) {\n    notifications(before: $before) {\n      notifications {\n        ...NotificationFields\n      }\n      unread\n      next\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarkNotificationRead($id: ID!) {\n    markNotificationRead(id: $id) {\n      unread\n    }\n  }\n"): (typeof documents)["\n  mutation MarkNotificationRead($id: ID!) {\n    markNotificationRead(id: $id) {\n      unread\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarkNotificationsRead($upTo: ID!) {\n    markNotificationsRead(upTo: $upTo) {\n      unread\n    }\n  }\n"): (typeof documents)["\n  mutation MarkNotificationsRead($upTo: ID!) {\n    markNotificationsRead(upTo: $upTo) {\n      unread\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PaletteBots($offset: Int) {\n    bots(limit: 200, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n        hasDiscordToken\n      }\n    }\n  }\n"): (typeof documents)["\n  query PaletteBots($offset: Int) {\n    bots(limit: 200, offset: $offset) {\n      total\n      bots {\n        ...BotState\n        avatarColor\n        hasDiscordToken\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SignInMethods {\n    signInMethods {\n      hasPassword\n      discordName\n      isDiscordOffered\n    }\n  }\n"): (typeof documents)["\n  query SignInMethods {\n    signInMethods {\n      hasPassword\n      discordName\n      isDiscordOffered\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnlinkDiscord {\n    unlinkDiscord {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation UnlinkDiscord {\n    unlinkDiscord {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AccessKeys {\n    accessKeys {\n      id\n      name\n      hint\n      scopes\n      createdAt\n      lastUsedAt\n    }\n  }\n"): (typeof documents)["\n  query AccessKeys {\n    accessKeys {\n      id\n      name\n      hint\n      scopes\n      createdAt\n      lastUsedAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateAccessKey($input: CreateAccessKeyInput!) {\n    createAccessKey(input: $input) {\n      key\n      accessKey {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateAccessKey($input: CreateAccessKeyInput!) {\n    createAccessKey(input: $input) {\n      key\n      accessKey {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeAccessKey($id: ID!) {\n    revokeAccessKey(id: $id) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RevokeAccessKey($id: ID!) {\n    revokeAccessKey(id: $id) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Account on User {\n    id\n    username\n    email\n    subscriptionPlan\n    role\n    isAdmin\n    impersonatedBy {\n      id\n      username\n    }\n    apiSettings {\n      defaultModelProvider\n      hasApiKey\n      apiKeyHint\n      apiKeyProvider\n      apiKeyState\n      ownModel\n      developerMode\n    }\n    notificationSettings {\n      emailNotifications\n      botStatusAlerts\n      usageReports\n      marketingUpdates\n    }\n  }\n"): (typeof documents)["\n  fragment Account on User {\n    id\n    username\n    email\n    subscriptionPlan\n    role\n    isAdmin\n    impersonatedBy {\n      id\n      username\n    }\n    apiSettings {\n      defaultModelProvider\n      hasApiKey\n      apiKeyHint\n      apiKeyProvider\n      apiKeyState\n      ownModel\n      developerMode\n    }\n    notificationSettings {\n      emailNotifications\n      botStatusAlerts\n      usageReports\n      marketingUpdates\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateProfile($input: ProfileInput!) {\n    updateProfile(input: $input) {\n      ...Account\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateProfile($input: ProfileInput!) {\n    updateProfile(input: $input) {\n      ...Account\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MailOption {\n    signInOptions {\n      sendsMail\n    }\n  }\n"): (typeof documents)["\n  query MailOption {\n    signInOptions {\n      sendsMail\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateNotifications($input: NotificationSettingsInput!) {\n    updateNotificationSettings(input: $input) {\n      ...Account\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateNotifications($input: NotificationSettingsInput!) {\n    updateNotificationSettings(input: $input) {\n      ...Account\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateApiSettings($input: UpdateApiSettingsInput!) {\n    updateApiSettings(input: $input) {\n      ...Account\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateApiSettings($input: UpdateApiSettingsInput!) {\n    updateApiSettings(input: $input) {\n      ...Account\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModelOptions {\n    modelOptions {\n      offeredProviders\n      ownModels\n      keyProblem\n    }\n  }\n"): (typeof documents)["\n  query ModelOptions {\n    modelOptions {\n      offeredProviders\n      ownModels\n      keyProblem\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sessions {\n    sessions {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n      isCurrent\n    }\n  }\n"): (typeof documents)["\n  query Sessions {\n    sessions {\n      id\n      createdAt\n      lastUsedAt\n      ip\n      userAgent\n      isCurrent\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($id: ID!) {\n    endSession(id: $id) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation EndSession($id: ID!) {\n    endSession(id: $id) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndAllSessions {\n    endAllSessions {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation EndAllSessions {\n    endAllSessions {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteAccount($password: String!) {\n    deleteAccount(password: $password) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteAccount($password: String!) {\n    deleteAccount(password: $password) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Subscription {\n    subscription {\n      ...SubscriptionFields\n    }\n  }\n"): (typeof documents)["\n  query Subscription {\n    subscription {\n      ...SubscriptionFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation OpenPortal {\n    openBillingPortal {\n      url\n    }\n  }\n"): (typeof documents)["\n  mutation OpenPortal {\n    openBillingPortal {\n      url\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeSubscription($action: SubscriptionAction!) {\n    changeSubscription(action: $action) {\n      ...SubscriptionFields\n    }\n  }\n"): (typeof documents)["\n  mutation ChangeSubscription($action: SubscriptionAction!) {\n    changeSubscription(action: $action) {\n      ...SubscriptionFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Payments($limit: Int!, $offset: Int!, $cursor: String) {\n    payments(limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query Payments($limit: Int!, $offset: Int!, $cursor: String) {\n    payments(limit: $limit, offset: $offset, cursor: $cursor) {\n      total\n      next\n      previous\n      payments {\n        ...PaymentFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SubscriptionFields on PlanSubscription {\n    plan\n    source\n    status\n    paidPlan\n    grantedPlan\n    currentPeriodEnd\n    cancelsAtPeriodEnd\n    scheduledPlan\n    renewalCents\n    graceEndsAt\n    payUrl\n    endedReason\n    endedPlan\n    isSandbox\n  }\n"): (typeof documents)["\n  fragment SubscriptionFields on PlanSubscription {\n    plan\n    source\n    status\n    paidPlan\n    grantedPlan\n    currentPeriodEnd\n    cancelsAtPeriodEnd\n    scheduledPlan\n    renewalCents\n    graceEndsAt\n    payUrl\n    endedReason\n    endedPlan\n    isSandbox\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment InstalledFields on InstalledSystem {\n    systemId\n    settings\n    installedAt\n  }\n"): (typeof documents)["\n  fragment InstalledFields on InstalledSystem {\n    systemId\n    settings\n    installedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotSystems($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n    }\n    systems(botId: $botId) {\n      ...InstalledFields\n    }\n  }\n"): (typeof documents)["\n  query BotSystems($botId: ID!) {\n    bot(id: $botId) {\n      id\n      name\n      avatarColor\n    }\n    systems(botId: $botId) {\n      ...InstalledFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation InstallSystem($botId: ID!, $systemId: String!) {\n    installSystem(botId: $botId, systemId: $systemId) {\n      ...InstalledFields\n    }\n  }\n"): (typeof documents)["\n  mutation InstallSystem($botId: ID!, $systemId: String!) {\n    installSystem(botId: $botId, systemId: $systemId) {\n      ...InstalledFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfigureSystem($botId: ID!, $systemId: String!, $settings: JSON, $reset: Boolean) {\n    configureSystem(botId: $botId, systemId: $systemId, settings: $settings, reset: $reset) {\n      ...InstalledFields\n    }\n  }\n"): (typeof documents)["\n  mutation ConfigureSystem($botId: ID!, $systemId: String!, $settings: JSON, $reset: Boolean) {\n    configureSystem(botId: $botId, systemId: $systemId, settings: $settings, reset: $reset) {\n      ...InstalledFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveSystem($botId: ID!, $systemId: String!) {\n    removeSystem(botId: $botId, systemId: $systemId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveSystem($botId: ID!, $systemId: String!) {\n    removeSystem(botId: $botId, systemId: $systemId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SystemPage(\n    $botId: ID!\n    $systemId: String!\n    $guildId: String!\n    $section: String\n    $limit: Int\n    $offset: Int\n    $cursor: String\n  ) {\n    systemPage(\n      botId: $botId\n      systemId: $systemId\n      guildId: $guildId\n      section: $section\n      limit: $limit\n      offset: $offset\n      cursor: $cursor\n    ) {\n      sections {\n        id\n        title\n        empty\n        columns\n        rows {\n          id\n          cells\n          actions {\n            id\n            label\n            confirm\n            opens\n          }\n        }\n        total\n        next\n        previous\n      }\n      forms {\n        id\n        title\n        description\n        submit\n        confirm\n        fields\n      }\n      notice\n      upload {\n        title\n        description\n        submit\n        accept\n        maxBytes\n      }\n    }\n  }\n"): (typeof documents)["\n  query SystemPage(\n    $botId: ID!\n    $systemId: String!\n    $guildId: String!\n    $section: String\n    $limit: Int\n    $offset: Int\n    $cursor: String\n  ) {\n    systemPage(\n      botId: $botId\n      systemId: $systemId\n      guildId: $guildId\n      section: $section\n      limit: $limit\n      offset: $offset\n      cursor: $cursor\n    ) {\n      sections {\n        id\n        title\n        empty\n        columns\n        rows {\n          id\n          cells\n          actions {\n            id\n            label\n            confirm\n            opens\n          }\n        }\n        total\n        next\n        previous\n      }\n      forms {\n        id\n        title\n        description\n        submit\n        confirm\n        fields\n      }\n      notice\n      upload {\n        title\n        description\n        submit\n        accept\n        maxBytes\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ActOnSystem($botId: ID!, $systemId: String!, $guildId: String!, $action: String!, $rowId: String, $values: JSON) {\n    actOnSystem(botId: $botId, systemId: $systemId, guildId: $guildId, action: $action, rowId: $rowId, values: $values) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation ActOnSystem($botId: ID!, $systemId: String!, $guildId: String!, $action: String!, $rowId: String, $values: JSON) {\n    actOnSystem(botId: $botId, systemId: $systemId, guildId: $guildId, action: $action, rowId: $rowId, values: $values) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TourBotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"): (typeof documents)["\n  query TourBotCount {\n    bots(limit: 1) {\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SavedConversationFields on SavedConversation {\n    id\n    questions\n    latest {\n      answers\n      answeredAt\n    }\n    earlier {\n      answers\n      answeredAt\n    }\n  }\n"): (typeof documents)["\n  fragment SavedConversationFields on SavedConversation {\n    id\n    questions\n    latest {\n      answers\n      answeredAt\n    }\n    earlier {\n      answers\n      answeredAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SavedConversations($botId: ID!) {\n    savedConversations(botId: $botId) {\n      ...SavedConversationFields\n    }\n  }\n"): (typeof documents)["\n  query SavedConversations($botId: ID!) {\n    savedConversations(botId: $botId) {\n      ...SavedConversationFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveConversation($botId: ID!, $questions: [String!]!) {\n    saveConversation(botId: $botId, questions: $questions) {\n      ...SavedConversationFields\n    }\n  }\n"): (typeof documents)["\n  mutation SaveConversation($botId: ID!, $questions: [String!]!) {\n    saveConversation(botId: $botId, questions: $questions) {\n      ...SavedConversationFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RunConversation($botId: ID!, $conversationId: ID!, $requestId: String!) {\n    runConversation(botId: $botId, conversationId: $conversationId, requestId: $requestId) {\n      ...SavedConversationFields\n    }\n  }\n"): (typeof documents)["\n  mutation RunConversation($botId: ID!, $conversationId: ID!, $requestId: String!) {\n    runConversation(botId: $botId, conversationId: $conversationId, requestId: $requestId) {\n      ...SavedConversationFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveConversation($botId: ID!, $conversationId: ID!) {\n    removeConversation(botId: $botId, conversationId: $conversationId) {\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveConversation($botId: ID!, $conversationId: ID!) {\n    removeConversation(botId: $botId, conversationId: $conversationId) {\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BotVersionFields on BotVersion {\n    version\n    savedAt\n    isByAdministrator\n    fields\n    restoredFrom\n  }\n"): (typeof documents)["\n  fragment BotVersionFields on BotVersion {\n    version\n    savedAt\n    isByAdministrator\n    fields\n    restoredFrom\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CharacterFields on Character {\n    name\n    description\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n  }\n"): (typeof documents)["\n  fragment CharacterFields on Character {\n    name\n    description\n    instructions\n    greeting\n    exampleDialogues\n    timeZone\n    model\n    responseStyle\n    personality\n    preferences {\n      sendMedia\n      rememberInteractions\n      shareLinks\n      proactiveMessaging\n      learningMode\n      contextRetention\n      responseDelay\n      maxTokens\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotVersions($botId: ID!, $limit: Int, $offset: Int) {\n    bot(id: $botId) {\n      id\n      name\n      version\n    }\n    botVersions(botId: $botId, limit: $limit, offset: $offset) {\n      versions {\n        ...BotVersionFields\n      }\n      total\n    }\n  }\n"): (typeof documents)["\n  query BotVersions($botId: ID!, $limit: Int, $offset: Int) {\n    bot(id: $botId) {\n      id\n      name\n      version\n    }\n    botVersions(botId: $botId, limit: $limit, offset: $offset) {\n      versions {\n        ...BotVersionFields\n      }\n      total\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotVersion($botId: ID!, $version: Int!) {\n    botVersion(botId: $botId, version: $version) {\n      version {\n        ...BotVersionFields\n      }\n      character {\n        ...CharacterFields\n      }\n      before {\n        ...CharacterFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query BotVersion($botId: ID!, $version: Int!) {\n    botVersion(botId: $botId, version: $version) {\n      version {\n        ...BotVersionFields\n      }\n      character {\n        ...CharacterFields\n      }\n      before {\n        ...CharacterFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RestorePreview($botId: ID!, $version: Int!, $latest: Int!) {\n    wanted: botVersion(botId: $botId, version: $version) {\n      character {\n        ...CharacterFields\n      }\n    }\n    present: botVersion(botId: $botId, version: $latest) {\n      character {\n        ...CharacterFields\n      }\n    }\n  }\n"): (typeof documents)["\n  query RestorePreview($botId: ID!, $version: Int!, $latest: Int!) {\n    wanted: botVersion(botId: $botId, version: $version) {\n      character {\n        ...CharacterFields\n      }\n    }\n    present: botVersion(botId: $botId, version: $latest) {\n      character {\n        ...CharacterFields\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RestoreVersion($botId: ID!, $version: Int!, $expectedVersion: Int!) {\n    restoreBotVersion(botId: $botId, version: $version, expectedVersion: $expectedVersion) {\n      bot {\n        id\n        name\n        version\n      }\n      droppedTraits\n      warnings\n    }\n  }\n"): (typeof documents)["\n  mutation RestoreVersion($botId: ID!, $version: Int!, $expectedVersion: Int!) {\n    restoreBotVersion(botId: $botId, version: $version, expectedVersion: $expectedVersion) {\n      bot {\n        id\n        name\n        version\n      }\n      droppedTraits\n      warnings\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotAbilities($botId: ID!) {\n    bot(id: $botId) {\n      id\n      hasDiscordToken\n    }\n    chatEngine(botId: $botId) {\n      engine\n    }\n  }\n"): (typeof documents)["\n  query BotAbilities($botId: ID!) {\n    bot(id: $botId) {\n      id\n      hasDiscordToken\n    }\n    chatEngine(botId: $botId) {\n      engine\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      ...BotState\n    }\n  }\n"): (typeof documents)["\n  mutation StartBot($id: ID!) {\n    startBot(id: $id) {\n      ...BotState\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      ...BotState\n    }\n  }\n"): (typeof documents)["\n  mutation StopBot($id: ID!) {\n    stopBot(id: $id) {\n      ...BotState\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BotState on Bot {\n    id\n    name\n    status\n    runtimeState\n    statusReason\n  }\n"): (typeof documents)["\n  fragment BotState on Bot {\n    id\n    name\n    status\n    runtimeState\n    statusReason\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CheckoutPlan($plan: String!) {\n    checkoutPlan(plan: $plan) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n"): (typeof documents)["\n  mutation CheckoutPlan($plan: String!) {\n    checkoutPlan(plan: $plan) {\n      url\n      checkoutUrl\n      checkoutId\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CheckoutState($id: ID!) {\n    checkout(id: $id) {\n      state\n    }\n  }\n"): (typeof documents)["\n  query CheckoutState($id: ID!) {\n    checkout(id: $id) {\n      state\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RecentPlanPurchase {\n    usage {\n      plan\n    }\n    recentPlanPurchase {\n      plan\n      state\n    }\n  }\n"): (typeof documents)["\n  query RecentPlanPurchase {\n    usage {\n      plan\n    }\n    recentPlanPurchase {\n      plan\n      state\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OpenPayment {\n    subscription {\n      paidPlan\n      graceEndsAt\n      payUrl\n    }\n  }\n"): (typeof documents)["\n  query OpenPayment {\n    subscription {\n      paidPlan\n      graceEndsAt\n      payUrl\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlanAndCredits {\n    usage {\n      plan\n      credits\n    }\n  }\n"): (typeof documents)["\n  query PlanAndCredits {\n    usage {\n      plan\n      credits\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DiscordAccountFields on DiscordAccount {\n    applicationId\n    name\n    about\n    hasMessageContent\n    hasServerMembers\n  }\n"): (typeof documents)["\n  fragment DiscordAccountFields on DiscordAccount {\n    applicationId\n    name\n    about\n    hasMessageContent\n    hasServerMembers\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DiscordConnectionFields on DiscordConnection {\n    botId\n    applicationId\n    account {\n      ...DiscordAccountFields\n    }\n    servers {\n      id\n      name\n      memberCount\n      missingPermissions\n      inviteUrl\n    }\n    problem {\n      code\n      text\n    }\n    permissions\n    inviteUrl\n    agreedAt\n  }\n"): (typeof documents)["\n  fragment DiscordConnectionFields on DiscordConnection {\n    botId\n    applicationId\n    account {\n      ...DiscordAccountFields\n    }\n    servers {\n      id\n      name\n      memberCount\n      missingPermissions\n      inviteUrl\n    }\n    problem {\n      code\n      text\n    }\n    permissions\n    inviteUrl\n    agreedAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DiscordConnection($botId: ID!) {\n    discordConnection(botId: $botId) {\n      ...DiscordConnectionFields\n    }\n  }\n"): (typeof documents)["\n  query DiscordConnection($botId: ID!) {\n    discordConnection(botId: $botId) {\n      ...DiscordConnectionFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EnableIntent($botId: ID!, $intent: PrivilegedIntent!) {\n    enableIntent(botId: $botId, intent: $intent) {\n      ...DiscordAccountFields\n    }\n  }\n"): (typeof documents)["\n  mutation EnableIntent($botId: ID!, $intent: PrivilegedIntent!) {\n    enableIntent(botId: $botId, intent: $intent) {\n      ...DiscordAccountFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DiscordChannels($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      channels {\n        id\n        name\n        kind\n        category\n      }\n      categories {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query DiscordChannels($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      channels {\n        id\n        name\n        kind\n        category\n      }\n      categories {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DiscordRoles($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      roles {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query DiscordRoles($botId: ID!, $serverId: String!) {\n    discordChannels(botId: $botId, serverId: $serverId) {\n      roles {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BotProblems($botId: ID!) {\n    botProblems(botId: $botId) {\n      problems {\n        guildId\n        channelId\n        action\n        permission\n        lastSeenAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query BotProblems($botId: ID!) {\n    botProblems(botId: $botId) {\n      problems {\n        guildId\n        channelId\n        action\n        permission\n        lastSeenAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription BotStatus {\n    botStatus {\n      botId\n      status\n      runtimeState\n      statusReason\n      isResetting\n    }\n  }\n"): (typeof documents)["\n  subscription BotStatus {\n    botStatus {\n      botId\n      status\n      runtimeState\n      statusReason\n      isResetting\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ServersChanged {\n    serversChanged {\n      botId\n      change\n      serverId\n      serverName\n    }\n  }\n"): (typeof documents)["\n  subscription ServersChanged {\n    serversChanged {\n      botId\n      change\n      serverId\n      serverName\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ProblemsChanged {\n    problemsChanged {\n      botId\n    }\n  }\n"): (typeof documents)["\n  subscription ProblemsChanged {\n    problemsChanged {\n      botId\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription UsageChanged {\n    usageChanged {\n      runsOutAt\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n    }\n  }\n"): (typeof documents)["\n  subscription UsageChanged {\n    usageChanged {\n      runsOutAt\n      used\n      dailyLimit\n      credits\n      plan\n      resetsAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription NotificationsChanged {\n    notificationsChanged {\n      ...NotificationFeedFields\n    }\n  }\n"): (typeof documents)["\n  subscription NotificationsChanged {\n    notificationsChanged {\n      ...NotificationFeedFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModelCatalogue {\n    modelCatalogue {\n      isConfigured\n      models {\n        label\n        name\n        provider\n        model\n        plan\n        contextWindow\n        seesPictures\n        usesTools\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n      localModel\n      imageModel {\n        name\n        provider\n        model\n        plan\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n    }\n  }\n"): (typeof documents)["\n  query ModelCatalogue {\n    modelCatalogue {\n      isConfigured\n      models {\n        label\n        name\n        provider\n        model\n        plan\n        contextWindow\n        seesPictures\n        usesTools\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n      localModel\n      imageModel {\n        name\n        provider\n        model\n        plan\n        inputPrice\n        outputPrice\n        shutdownDate\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NotificationFields on Notification {\n    id\n    createdAt\n    isRead\n    content {\n      kind\n      botId\n      botName\n      reason\n      plan\n      graceEndsAt\n      change\n      percent\n      used\n      limit\n      resetsAt\n      runsOutAt\n      weekStart\n      replies\n      activeBots\n      planReplies\n      creditsUsed\n      newsId\n      title\n      text\n    }\n  }\n"): (typeof documents)["\n  fragment NotificationFields on Notification {\n    id\n    createdAt\n    isRead\n    content {\n      kind\n      botId\n      botName\n      reason\n      plan\n      graceEndsAt\n      change\n      percent\n      used\n      limit\n      resetsAt\n      runsOutAt\n      weekStart\n      replies\n      activeBots\n      planReplies\n      creditsUsed\n      newsId\n      title\n      text\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NotificationFeedFields on NotificationFeed {\n    unread\n    latest {\n      ...NotificationFields\n    }\n  }\n"): (typeof documents)["\n  fragment NotificationFeedFields on NotificationFeed {\n    unread\n    latest {\n      ...NotificationFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NotificationFeed {\n    notificationFeed {\n      ...NotificationFeedFields\n    }\n  }\n"): (typeof documents)["\n  query NotificationFeed {\n    notificationFeed {\n      ...NotificationFeedFields\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment PaymentFields on Payment {\n    id\n    at\n    title\n    cents\n    currency\n    refundedCents\n    dispute\n  }\n"): (typeof documents)["\n  fragment PaymentFields on Payment {\n    id\n    at\n    title\n    cents\n    currency\n    refundedCents\n    dispute\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;