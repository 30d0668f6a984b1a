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

export type BrainBot = NonNullable<BotBrainQuery['bot']>;
