import { graphql } from '../../gql/index.js';
import type { AvailableFieldsFragment, BotBrainQuery, LearnedFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment AvailableFields on AvailableCommand {
    id
    name
    description
    category
    icon
    trigger
  }
`);

graphql(`
  fragment LearnedFields on LearnedCommand {
    id
    commandId
    isEnabled
    customTrigger
    command {
      ...AvailableFields
    }
  }
`);

// Catalogue and library together are smaller than a page (MAX_CUSTOM_COMMANDS): here and below, one holds all.
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

/** Which of them have these words in their names or descriptions, and this category. */
export const SOUGHT_COMMANDS = graphql(`
  query SoughtCommands($search: String!, $category: String) {
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
  mutation UpdateLearnedCommand($botId: ID!, $botCommandId: ID!, $input: LearnedCommandChanges!) {
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
export type Available = AvailableFieldsFragment;
export type Learned = LearnedFieldsFragment;
