import { graphql } from '../../gql/index.js';
import type { InboxQuery, PinnedAnswersQuery } from '../../gql/graphql.js';

export const INBOX = graphql(`
  query Inbox($botId: ID!, $state: InboxState!, $limit: Int!, $offset: Int!) {
    inbox(botId: $botId, state: $state, limit: $limit, offset: $offset) {
      total
      questions {
        id
        question
        reply
        state
        count
        causes
        reasons
        channel
        lastAt
      }
    }
  }
`);

export const INBOX_BOT = graphql(`
  query InboxBot($id: ID!) {
    bot(id: $id) {
      id
      name
    }
  }
`);

export const ANSWER_DRAFT = graphql(`
  query AnswerDraft($botId: ID!, $questionId: ID!) {
    answerDraft(botId: $botId, questionId: $questionId) {
      title
      questions
      answer
      kind
      canBeWritten
    }
  }
`);

export const WRITE_ANSWER_DRAFT = graphql(`
  mutation WriteAnswerDraft($botId: ID!, $questionId: ID!) {
    writeAnswerDraft(botId: $botId, questionId: $questionId) {
      answer
      kind
    }
  }
`);

export const SET_INBOX_STATE = graphql(`
  mutation SetInboxState($botId: ID!, $questionId: ID!, $state: InboxState!) {
    setInboxState(botId: $botId, questionId: $questionId, state: $state) {
      message
    }
  }
`);

export const TEACH_ANSWER = graphql(`
  mutation TeachAnswer($botId: ID!, $questionId: ID!, $title: String!, $content: String!) {
    teachAnswer(botId: $botId, questionId: $questionId, title: $title, content: $content) {
      id
    }
  }
`);

export const PINNED_ANSWERS = graphql(`
  query PinnedAnswers($botId: ID!, $search: String, $limit: Int!, $offset: Int!) {
    pinnedAnswers(botId: $botId, search: $search, limit: $limit, offset: $offset) {
      total
      max
      answers {
        id
        questions
        answer
        isActive
      }
    }
  }
`);

export const PIN_ANSWER = graphql(`
  mutation PinAnswer($botId: ID!, $questionId: ID, $input: PinnedAnswerInput!) {
    pinAnswer(botId: $botId, questionId: $questionId, input: $input) {
      id
    }
  }
`);

export const CHANGE_PINNED = graphql(`
  mutation ChangePinnedAnswer($botId: ID!, $answerId: ID!, $input: PinnedAnswerInput!) {
    changePinnedAnswer(botId: $botId, answerId: $answerId, input: $input) {
      id
      questions
      answer
    }
  }
`);

export const UNPIN_ANSWER = graphql(`
  mutation UnpinAnswer($botId: ID!, $answerId: ID!) {
    unpinAnswer(botId: $botId, answerId: $answerId) {
      message
    }
  }
`);

export type Question = InboxQuery['inbox']['questions'][number];
export type Pinned = PinnedAnswersQuery['pinnedAnswers']['answers'][number];
