import { graphql } from '../gql/index.js';
import type {
  BotProblemsQuery,
  DiscordChannelsQuery,
  DiscordConnectionFieldsFragment,
  DiscordRolesQuery,
} from '../gql/graphql.js';

graphql(`
  fragment DiscordAccountFields on DiscordAccount {
    applicationId
    name
    about
    hasMessageContent
    hasServerMembers
  }
`);

graphql(`
  fragment DiscordConnectionFields on DiscordConnection {
    botId
    applicationId
    account {
      ...DiscordAccountFields
    }
    servers {
      id
      name
      memberCount
      missingPermissions
      inviteUrl
    }
    problem {
      code
      text
    }
    permissions
    inviteUrl
    agreedAt
  }
`);

/** Account, servers and invite of a bot. */
export const DISCORD_CONNECTION = graphql(`
  query DiscordConnection($botId: ID!) {
    discordConnection(botId: $botId) {
      ...DiscordConnectionFields
    }
  }
`);

export const ENABLE_INTENT = graphql(`
  mutation EnableIntent($botId: ID!, $intent: PrivilegedIntent!) {
    enableIntent(botId: $botId, intent: $intent) {
      ...DiscordAccountFields
    }
  }
`);

/** The channels of one server in which members can write, and its categories. */
export const DISCORD_CHANNELS = graphql(`
  query DiscordChannels($botId: ID!, $serverId: String!) {
    discordChannels(botId: $botId, serverId: $serverId) {
      channels {
        id
        name
        kind
        category
      }
      categories {
        id
        name
      }
    }
  }
`);

/** The roles of one server that a bot could give to members. */
export const DISCORD_ROLES = graphql(`
  query DiscordRoles($botId: ID!, $serverId: String!) {
    discordChannels(botId: $botId, serverId: $serverId) {
      roles {
        id
        name
      }
    }
  }
`);

/** What Discord refuses to a bot now. */
export const BOT_PROBLEMS = graphql(`
  query BotProblems($botId: ID!) {
    botProblems(botId: $botId) {
      problems {
        guildId
        channelId
        action
        permission
        lastSeenAt
      }
    }
  }
`);

export type Problem = BotProblemsQuery['botProblems']['problems'][number];
export type Connection = DiscordConnectionFieldsFragment;
export type Server = Connection['servers'][number];
export type Role = DiscordRolesQuery['discordChannels']['roles'][number];
export type Channel = DiscordChannelsQuery['discordChannels']['channels'][number];
export type Category = DiscordChannelsQuery['discordChannels']['categories'][number];
