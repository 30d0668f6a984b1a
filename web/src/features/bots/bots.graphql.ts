import { graphql } from '../../gql/index.js';
import type { BotFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment BotFields on Bot {
    ...BotState
    description
    avatarColor
    hasDiscordToken
    discordTokenHint
    serverId
    statusText
    ageRating
    dedicatedChannelId
    instructions
    greeting
    exampleDialogues
    timeZone
    model
    responseStyle
    personality
    preferences {
      sendMedia
      rememberInteractions
      shareLinks
      proactiveMessaging
      learningMode
      contextRetention
      responseDelay
      maxTokens
    }
    dailyCaps {
      perBot
      perServer
      perMember
    }
    tools {
      pages
      calculator
      dates
      dice
      commands
      servers
    }
    messageCount
    isResetting
    createdAt
    version
  }
`);

export const BOT = graphql(`
  query Bot($id: ID!) {
    bot(id: $id) {
      ...BotFields
    }
  }
`);

/** Replies and people of the last 30 days, uptime of the last 7. */
export const BOT_FIGURES = graphql(`
  query BotFigures($botId: ID!) {
    analytics(botId: $botId) {
      totalMessages
      activeUsers
      uptime
      botInfo {
        model
      }
    }
  }
`);

/** When and with how many people the bot talked last. */
export const CONVERSATIONS = graphql(`
  query Conversations($botId: ID!) {
    conversations(botId: $botId) {
      conversations {
        channel
        channelId
        messages
        people
        lastAt
      }
    }
  }
`);

/** Whether the day's messages are used up. */
export const OVERVIEW_USAGE = graphql(`
  query OverviewUsage {
    usage {
      used
      dailyLimit
      credits
      plan
    }
  }
`);

/** How many saved questions find something else than when their owner looked at them last. */
export const OVERVIEW_QUESTIONS = graphql(`
  query OverviewQuestions($botId: ID!) {
    changedKnowledgeQuestions(botId: $botId) {
      changed
      failed
    }
  }
`);

/** What writes the answers of a bot: whether they cost messages, and whether the own key that pays for them works. */
export const ANSWERING = graphql(`
  query Answering($botId: ID!) {
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
  }
`);

/** What the check-up finds, for the overview: how many faults of which kind. */
export const OVERVIEW_CHECK_UP = graphql(`
  query OverviewCheckUp($botId: ID!) {
    botCheckUp(botId: $botId) {
      botId
      findings {
        check
        state
        serverId
        serverName
        channelId
        roleFault
        modelFault
      }
    }
  }
`);

export const BOT_COUNT = graphql(`
  query BotCount {
    bots(limit: 1) {
      total
    }
  }
`);

graphql(`
  fragment SavedBotFields on SavedBot {
    bot {
      ...BotFields
    }
    droppedTraits
    warnings
  }
`);

export const CREATE_BOT = graphql(`
  mutation CreateBot($input: CreateBotInput!) {
    createBot(input: $input) {
      ...SavedBotFields
    }
  }
`);

export const UPDATE_BOT = graphql(`
  mutation UpdateBot($id: ID!, $input: UpdateBotInput!) {
    updateBot(id: $id, input: $input) {
      ...SavedBotFields
    }
  }
`);

export const DELETE_BOT = graphql(`
  mutation DeleteBot($id: ID!) {
    deleteBot(id: $id) {
      message
    }
  }
`);

export const RESET_BOT = graphql(`
  mutation ResetBot($id: ID!, $name: String!) {
    resetBot(id: $id, name: $name) {
      isDone
    }
  }
`);

export const BOT_RESET = graphql(`
  query BotReset($id: ID!) {
    bot(id: $id) {
      id
      isResetting
    }
  }
`);

export type BotDetails = BotFieldsFragment;
