import { graphql } from '../../gql/index.js';
import type { BotAnalyticsQuery } from '../../gql/graphql.js';

export const BOT_ANALYTICS = graphql(`
  query BotAnalytics($botId: ID!) {
    bot(id: $botId) {
      id
      name
      runtimeState
    }
    analytics(botId: $botId) {
      totalMessages
      activeUsers
      avgResponseTime
      uptime
      engagementScore
      userEngagement {
        totalUsers
        activeToday
        totalConversations
      }
      ratings {
        good
        bad
        reasons {
          reason
          count
        }
      }
      botInfo {
        status
        model
      }
      hourlyActivity {
        hour
        messages
      }
    }
  }
`);

export type BotAnalytics = BotAnalyticsQuery['analytics'];
