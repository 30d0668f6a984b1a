import { graphql } from '../../gql/index.js';
import type { ChatBotQuery } from '../../gql/graphql.js';

export const CHAT_BOT = graphql(`
  query ChatBot($id: ID!) {
    bot(id: $id) {
      id
      name
      description
      avatarColor
      status
      runtimeState
    }
    chatEngine(botId: $id) {
      engine
      label
    }
  }
`);

export type ChatBot = NonNullable<ChatBotQuery['bot']>;
