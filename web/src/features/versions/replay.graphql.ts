import { graphql } from '../../gql/index.js';
import type { SavedConversationFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment SavedConversationFields on SavedConversation {
    id
    questions
    latest {
      answers
      answeredAt
    }
    earlier {
      answers
      answeredAt
    }
  }
`);

export type SavedConversation = SavedConversationFieldsFragment;

export const SAVED_CONVERSATIONS = graphql(`
  query SavedConversations($botId: ID!) {
    savedConversations(botId: $botId) {
      ...SavedConversationFields
    }
  }
`);

export const SAVE_CONVERSATION = graphql(`
  mutation SaveConversation($botId: ID!, $questions: [String!]!) {
    saveConversation(botId: $botId, questions: $questions) {
      ...SavedConversationFields
    }
  }
`);

export const RUN_CONVERSATION = graphql(`
  mutation RunConversation($botId: ID!, $conversationId: ID!, $requestId: String!) {
    runConversation(botId: $botId, conversationId: $conversationId, requestId: $requestId) {
      ...SavedConversationFields
    }
  }
`);

export const REMOVE_CONVERSATION = graphql(`
  mutation RemoveConversation($botId: ID!, $conversationId: ID!) {
    removeConversation(botId: $botId, conversationId: $conversationId) {
      message
    }
  }
`);
