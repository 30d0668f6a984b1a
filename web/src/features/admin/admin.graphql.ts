import { graphql } from '../../gql/index.js';
import type { AdminStatsQuery, AuditLogQuery } from '../../gql/graphql.js';

export const ACCOUNTS = graphql(`
  query Accounts($search: String, $role: Role, $limit: Int!, $offset: Int!) {
    users(search: $search, role: $role, limit: $limit, offset: $offset) {
      total
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
    }
  }
`);

export const AUDIT_LOG = graphql(`
  query AuditLog($action: AuditAction, $userId: ID, $limit: Int!, $offset: Int!) {
    auditLog(action: $action, userId: $userId, limit: $limit, offset: $offset) {
      total
      isIntact
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

export type Stats = AdminStatsQuery['adminStats'];
export type AuditEntry = AuditLogQuery['auditLog']['events'][number];
