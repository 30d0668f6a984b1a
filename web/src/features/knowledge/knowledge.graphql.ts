import { graphql } from '../../gql/index.js';
import type { KnowledgeQuery } from '../../gql/graphql.js';

export const KNOWLEDGE = graphql(`
  query Knowledge($botId: ID!) {
    bot(id: $botId) {
      id
      name
    }
    knowledge(botId: $botId, limit: 200) {
      total
      items {
        id
        title
        content
        type
        tags
        status
        statusReason
        createdAt
      }
    }
  }
`);

export const ADD_KNOWLEDGE = graphql(`
  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {
    addKnowledge(botId: $botId, input: $input) {
      id
    }
  }
`);

export const UPDATE_KNOWLEDGE = graphql(`
  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {
    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {
      id
    }
  }
`);

export const DELETE_KNOWLEDGE = graphql(`
  mutation DeleteKnowledge($botId: ID!, $itemId: ID!) {
    deleteKnowledge(botId: $botId, itemId: $itemId) {
      message
    }
  }
`);

export type KnowledgeItem = KnowledgeQuery['knowledge']['items'][number];
