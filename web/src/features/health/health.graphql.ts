import { graphql } from '../../gql/index.js';
import type { BotHealthQuery, MessageTraceFieldsFragment } from '../../gql/graphql.js';

/** What keeps the companion from answering: on Discord, the model, and the messages of the day. */
export const BOT_HEALTH = graphql(`
  query BotHealth($botId: ID!) {
    bot(id: $botId) {
      id
      name
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
        inviteUrl
      }
    }
    chatEngine(botId: $botId) {
      engine
      isOwnKey
    }
    usage {
      used
      dailyLimit
      credits
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
    detail
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

export const MESSAGE_TRACE = graphql(`
  query MessageTrace($botId: ID!, $messageId: String!) {
    messageTrace(botId: $botId, messageId: $messageId) {
      ...MessageTraceFields
    }
  }
`);

export type Health = BotHealthQuery;
export type HealthFinding = BotHealthQuery['botCheckUp']['findings'][number];
export type Trace = MessageTraceFieldsFragment;
