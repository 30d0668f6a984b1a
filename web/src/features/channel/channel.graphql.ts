import { graphql } from '../../gql/index.js';

export const BOT_CHANNEL = graphql(`
  query BotChannel($id: ID!) {
    bot(id: $id) {
      id
      name
      channelSettings
      version
    }
  }
`);

export const SAVE_CHANNEL_SETTINGS = graphql(`
  mutation SaveChannelSettings($id: ID!, $input: UpdateBotInput!) {
    updateBot(id: $id, input: $input) {
      id
      channelSettings
      version
    }
  }
`);
