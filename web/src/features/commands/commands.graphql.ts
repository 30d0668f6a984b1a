import { graphql } from '../../gql/index.js';
import type { BotBrainQuery } from '../../gql/graphql.js';

// Built-in and custom commands together fit into one page (MAX_CUSTOM_COMMANDS), here and below.
export const BRAIN = graphql(`
  query BotBrain($botId: ID!) {
    bot(id: $botId) {
      id
      name
      avatarColor
      status
    }
    learnedCommands(botId: $botId) {
      ...LearnedFields
    }
    commands(limit: 200) {
      total
      commands {
        ...AvailableFields
      }
    }
  }
`);

/** Ids of the commands whose name or description contains the text, in one category or all. */
export const SEARCH_COMMANDS = graphql(`
  query SearchCommands($search: String!, $category: CommandCategory) {
    commands(search: $search, category: $category, limit: 200) {
      commands {
        id
      }
    }
  }
`);

export const LEARN_COMMAND = graphql(`
  mutation LearnCommand($botId: ID!, $commandId: String!) {
    learnCommand(botId: $botId, commandId: $commandId) {
      ...LearnedFields
    }
  }
`);

export const UPDATE_LEARNED_COMMAND = graphql(`
  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: UpdateLearnedCommandInput!) {
    updateLearnedCommand(botId: $botId, botCommandId: $botCommandId, input: $input) {
      id
      isEnabled
      customTrigger
      cooldownS
      requiredRoleId
    }
  }
`);

export const UNLEARN_COMMAND = graphql(`
  mutation UnlearnCommand($botId: ID!, $botCommandId: ID!) {
    unlearnCommand(botId: $botId, botCommandId: $botCommandId) {
      message
    }
  }
`);

graphql(`
  fragment CommandDataFields on CommandData {
    keys
    bytes
    maxBytes
    hosts
  }
`);

/** What the custom commands of a bot keep, and which websites they may read. */
export const COMMAND_DATA = graphql(`
  query CommandData($botId: ID!) {
    commandData(botId: $botId) {
      ...CommandDataFields
    }
  }
`);

export const SET_COMMAND_HOSTS = graphql(`
  mutation SetCommandHosts($botId: ID!, $hosts: [String!]!) {
    setCommandHosts(botId: $botId, hosts: $hosts) {
      ...CommandDataFields
    }
  }
`);

export const CLEAR_COMMAND_DATA = graphql(`
  mutation ClearCommandData($botId: ID!) {
    clearCommandData(botId: $botId) {
      ...CommandDataFields
    }
  }
`);

export type BrainBot = NonNullable<BotBrainQuery['bot']>;
