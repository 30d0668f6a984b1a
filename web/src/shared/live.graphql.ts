import type {
  BotStatusSubscription,
  NotificationsChangedSubscription,
  ProblemsChangedSubscription,
  ServersChangedSubscription,
  UsageChangedSubscription,
} from '../gql/graphql.js';
import { graphql } from '../gql/index.js';

/** Status of each of the user's bots, on every change. */
export const BOT_STATUS = graphql(`
  subscription BotStatus {
    botStatus {
      botId
      status
      runtimeState
      statusReason
      isResetting
    }
  }
`);

/** Servers that one of the user's bots joins or leaves. */
export const SERVERS_CHANGED = graphql(`
  subscription ServersChanged {
    serversChanged {
      botId
      change
      serverId
      serverName
    }
  }
`);

/** Bots of the user to which Discord refuses something new, or no longer does. */
export const PROBLEMS_CHANGED = graphql(`
  subscription ProblemsChanged {
    problemsChanged {
      botId
    }
  }
`);

/** Usage of the user: once at the start, then on every change. */
export const USAGE_CHANGED = graphql(`
  subscription UsageChanged {
    usageChanged {
      runsOutAt
      used
      dailyLimit
      credits
      plan
      resetsAt
    }
  }
`);

/** The unread notifications of the user: once at the start, then on every change. */
export const NOTIFICATIONS_CHANGED = graphql(`
  subscription NotificationsChanged {
    notificationsChanged {
      ...NotificationFeedFields
    }
  }
`);

export type LiveStatus = BotStatusSubscription['botStatus'];
export type LiveServersChange = ServersChangedSubscription['serversChanged'];
export type LiveProblemsChange = ProblemsChangedSubscription['problemsChanged'];
export type LiveUsage = UsageChangedSubscription['usageChanged'];
export type LiveNotifications = NotificationsChangedSubscription['notificationsChanged'];
