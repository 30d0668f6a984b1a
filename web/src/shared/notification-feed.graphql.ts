import { graphql } from '../gql/index.js';

graphql(`
  fragment NotificationFields on Notification {
    id
    createdAt
    isRead
    content {
      kind
      botId
      botName
      reason
      plan
      graceEndsAt
      change
      percent
      used
      limit
      resetsAt
      runsOutAt
      weekStart
      replies
      activeBots
      planReplies
      creditsUsed
      newsId
      title
      text
    }
  }
`);

graphql(`
  fragment NotificationFeedFields on NotificationFeed {
    unread
    latest {
      ...NotificationFields
    }
  }
`);

/** How many notifications the user has not read, and the latest one. */
export const NOTIFICATION_FEED = graphql(`
  query NotificationFeed {
    notificationFeed {
      ...NotificationFeedFields
    }
  }
`);
