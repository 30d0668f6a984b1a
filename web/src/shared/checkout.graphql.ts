import { graphql } from '../gql/index.js';

export const CHECKOUT_PLAN = graphql(`
  mutation CheckoutPlan($plan: String!) {
    checkoutPlan(plan: $plan) {
      url
      checkoutUrl
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
