import { graphql } from '../../gql/index.js';
import type { KnowledgeFieldsFragment, FindKnowledgeQuery } from '../../gql/graphql.js';

graphql(`
  fragment KnowledgeFields on KnowledgeItem {
    id
    title
    content
    type
    tags
    fileUrl
    position {
      x
      y
    }
    status
    statusReason
    createdAt
  }
`);

export const KNOWLEDGE = graphql(`
  query Knowledge($botId: ID!, $limit: Int!, $offset: Int!) {
    bot(id: $botId) {
      id
      name
    }
    knowledge(botId: $botId, limit: $limit, offset: $offset) {
      total
      items {
        ...KnowledgeFields
      }
    }
  }
`);

export const FIND_KNOWLEDGE = graphql(`
  query FindKnowledge($botId: ID!, $query: String!) {
    findKnowledge(botId: $botId, query: $query) {
      coverage
      passages {
        itemId
        title
        body
        score
      }
    }
  }
`);

export const ADD_KNOWLEDGE = graphql(`
  mutation AddKnowledge($botId: ID!, $input: KnowledgeInput!) {
    addKnowledge(botId: $botId, input: $input) {
      ...KnowledgeFields
    }
  }
`);

export const UPDATE_KNOWLEDGE = graphql(`
  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: KnowledgeChanges!) {
    updateKnowledge(botId: $botId, itemId: $itemId, input: $input) {
      ...KnowledgeFields
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

export type KnowledgeItem = KnowledgeFieldsFragment;
export type Findings = FindKnowledgeQuery['findKnowledge'];
