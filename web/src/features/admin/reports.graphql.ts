import { graphql } from '../../gql/index.js';
import type { ReportFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment ReportFields on Report {
    id
    botId
    botName
    ownerId
    guildId
    channelId
    messageId
    reason
    text
    reporters
    state
    createdAt
    handledAt
  }
`);

export const REPORTS = graphql(`
  query Reports($state: ReportState, $limit: Int!, $offset: Int!, $cursor: String) {
    reports(state: $state, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      next
      previous
      reports {
        ...ReportFields
      }
    }
  }
`);

export const HANDLE_REPORT = graphql(`
  mutation HandleReport($id: ID!, $action: ReportAction!) {
    handleReport(id: $id, action: $action) {
      ...ReportFields
    }
  }
`);

export type CompanionReport = ReportFieldsFragment;
