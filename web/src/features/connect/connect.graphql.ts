import { graphql } from '../../gql/index.js';
import type { ConnectBotFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment ConnectBotFields on Bot {
    ...BotState
    description
    avatarColor
    hasDiscordToken
    serverId
    statusText
    channelSettings {
      dedicatedChannelId
      mentionOnly
      autoReply
      customPrefix
    }
  }
`);

export const CONNECT_BOT = graphql(`
  query ConnectBot($id: ID!) {
    bot(id: $id) {
      ...ConnectBotFields
    }
  }
`);

export const CHECK_TOKEN = graphql(`
  mutation CheckDiscordToken($token: String!) {
    checkDiscordToken(token: $token) {
      verdict
      applicationId
      name
      hasMessageContent
    }
  }
`);

export const SAVE_CONNECTION = graphql(`
  mutation SaveConnection($id: ID!, $input: UpdateBotInput!) {
    updateBot(id: $id, input: $input) {
      bot {
        ...ConnectBotFields
      }
      warnings
    }
  }
`);

export const UPDATE_DISCORD_PROFILE = graphql(`
  mutation UpdateDiscordProfile($botId: ID!, $input: DiscordProfileInput!) {
    updateDiscordProfile(botId: $botId, input: $input) {
      ...DiscordAccountFields
    }
  }
`);

export const SAY_HELLO = graphql(`
  mutation SayHello($botId: ID!, $channelId: String!, $helloId: ID!) {
    sayHello(botId: $botId, channelId: $channelId, helloId: $helloId) {
      message
    }
  }
`);

export type ConnectBot = ConnectBotFieldsFragment;
