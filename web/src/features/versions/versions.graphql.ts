import { graphql } from '../../gql/index.js';
import type { BotVersionFieldsFragment, CharacterFieldsFragment } from '../../gql/graphql.js';

graphql(`
  fragment BotVersionFields on BotVersion {
    version
    savedAt
    isByAdministrator
    fields
    restoredFrom
  }
`);

graphql(`
  fragment CharacterFields on Character {
    name
    description
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
  }
`);

/** `version` of the bot counts all its saves, of which only those of its character are kept. */
export const BOT_VERSIONS = graphql(`
  query BotVersions($botId: ID!, $limit: Int, $offset: Int) {
    bot(id: $botId) {
      id
      name
      version
    }
    botVersions(botId: $botId, limit: $limit, offset: $offset) {
      versions {
        ...BotVersionFields
      }
      total
    }
  }
`);

export const BOT_VERSION = graphql(`
  query BotVersion($botId: ID!, $version: Int!) {
    botVersion(botId: $botId, version: $version) {
      version {
        ...BotVersionFields
      }
      character {
        ...CharacterFields
      }
      before {
        ...CharacterFields
      }
    }
  }
`);

/** What restoring a version would change: its character, and the one that the bot has. */
export const RESTORE_PREVIEW = graphql(`
  query RestorePreview($botId: ID!, $version: Int!, $latest: Int!) {
    wanted: botVersion(botId: $botId, version: $version) {
      character {
        ...CharacterFields
      }
    }
    present: botVersion(botId: $botId, version: $latest) {
      character {
        ...CharacterFields
      }
    }
  }
`);

export const RESTORE_VERSION = graphql(`
  mutation RestoreVersion($botId: ID!, $version: Int!, $expectedVersion: Int!) {
    restoreBotVersion(botId: $botId, version: $version, expectedVersion: $expectedVersion) {
      bot {
        id
        name
        version
      }
      droppedTraits
      warnings
    }
  }
`);

export type BotVersionSummary = BotVersionFieldsFragment;
export type CharacterDetails = CharacterFieldsFragment;
