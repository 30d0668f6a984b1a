import { OWN, OWNER_NOT_IMPERSONATED, type Expected } from './expected.js';
import { aForm, type Fixtures } from './fixtures.js';
import type { Row, Sent } from './rest-row.js';

const OWN_MADE: Expected = [401, 201, 404, 404, 404, 201];

const ofBot = async (fixtures: Fixtures) => ({ params: { botId: (await fixtures.bot()).id } });

/** The routes of what bots were taught. */
export const KNOWLEDGE_ROWS: readonly Row[] = [
  { route: 'GET /api/bots/:botId/knowledge', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/knowledge',
    expected: OWN_MADE,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: { title: 'Tides', content: 'Twice a day.' } }),
  },
  {
    route: 'POST /api/bots/:botId/knowledge/upload',
    expected: OWN_MADE,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), body: aForm() }),
  },
  {
    route: 'GET /api/bots/:botId/knowledge/search',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), query: 'query=tides' }),
  },
  { route: 'GET /api/bots/:botId/knowledge/questions', expected: OWN, arrange: ofBot },
  {
    route: 'POST /api/bots/:botId/knowledge/questions',
    expected: OWN_MADE,
    arrange: async (fixtures) => ({
      ...(await ofBot(fixtures)),
      body: { question: 'When is high tide?', expectedItemId: null },
    }),
  },
  {
    route: 'DELETE /api/bots/:botId/knowledge/questions/:questionId',
    expected: OWN,
    arrange: async (fixtures) => {
      const { id: botId } = await fixtures.bot();
      return { params: { botId, questionId: await fixtures.savedQuestion(botId) } };
    },
  },
  {
    route: 'PATCH /api/bots/:botId/knowledge/:itemId',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await ofItem(fixtures)), body: { title: 'Ebb' } }),
  },
  {
    route: 'DELETE /api/bots/:botId/knowledge/:itemId',
    expected: OWNER_NOT_IMPERSONATED,
    arrange: (fixtures) => ofItem(fixtures),
  },
  {
    route: 'GET /api/bots/:botId/knowledge/:itemId/file',
    expected: OWN,
    arrange: async (fixtures) => {
      const { id: botId } = await fixtures.bot();
      return { params: { botId, itemId: await fixtures.file(botId) } };
    },
  },
];

async function ofItem(fixtures: Fixtures): Promise<Sent> {
  const { id: botId } = await fixtures.bot();
  return { params: { botId, itemId: await fixtures.item(botId) } };
}
