import { graphql } from '../../gql/index.js';
import type { CreditHistoryQuery, CreditsQuery, PreviewPlanChangeMutation, SandboxPortalPageQuery } from '../../gql/graphql.js';

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
      checkoutId
    }
  }
`);

export const PREVIEW_PLAN_CHANGE = graphql(`
  mutation PreviewPlanChange($plan: String!) {
    previewPlanChange(plan: $plan) {
      id
      direction
      fromPlan
      toPlan
      todayCents
      renewalCents
      renewsAt
      takesEffectAt
      endsAt
      isSandbox
    }
  }
`);

export const CONFIRM_PLAN_CHANGE = graphql(`
  mutation ConfirmPlanChange($id: ID!) {
    confirmPlanChange(id: $id) {
      state
      payUrl
    }
  }
`);

graphql(`
  fragment SandboxPortalFields on SandboxPortal {
    isCardDeclined
    hasSubscription
    payments {
      id
      title
      cents
      state
      at
    }
  }
`);

export const SANDBOX_PORTAL = graphql(`
  query SandboxPortalPage {
    sandboxPortal {
      ...SandboxPortalFields
    }
  }
`);

export const CHANGE_SANDBOX = graphql(`
  mutation ChangeSandbox($action: SandboxAction!, $paymentId: String) {
    changeSandbox(action: $action, paymentId: $paymentId) {
      ...SandboxPortalFields
    }
  }
`);

export type PlanChange = PreviewPlanChangeMutation['previewPlanChange'];
export type SandboxPortal = SandboxPortalPageQuery['sandboxPortal'];
export type Package = CreditsQuery['creditPackages'][number];
export type CreditUsage = CreditsQuery['usage'];
export type Movement = CreditHistoryQuery['creditHistory']['movements'][number];
