import type { BotStatusSubscription, UsageChangedSubscription } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';

/** Status of each of the user's bots, on every change. */
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

export type LiveStatus = BotStatusSubscription['botStatus'];
export type LiveUsage = UsageChangedSubscription['usageChanged'];
