import { graphql } from '../../gql/index.js';
import type { DashboardBotsQuery, DashboardUsageQuery, ResourceUsageQuery } from '../../gql/graphql.js';

/** A part of the user's bots; send it with the context ALL_PAGES (lib/all-pages.ts) to get all of them. */
export const DASHBOARD_BOTS = graphql(`
  query DashboardBots($limit: Int = 200, $offset: Int) {
    bots(limit: $limit, offset: $offset) {
      total
      bots {
        ...BotState
        description
        avatarColor
        hasDiscordToken
        personality
        messageCount
      }
    }
  }
`);

/** Ids of the bots whose name contains the text; send it with ALL_PAGES too. */
export const SEARCH_BOTS = graphql(`
  query SearchBots($search: String!, $offset: Int) {
    bots(search: $search, limit: 200, offset: $offset) {
      total
      bots {
        id
      }
    }
  }
`);

export const DASHBOARD_USAGE = graphql(`
  query DashboardUsage {
    usage {
      used
      dailyLimit
      credits
      plan
      resetsAt
      runsOutAt
    }
  }
`);

export const RESOURCE_USAGE = graphql(`
  query ResourceUsage {
    resourceUsage {
      system {
        cpuUsage
        memoryUsage
      }
      usage {
        bots {
          total
          online
        }
        activity {
          date
          count
        }
        tokens {
          used
          dailyLimit
        }
      }
    }
  }
`);

export type DashboardBot = DashboardBotsQuery['bots']['bots'][number];
export type DashboardUsage = DashboardUsageQuery['usage'];
export type MachineUsage = ResourceUsageQuery['resourceUsage'];
