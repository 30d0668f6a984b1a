import { graphql } from '../../gql/index.js';

/** What the side bar shows of the companion whose page is open. */
export const WORKSPACE_BOT = graphql(`
  query WorkspaceBot($id: ID!) {
    bot(id: $id) {
      ...BotState
      avatarColor
    }
  }
`);

/** The companions to switch to; the dashboard lists more. */
export const OTHER_BOTS = graphql(`
  query OtherBots {
    bots(limit: 20) {
      total
      bots {
        ...BotState
        avatarColor
      }
    }
  }
`);
