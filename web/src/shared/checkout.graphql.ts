import { graphql } from '../gql/index.js';

export const CHECKOUT_PLAN = graphql(`
  mutation CheckoutPlan($plan: String!) {
    checkoutPlan(plan: $plan) {
      url
      checkoutUrl
    }
  }
`);

/** What a payment changes. */
export const STANDING = graphql(`
  query Standing {
    usage {
      plan
      credits
    }
  }
`);
