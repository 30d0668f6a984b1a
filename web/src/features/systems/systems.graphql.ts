import { graphql } from '../../gql/index.js';
import type { InstalledFieldsFragment, SystemPageQuery, SystemPageQueryVariables } from '../../gql/graphql.js';

graphql(`
  fragment InstalledFields on InstalledSystem {
    systemId
    settings
    installedAt
  }
`);

export const BOT_SYSTEMS = graphql(`
  query BotSystems($botId: ID!) {
    bot(id: $botId) {
      id
      name
      avatarColor
    }
    systems(botId: $botId) {
      ...InstalledFields
    }
  }
`);

export const INSTALL_SYSTEM = graphql(`
  mutation InstallSystem($botId: ID!, $systemId: String!) {
    installSystem(botId: $botId, systemId: $systemId) {
      ...InstalledFields
    }
  }
`);

export const CONFIGURE_SYSTEM = graphql(`
  mutation ConfigureSystem($botId: ID!, $systemId: String!, $settings: JSON, $reset: Boolean) {
    configureSystem(botId: $botId, systemId: $systemId, settings: $settings, reset: $reset) {
      ...InstalledFields
    }
  }
`);

export const REMOVE_SYSTEM = graphql(`
  mutation RemoveSystem($botId: ID!, $systemId: String!) {
    removeSystem(botId: $botId, systemId: $systemId) {
      message
    }
  }
`);

/** What a system keeps of a server: with `section` only that table, from `cursor` or `offset`. */
export const SYSTEM_PAGE = graphql(`
  query SystemPage(
    $botId: ID!
    $systemId: String!
    $guildId: String!
    $section: String
    $limit: Int
    $offset: Int
    $cursor: String
  ) {
    systemPage(
      botId: $botId
      systemId: $systemId
      guildId: $guildId
      section: $section
      limit: $limit
      offset: $offset
      cursor: $cursor
    ) {
      sections {
        id
        title
        empty
        columns
        rows {
          id
          cells
          actions {
            id
            label
            confirm
            opens
          }
        }
        total
        next
        previous
      }
      forms {
        id
        title
        description
        submit
        confirm
        fields
      }
      notice
      upload {
        title
        description
        submit
        accept
        maxBytes
      }
    }
  }
`);

export const ACT_ON_SYSTEM = graphql(`
  mutation ActOnSystem($botId: ID!, $systemId: String!, $guildId: String!, $action: String!, $rowId: String, $values: JSON) {
    actOnSystem(botId: $botId, systemId: $systemId, guildId: $guildId, action: $action, rowId: $rowId, values: $values) {
      message
    }
  }
`);

type Page = SystemPageQuery['systemPage'];
export type PageSection = Page['sections'][number];
export type PageRow = PageSection['rows'][number];
export type PageAction = PageRow['actions'][number];
export type PageForm = Page['forms'][number];
export type PageUpload = NonNullable<Page['upload']>;
/** A system of a bot in one server. */
export type PagePlace = Pick<SystemPageQueryVariables, 'botId' | 'systemId' | 'guildId'>;

export type Installed = Omit<InstalledFieldsFragment, '__typename'>;
