import { graphql } from '../gql/index.js';

export const START_BOT = graphql(`
  mutation StartBot($id: ID!) {
    startBot(id: $id) {
      ...BotState
    }
  }
`);

export const STOP_BOT = graphql(`
  mutation StopBot($id: ID!) {
    stopBot(id: $id) {
      ...BotState
    }
  }
`);
