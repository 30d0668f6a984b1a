import { graphql } from '../../gql/index.js';
import type { ModerationCaseFieldsFragment, ModerationCasesQuery } from '../../gql/graphql.js';

graphql(`
  fragment ModerationCaseFields on ModerationCase {
    id
    guildId
    channelId
    memberId
    memberName
    rule
    detail
    actions
    refused
    warnings
    timeoutUntil
    isDryRun
    createdAt
    undoneAt
  }
`);

export const MODERATION_CASES = graphql(`
  query ModerationCases($botId: ID!, $member: String, $limit: Int, $offset: Int, $cursor: String) {
    moderationCases(botId: $botId, member: $member, limit: $limit, offset: $offset, cursor: $cursor) {
      total
      isMoreThanTotal
      next
      previous
      cases {
        ...ModerationCaseFields
      }
    }
    moderationPauses(botId: $botId) {
      guildId
      pausedAt
    }
  }
`);

export const UNDO_MODERATION = graphql(`
  mutation UndoModeration($botId: ID!, $caseId: ID!) {
    undoModeration(botId: $botId, caseId: $caseId) {
      ...ModerationCaseFields
    }
  }
`);

export const RESUME_MODERATION = graphql(`
  mutation ResumeModeration($botId: ID!, $guildId: String!) {
    resumeModeration(botId: $botId, guildId: $guildId) {
      guildId
    }
  }
`);

export type Case = ModerationCaseFieldsFragment;
export type Pause = ModerationCasesQuery['moderationPauses'][number];
