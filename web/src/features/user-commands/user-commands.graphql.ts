import { graphql } from '../../gql/index.js';
import type { StoredCommandFieldsFragment, TestUserCommandMutation, UserCommandsQuery } from '../../gql/graphql.js';

export const USER_COMMANDS = graphql(`
  query UserCommands {
    userCommands(limit: 200) {
      total
      commands {
        id
        name
        trigger
        description
        icon
      }
    }
  }
`);

graphql(`
  fragment StoredCommandFields on UserCommand {
    id
    name
    trigger
    description
    code
    icon
  }
`);

export const USER_COMMAND = graphql(`
  query UserCommand($id: ID!) {
    userCommand(id: $id) {
      ...StoredCommandFields
    }
  }
`);

export const CREATE_USER_COMMAND = graphql(`
  mutation CreateUserCommand($input: UserCommandInput!) {
    createUserCommand(input: $input) {
      id
    }
  }
`);

export const UPDATE_USER_COMMAND = graphql(`
  mutation UpdateUserCommand($id: ID!, $input: UserCommandChanges!) {
    updateUserCommand(id: $id, input: $input) {
      ...StoredCommandFields
    }
  }
`);

export const DELETE_USER_COMMAND = graphql(`
  mutation DeleteUserCommand($id: ID!) {
    deleteUserCommand(id: $id) {
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

export const TEST_USER_COMMAND = graphql(`
  mutation TestUserCommand($input: CommandTestInput!) {
    testUserCommand(input: $input) {
      result {
        success
        response
        shouldReply
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
      }
    }
  }
`);

export type CommandSummary = UserCommandsQuery['userCommands']['commands'][number];
export type StoredCommand = StoredCommandFieldsFragment;
export type TestReport = TestUserCommandMutation['testUserCommand'];
