import { graphql } from '../gql/index.js';

/** Who writes the answers of a bot, and whether it has an account on Discord that can be asked about. */
export const BOT_ABILITIES = graphql(`
  query BotAbilities($botId: ID!) {
    bot(id: $botId) {
      id
      hasDiscordToken
    }
    chatEngine(botId: $botId) {
      engine
    }
  }
`);
