import { graphql } from '../../gql/index.js';
import type { InstalledFieldsFragment } from '../../gql/graphql.js';

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

export type Installed = Omit<InstalledFieldsFragment, '__typename'>;
