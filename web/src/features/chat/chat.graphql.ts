import { graphql } from '../../gql/index.js';
import type { ChatBotQuery } from '../../gql/graphql.js';
import type { RatingInput } from '@kith/proto';

export const CHAT_BOT = graphql(`
  query ChatBot($id: ID!) {
    bot(id: $id) {
      id
      name
      description
      greeting
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

export const CITATIONS = graphql(`
  query Citations($botId: ID!, $requestId: String!) {
    citations(botId: $botId, requestId: $requestId) {
      itemId
      title
      passages
    }
  }
`);

export const RATE_REPLY = graphql(`
  mutation RateReply($botId: ID!, $requestId: String!, $input: RatingInput!) {
    rateReply(botId: $botId, requestId: $requestId, input: $input) {
      isGood
      reason
    }
  }
`);

export type Rating = RatingInput;
export type ChatBot = NonNullable<ChatBotQuery['bot']>;
