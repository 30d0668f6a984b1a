import { graphql } from '../../gql/index.js';
import type { DashboardQuery } from '../../gql/graphql.js';

export const DASHBOARD = graphql(`
  query Dashboard {
    bots(limit: 200) {
      total
      bots {
        id
        name
        description
        avatarColor
        hasDiscordToken
        personality
        status
        runtimeState
        statusReason
        messageCount
      }
    }
    usage {
      used
      dailyLimit
      credits
      resetsAt
    }
  }
`);

export type DashboardBot = DashboardQuery['bots']['bots'][number];
export type DashboardUsage = DashboardQuery['usage'];
