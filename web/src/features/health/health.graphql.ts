import { graphql } from '../../gql/index.js';
import type { BotHealthQuery, MessageTraceFieldsFragment } from '../../gql/graphql.js';

/** What keeps the companion from answering: on Discord, the model, and the messages of the day. */
export const BOT_HEALTH = graphql(`
  query BotHealth($botId: ID!) {
    bot(id: $botId) {
      ...BotState
      hasDiscordToken
    }
    botCheckUp(botId: $botId) {
      botId
      findings {
        check
        state
        detail
        serverId
        serverName
        channelId
        channelName
        missingPermissions
        use
        systemName
        roleName
        roleFault
        botName
        freePrefix
        modelFault
        happenedAt
        cap
        members
        inviteUrl
      }
    }
    chatEngine(botId: $botId) {
      engine
      isOwnKey
    }
    me {
      id
      apiSettings {
        apiKeyProvider
        apiKeyState
      }
    }
    usage {
      used
      dailyLimit
      credits
    }
  }
`);

export const CHOOSE_PREFIX = graphql(`
  mutation ChoosePrefix($id: ID!, $prefix: String!) {
    updateBot(id: $id, input: { channelSettings: { customPrefix: $prefix } }) {
      bot {
        id
        version
      }
    }
  }
`);

graphql(`
  fragment MessageTraceFields on MessageTrace {
    messageId
    channelId
    guildId
    sentAt
    outcome
    reason
    cause
    detail
    command
  }
`);

/** The last messages that the companion ignored. */
export const IGNORED_MESSAGES = graphql(`
  query IgnoredMessages($botId: ID!) {
    messageTraces(botId: $botId, outcome: ignored, limit: 20) {
      traces {
        ...MessageTraceFields
      }
    }
  }
`);

/** The last slash commands that the companion answered or did not run. */
export const USED_COMMANDS = graphql(`
  query UsedCommands($botId: ID!) {
    messageTraces(botId: $botId, usedCommands: true, limit: 20) {
      traces {
        ...MessageTraceFields
      }
    }
  }
`);

export const MESSAGE_TRACE = graphql(`
  query MessageTrace($botId: ID!, $messageId: String!) {
    messageTrace(botId: $botId, messageId: $messageId) {
      ...MessageTraceFields
    }
  }
`);

export type Health = BotHealthQuery;
export type CheckedBot = NonNullable<Health['bot']>;
export type HealthFinding = BotHealthQuery['botCheckUp']['findings'][number];
export type Trace = MessageTraceFieldsFragment;
