import { graphql } from '../../gql/index.js';
import type { CreditHistoryQuery, CreditsQuery } from '../../gql/graphql.js';

export const PLAN_SOURCE = graphql(`
  query PlanSource {
    subscription {
      source
      paidPlan
    }
  }
`);

export const CREDITS = graphql(`
  query Credits {
    usage {
      used
      dailyLimit
      credits
      resetsAt
      runsOutAt
    }
    creditPackages {
      id
      name
      credits
      price
      isPopular
      isBestValue
    }
  }
`);

export const CREDIT_HISTORY = graphql(`
  query CreditHistory($limit: Int!, $before: String) {
    creditHistory(limit: $limit, before: $before) {
      total
      next
      movements {
        id
        at
        kind
        credits
        balanceAfter
        botId
        botName
        description
      }
    }
  }
`);

export const CHECKOUT_CREDITS = graphql(`
  mutation CheckoutCredits($packageId: String!) {
    checkoutCredits(packageId: $packageId) {
      url
      checkoutUrl
    }
  }
`);

export type Package = CreditsQuery['creditPackages'][number];
export type CreditUsage = CreditsQuery['usage'];
export type Movement = CreditHistoryQuery['creditHistory']['movements'][number];
