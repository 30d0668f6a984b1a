import { graphql } from '../../gql/index.js';
import type {
  CustomCommandRunsQuery,
  CustomCommandsQuery,
  StoredCommandFieldsFragment,
  TestCustomCommandMutation,
} from '../../gql/graphql.js';

export const CUSTOM_COMMANDS = graphql(`
  query CustomCommands {
    customCommands(limit: 200) {
      total
      commands {
        id
        name
        trigger
        description
        icon
        needsReview
      }
    }
  }
`);

graphql(`
  fragment StoredCommandFields on CustomCommand {
    id
    name
    trigger
    description
    code
    icon
    options {
      name
      description
      type
      isRequired
      choices
    }
    needsReview
  }
`);

export const CUSTOM_COMMAND = graphql(`
  query CustomCommand($id: ID!) {
    customCommand(id: $id) {
      ...StoredCommandFields
    }
  }
`);

export const CUSTOM_COMMAND_RUNS = graphql(`
  query CustomCommandRuns($id: ID!) {
    customCommandRuns(id: $id) {
      id
      botName
      trigger
      startedAt
      durationMs
      error {
        message
        line
      }
    }
  }
`);

export const CREATE_CUSTOM_COMMAND = graphql(`
  mutation CreateCustomCommand($input: CreateCustomCommandInput!) {
    createCustomCommand(input: $input) {
      id
    }
  }
`);

export const UPDATE_CUSTOM_COMMAND = graphql(`
  mutation UpdateCustomCommand($id: ID!, $input: UpdateCustomCommandInput!) {
    updateCustomCommand(id: $id, input: $input) {
      ...StoredCommandFields
    }
  }
`);

export const DELETE_CUSTOM_COMMAND = graphql(`
  mutation DeleteCustomCommand($id: ID!) {
    deleteCustomCommand(id: $id) {
      message
    }
  }
`);

export const CHECK_COMMAND_SYNTAX = graphql(`
  mutation CheckCommandSyntax($code: String!) {
    checkCommandSyntax(code: $code) {
      valid
      message
      line
      column
    }
  }
`);

export const TEST_CUSTOM_COMMAND = graphql(`
  mutation TestCustomCommand($input: TestCustomCommandInput!) {
    testCustomCommand(input: $input) {
      result {
        success
        response
        shouldReply
        posts {
          content
          embeds {
            title
            description
            color
            author
            footer
            image
            fields {
              name
              value
            }
          }
          buttons {
            label
            url
          }
          selects {
            value
            placeholder
          }
        }
        form {
          title
        }
      }
      error {
        message
        line
        column
      }
      log {
        level
        text
      }
      durationMs
      context {
        message
        userId
        channelId
        guildId
        botId
        trigger
        args
        options
      }
    }
  }
`);

/** For the choice of a test run. */
export const TEST_BOTS = graphql(`
  query TestBots {
    bots(limit: 200) {
      bots {
        id
        name
      }
    }
  }
`);

export const COMMAND_SHARE = graphql(`
  query CommandShare($id: ID!) {
    commandShare(id: $id) {
      shareCode
    }
  }
`);

export const SHARE_COMMAND = graphql(`
  mutation ShareCustomCommand($id: ID!) {
    shareCustomCommand(id: $id) {
      shareCode
    }
  }
`);

export const UNSHARE_COMMAND = graphql(`
  mutation UnshareCustomCommand($id: ID!) {
    unshareCustomCommand(id: $id) {
      shareCode
    }
  }
`);

export const SHARED_COMMAND = graphql(`
  query SharedCommand($shareCode: String!) {
    sharedCommand(shareCode: $shareCode) {
      name
      trigger
      description
      code
      icon
      options {
        name
        isRequired
      }
    }
  }
`);

export const IMPORT_COMMAND = graphql(`
  mutation ImportCustomCommand($shareCode: String!, $trigger: String) {
    importCustomCommand(shareCode: $shareCode, trigger: $trigger) {
      ...StoredCommandFields
    }
  }
`);

export const APPROVE_COMMAND = graphql(`
  mutation ApproveCustomCommand($id: ID!) {
    approveCustomCommand(id: $id) {
      ...StoredCommandFields
    }
  }
`);

export type CommandSummary = CustomCommandsQuery['customCommands']['commands'][number];
export type CommandRun = CustomCommandRunsQuery['customCommandRuns'][number];
export type StoredCommand = StoredCommandFieldsFragment;
export type TestReport = TestCustomCommandMutation['testCustomCommand'];
