import { graphql } from '../gql/index.js';

export const CHECKOUT_PLAN = graphql(`
  mutation CheckoutPlan($plan: String!) {
    checkoutPlan(plan: $plan) {
      url
      checkoutUrl
      checkoutId
    }
  }
`);

/** How the payment on a checkout page goes. */
export const CHECKOUT_STATE = graphql(`
  query CheckoutState($id: ID!) {
    checkout(id: $id) {
      state
    }
  }
`);

/** The plan that was bought or changed to within the last hour, and the plan in force. */
export const RECENT_PLAN_PURCHASE = graphql(`
  query RecentPlanPurchase {
    usage {
      plan
    }
    recentPlanPurchase {
      plan
      state
    }
  }
`);

/** A payment of the subscription that failed and is still open. */
export const OPEN_PAYMENT = graphql(`
  query OpenPayment {
    subscription {
      paidPlan
      graceEndsAt
      payUrl
    }
  }
`);

/** Plan and credits: what a payment changes. */
export const PLAN_AND_CREDITS = graphql(`
  query PlanAndCredits {
    usage {
      plan
      credits
    }
  }
`);
