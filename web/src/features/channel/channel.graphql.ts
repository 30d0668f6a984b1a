import { graphql } from '../../gql/index.js';

graphql(`
  fragment BotChannelFields on Bot {
    id
    name
    channelSettings {
      dedicatedChannelId
      allowedChannels
      restrictedChannels
      autoReply
      mentionOnly
      ignoreOtherBots
      logMessages
      moderationMode
      responseDelay
      maxMessagesPerMinute
      allowCommands
      allowFileUploads
      customPrefix
      enableThreads
      autoCreateThreads
      replyButtons
      profanityFilter
      spamDetection
      blockLinks
      blockInvites
      capsFilter
      autoDelete
      issueWarnings
      timeoutUsers
      timeoutDuration
      whitelistUsers
      warningThreshold
      proactiveMessages {
        channelId
        event
        text
        isWritten
        hint
        quietDays
        weekday
        time
        timeZone
      }
      blockedWords
      allowedLinkHosts
      moderationLogChannelId
      moderationDryRun
      allowDirectMessages
      directMessagesPerHour
      missedMessages
    }
    serverId
    version
  }
`);

export const BOT_CHANNEL = graphql(`
  query BotChannel($id: ID!) {
    bot(id: $id) {
      ...BotChannelFields
    }
  }
`);

export const SAVE_CHANNEL_SETTINGS = graphql(`
  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {
    updateBot(id: $id, input: $input) {
      bot {
        ...BotChannelFields
      }
    }
  }
`);
