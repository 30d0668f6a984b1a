import { graphql } from '../../gql/index.js';
import type { PaymentStatisticsQuery, WebhookEventFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment WebhookEventFields on WebhookEvent {
    id
    type
    mode
    state
    failure
    note
    attempts
    happenedAt
    receivedAt
    userId
    username
  }
`);

export const WEBHOOK_EVENTS = graphql(`
  query WebhookEvents($state: WebhookState, $limit: Int!, $offset: Int!, $cursor: String) {
    webhookEvents(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      next
      previous
      refused
      events {
        ...WebhookEventFields
      }
    }
  }
`);

export const REPLAY_EVENT = graphql(`
  mutation ReplayWebhookEvent($id: String!) {
    replayWebhookEvent(id: $id) {
      ...WebhookEventFields
    }
  }
`);

export const USER_PAYMENTS = graphql(`
  query UserPayments($userId: ID!, $limit: Int!, $offset: Int!, $cursor: String) {
    userPayments(userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      next
      previous
      payments {
        ...PaymentFields
      }
    }
  }
`);

export const PAYMENT_STATISTICS = graphql(`
  query PaymentStatistics {
    paymentStatistics(limit: 13) {
      mode
      periods {
        month
        from
        to
        revenue {
          currency
          items {
            plan
            credits
            payments
            cents
          }
          receivedCents
          refundedCents
          disputedCents
          netCents
        }
        subscribers {
          basic
          premium
          started
          ended
        }
        credits {
          sold
          granted
          spent
          refunded
          corrected
          outstanding
        }
      }
    }
  }
`);

export const CORRECT_CREDITS = graphql(`
  mutation CorrectCredits($userId: ID!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {
    correctCredits(userId: $userId, credits: $credits, reason: $reason, idempotencyKey: $idempotencyKey) {
      credits
      message
    }
  }
`);

export type ProviderEvent = WebhookEventFieldsFragment;
export type StatisticsPeriod = PaymentStatisticsQuery['paymentStatistics']['periods'][number];
export type Revenue = StatisticsPeriod['revenue'][number];
