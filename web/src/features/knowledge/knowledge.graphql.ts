import { graphql } from '../../gql/index.js';
import type { KnowledgeFieldsFragment, FindKnowledgeQuery, SavedQuestionFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment KnowledgeFields on KnowledgeItem {
    id
    title
    excerpt
    type
    tags
    activation
    keywords
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

/** A page of the items that contain the text, the newest first. */
export const KNOWLEDGE_MATCHES = graphql(`
  query KnowledgeMatches($botId: ID!, $search: String!, $offset: Int!) {
    knowledge(botId: $botId, search: $search, order: newest, limit: 200, offset: $offset) {
      total
      isMoreThanTotal
      items {
        id
      }
    }
  }
`);

/** One item with its content. */
export const KNOWLEDGE_ITEM = graphql(`
  query KnowledgeItem($botId: ID!, $itemId: ID!) {
    knowledgeItem(botId: $botId, itemId: $itemId) {
      ...KnowledgeFields
      content
    }
  }
`);

export const FIND_KNOWLEDGE = graphql(`
  query FindKnowledge($botId: ID!, $query: String!, $previous: String) {
    findKnowledge(botId: $botId, query: $query, previous: $previous) {
      coverage
      relevance
      minRelevance
      outcome
      searchedBy
      rewritten
      passages {
        itemId
        title
        body
        score
        activation
        relevance
        number
      }
    }
  }
`);

graphql(`
  fragment SavedQuestionFields on SavedQuestion {
    id
    question
    previous
    expectedItemId
    expectedTitle
    outcome
    rank
    isPassed
    wasPassed
    previousRank
  }
`);

export const KNOWLEDGE_QUESTIONS = graphql(`
  query KnowledgeQuestions($botId: ID!) {
    knowledgeQuestions(botId: $botId) {
      ...SavedQuestionFields
    }
  }
`);

export const SAVE_KNOWLEDGE_QUESTION = graphql(`
  mutation SaveKnowledgeQuestion($botId: ID!, $question: String!, $previous: String, $expectedItemId: ID) {
    saveKnowledgeQuestion(botId: $botId, question: $question, previous: $previous, expectedItemId: $expectedItemId) {
      ...SavedQuestionFields
    }
  }
`);

export const REMOVE_KNOWLEDGE_QUESTION = graphql(`
  mutation RemoveKnowledgeQuestion($botId: ID!, $questionId: ID!) {
    removeKnowledgeQuestion(botId: $botId, questionId: $questionId) {
      message
    }
  }
`);

export const ADD_KNOWLEDGE = graphql(`
  mutation AddKnowledge($botId: ID!, $input: CreateKnowledgeInput!) {
    addKnowledge(botId: $botId, input: $input) {
      ...KnowledgeFields
    }
  }
`);

export const UPDATE_KNOWLEDGE = graphql(`
  mutation UpdateKnowledge($botId: ID!, $itemId: ID!, $input: UpdateKnowledgeInput!) {
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
export type SavedQuestion = SavedQuestionFieldsFragment;
export type Findings = FindKnowledgeQuery['findKnowledge'];
