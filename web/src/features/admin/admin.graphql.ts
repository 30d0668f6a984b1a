import { graphql } from '../../gql/index.js';
import type { AdminStatsQuery, AuditLogQuery, UserPageQuery } from '../../gql/graphql.js';

export const ACCOUNTS = graphql(`
  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!, $cursor: String) {
    users(search: $search, role: $role, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      isMoreThanTotal
      next
      previous
      users {
        ...AdminUserFields
      }
    }
  }
`);

export const ADMINS = graphql(`
  query Admins($limit: Int!, $offset: Int!) {
    admins(limit: $limit, offset: $offset) {
      total
      users {
        ...AdminUserFields
      }
    }
  }
`);

/** One user for administrators; the audit log has a query of its own, as it is for the super-admin. */
export const USER_PAGE = graphql(`
  query UserPage($userId: ID!, $limit: Int!, $offset: Int!) {
    user(userId: $userId) {
      ...AdminUserFields
    }
    userAccount(userId: $userId) {
      plan
      source
      status
      paidPlan
      currentPeriodEnd
      cancelsAtPeriodEnd
      graceEndsAt
      isSandbox
      credits
      used
      dailyLimit
    }
    userBots(userId: $userId, limit: $limit, offset: $offset) {
      total
      bots {
        id
        name
        status
        runtimeState
        messageCount
        createdAt
      }
    }
  }
`);

/** Apart from the page: those of other administrators are for the super-admin only. */
export const USER_SESSIONS = graphql(`
  query UserSessions($userId: ID!) {
    userSessions(userId: $userId) {
      id
      createdAt
      lastUsedAt
      ip
      userAgent
    }
  }
`);

export const END_USER_SESSIONS = graphql(`
  mutation EndUserSessions($userId: ID!) {
    endUserSessions(userId: $userId) {
      message
    }
  }
`);

export const ADMIN_STATS = graphql(`
  query AdminStats {
    adminStats {
      users {
        total
        free
        standard
        premium
      }
      bots {
        total
        active
      }
      messages
      careAnswers
    }
  }
`);

export const AUDIT_LOG = graphql(`
  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!, $cursor: String) {
    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      isMoreThanTotal
      next
      previous
      isIntact
      names {
        id
        name
      }
      events {
        id
        at
        action
        actorId
        actorName
        effectiveUserId
        target
        ip
        requestId
        details
      }
    }
  }
`);

export const SET_USER_PLAN = graphql(`
  mutation SetUserPlan($userId: ID!, $plan: String!) {
    setUserPlan(userId: $userId, plan: $plan) {
      userId
      plan
      message
    }
  }
`);

export const GRANT_CREDITS = graphql(`
  mutation GrantCredits($userId: ID!, $credits: Int!, $idempotencyKey: String!) {
    grantCredits(userId: $userId, credits: $credits, idempotencyKey: $idempotencyKey) {
      credits
      message
    }
  }
`);

export const GRANT_ADMIN = graphql(`
  mutation GrantAdmin($userId: ID!) {
    grantAdmin(userId: $userId) {
      message
    }
  }
`);

export const REVOKE_ADMIN = graphql(`
  mutation RevokeAdmin($userId: ID!) {
    revokeAdmin(userId: $userId) {
      message
    }
  }
`);

export type UserAccount = UserPageQuery['userAccount'];
export type UserBots = UserPageQuery['userBots'];
export type Names = AuditLogQuery['auditLog']['names'];
export type Stats = AdminStatsQuery['adminStats'];
export type AuditEntry = AuditLogQuery['auditLog']['events'][number];
