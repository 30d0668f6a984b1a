import { graphql } from '../../gql/index.js';
import type { BotMemoryQuery, OwnMemoryFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment OwnMemoryFields on Memory {
    summary
    facts {
      id
      key
      value
      origin
      saidAt
    }
  }
`);

export const BOT_MEMORY = graphql(`
  query BotMemory($botId: ID!) {
    bot(id: $botId) {
      id
      name
    }
    memoryOverview(botId: $botId) {
      isOn
      people
      facts
    }
    ownMemory(botId: $botId) {
      ...OwnMemoryFields
    }
  }
`);

export const CLEAR_MEMORY = graphql(`
  mutation ClearMemory($botId: ID!) {
    clearMemory(botId: $botId) {
      message
    }
  }
`);

export const SAVE_OWN_FACT = graphql(`
  mutation SaveOwnFact($botId: ID!, $factId: ID, $key: String!, $value: String!) {
    saveOwnFact(botId: $botId, factId: $factId, key: $key, value: $value) {
      ...OwnMemoryFields
    }
  }
`);

/** Without a fact: all of them. */
export const FORGET_OWN_MEMORY = graphql(`
  mutation ForgetOwnMemory($botId: ID!, $factId: ID) {
    forgetOwnMemory(botId: $botId, factId: $factId) {
      ...OwnMemoryFields
    }
  }
`);

export type MembersMemory = BotMemoryQuery['memoryOverview'];
export type OwnMemory = OwnMemoryFieldsFragment;
export type OwnFact = OwnMemoryFieldsFragment['facts'][number];
