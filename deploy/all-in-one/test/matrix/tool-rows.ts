import { randomUUID } from 'node:crypto';
import { OWN } from './expected.js';
import type { FieldRow } from './field-row.js';
import type { Fixtures } from './fixtures.js';

const ofBot = async (fixtures: Fixtures) => ({ botId: (await fixtures.bot()).id });
const toolServer = async (fixtures: Fixtures) => ({ ...(await ofBot(fixtures)), serverId: randomUUID() });

/** MCP servers of a bot. */
export const TOOL_ROWS: readonly FieldRow[] = [
  { field: 'Query.toolServers', expected: OWN, arrange: ofBot },
  {
    field: 'Mutation.addToolServer',
    // This address is refused without a request.
    expected: [401, 415, 404, 404, 404, 403],
    arrange: async (fixtures) => ({ ...(await ofBot(fixtures)), input: { name: 'Weather', address: 'https://127.0.0.1/mcp' } }),
  },
  { field: 'Mutation.checkToolServer', expected: [401, 404, 404, 404, 404, 404], arrange: toolServer },
  {
    field: 'Mutation.allowTools',
    expected: [401, 404, 404, 404, 404, 403],
    arrange: async (fixtures) => ({ ...(await toolServer(fixtures)), checkedAt: new Date().toISOString(), tools: ['read'] }),
  },
  { field: 'Mutation.removeToolServer', expected: OWN, arrange: toolServer },
];
