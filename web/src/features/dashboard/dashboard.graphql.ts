import { graphql } from '../../gql/index.js';
import type { DashboardBotsQuery, DashboardUsageQuery, ResourceUsageQuery } from '../../gql/graphql.js';

/** One page of them; to be asked with the context of lib/all-pages.ts. */
export const DASHBOARD_BOTS = graphql(`
  query DashboardBots($offset: Int) {
    bots(limit: 200, offset: $offset) {
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
  }
`);

/** Which of them have these words in their names; one page, to be asked with the same context. */
export const SOUGHT_BOTS = graphql(`
  query SoughtBots($search: String!, $offset: Int) {
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
