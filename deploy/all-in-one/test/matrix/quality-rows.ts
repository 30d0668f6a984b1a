import { randomUUID } from 'node:crypto';
import { OWN } from './expected.js';
import { A_PINNED, type Fixtures } from './fixtures.js';
import type { FieldRow } from './field-row.js';

const ofBot = async (fixtures: Fixtures) => ({ botId: (await fixtures.bot()).id });

async function question(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, questionId: await fixtures.inboxQuestion(botId) };
}

async function pinned(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, answerId: await fixtures.pinned(botId) };
}

async function conversation(fixtures: Fixtures) {
  const { botId } = await ofBot(fixtures);
  return { botId, conversationId: await fixtures.savedConversation(botId) };
}

/** The inbox, ratings, pinned answers and saved conversations. */
export const QUALITY_ROWS: readonly FieldRow[] = [
  { field: 'Query.inbox', expected: OWN, arrange: ofBot },
  { field: 'Query.answerDraft', expected: OWN, arrange: question },
  { field: 'Query.pinnedAnswers', expected: OWN, arrange: ofBot },
  {
    field: 'Query.citations',
    expected: OWN,
    arrange: async (fixtures) => {
      const { botId } = await ofBot(fixtures);
      return { botId, requestId: await fixtures.askedInChat(botId) };
    },
  },
  {
    field: 'Mutation.rateReply',
    expected: OWN,
    arrange: async (fixtures) => {
      const { botId } = await ofBot(fixtures);
      return { botId, requestId: await fixtures.askedInChat(botId), input: { isGood: false, reason: 'wrong' } };
    },
  },
  {
    field: 'Mutation.setInboxState',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await question(fixtures)), state: 'dismissed' }),
  },
  { field: 'Mutation.writeAnswerDraft', expected: OWN, arrange: question },
  {
    field: 'Mutation.teachAnswer',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await question(fixtures)), title: 'Opening hours', content: 'At nine.' }),
  },
  { field: 'Mutation.pinAnswer', expected: OWN, arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), input: A_PINNED }) },
  {
    field: 'Mutation.changePinnedAnswer',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await pinned(fixtures)), input: A_PINNED }),
  },
  { field: 'Mutation.unpinAnswer', expected: OWN, arrange: pinned },
  { field: 'Query.savedConversations', expected: OWN, arrange: ofBot },
  {
    field: 'Mutation.saveConversation',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), questions: ['When?'] }),
  },
  {
    field: 'Mutation.runConversation',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await conversation(fixtures)), requestId: randomUUID() }),
  },
  { field: 'Mutation.removeConversation', expected: OWN, arrange: conversation },
];
