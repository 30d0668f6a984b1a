import type { BotStatusSubscription, UsageChangedSubscription } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';

/** The states of the user's companions, as they change. */
export const BOT_STATUS = graphql(`
  subscription BotStatus {
    botStatus {
      botId
      status
      runtimeState
      statusReason
    }
  }
`);

/** What the user has used: now, and after each change. */
export const USAGE_CHANGED = graphql(`
  subscription UsageChanged {
    usageChanged {
      used
      dailyLimit
      credits
      plan
      resetsAt
    }
  }
`);

export type LiveStatus = BotStatusSubscription['botStatus'];
export type LiveUsage = UsageChangedSubscription['usageChanged'];
