import { graphql } from '../../gql/index.js';
import type { PaletteBotsQuery } from '../../gql/graphql.js';

export const PALETTE_BOTS = graphql(`
  query PaletteBots($offset: Int) {
    bots(limit: 200, offset: $offset) {
      total
      bots {
        ...BotState
        avatarColor
        hasDiscordToken
      }
    }
  }
`);

export type PaletteBot = PaletteBotsQuery['bots']['bots'][number];
