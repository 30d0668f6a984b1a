import { graphql } from '../../gql/index.js';
import type { NotificationsQuery } from '../../gql/graphql.js';

export const NOTIFICATIONS = graphql(`
  query Notifications($before: String) {
    notifications(before: $before) {
      notifications {
        ...NotificationFields
      }
      unread
      next
    }
  }
`);

export const MARK_READ = graphql(`
  mutation MarkNotificationRead($id: ID!) {
    markNotificationRead(id: $id) {
      unread
    }
  }
`);

export const MARK_ALL_READ = graphql(`
  mutation MarkNotificationsRead($upTo: ID!) {
    markNotificationsRead(upTo: $upTo) {
      unread
    }
  }
`);

export type Notification = NotificationsQuery['notifications']['notifications'][number];
