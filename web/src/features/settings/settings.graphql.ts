import { graphql } from '../../gql/index.js';
import type { SessionsQuery } from '../../gql/graphql.js';

graphql(`
  fragment Account on User {
    id
    username
    email
    subscriptionPlan
    role
    isAdmin
    impersonatedBy {
      id
      username
    }
    apiSettings {
      defaultModelProvider
      hasApiKey
      apiKeyHint
      apiKeyProvider
      apiKeyState
      ownModel
      developerMode
    }
    notificationSettings {
      emailNotifications
      botStatusAlerts
      usageReports
      marketingUpdates
    }
  }
`);

export const UPDATE_PROFILE = graphql(`
  mutation UpdateProfile($input: ProfileInput!) {
    updateProfile(input: $input) {
      ...Account
    }
  }
`);

export const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      message
    }
  }
`);

/** Whether the server sends mail. */
export const MAIL_OPTION = graphql(`
  query MailOption {
    signInOptions {
      sendsMail
    }
  }
`);

export const UPDATE_NOTIFICATIONS = graphql(`
  mutation UpdateNotifications($input: NotificationSettingsInput!) {
    updateNotificationSettings(input: $input) {
      ...Account
    }
  }
`);

export const UPDATE_API_SETTINGS = graphql(`
  mutation UpdateApiSettings($input: UpdateApiSettingsInput!) {
    updateApiSettings(input: $input) {
      ...Account
    }
  }
`);

export const MODEL_OPTIONS = graphql(`
  query ModelOptions {
    modelOptions {
      offeredProviders
      ownModels
      keyProblem
    }
  }
`);

export const SESSIONS = graphql(`
  query Sessions {
    sessions {
      id
      createdAt
      lastUsedAt
      ip
      userAgent
      isCurrent
    }
  }
`);

export const END_SESSION = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id) {
      message
    }
  }
`);

export const END_ALL_SESSIONS = graphql(`
  mutation EndAllSessions {
    endAllSessions {
      message
    }
  }
`);

export const DELETE_ACCOUNT = graphql(`
  mutation DeleteAccount($password: String!) {
    deleteAccount(password: $password) {
      message
    }
  }
`);

export const SUBSCRIPTION = graphql(`
  query Subscription {
    subscription {
      ...SubscriptionFields
    }
  }
`);

export const OPEN_PORTAL = graphql(`
  mutation OpenPortal {
    openBillingPortal {
      url
    }
  }
`);

export const CHANGE_SUBSCRIPTION = graphql(`
  mutation ChangeSubscription($action: SubscriptionAction!) {
    changeSubscription(action: $action) {
      ...SubscriptionFields
    }
  }
`);

export type SessionRow = SessionsQuery['sessions'][number];

export const PAYMENTS = graphql(`
  query Payments($limit: Int!, $offset: Int!, $cursor: String) {
    payments(limit: $limit, offset: $offset, cursor: $cursor) {
      total
      next
      previous
      payments {
        ...PaymentFields
      }
    }
  }
`);
