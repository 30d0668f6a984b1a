import { OWN } from './expected.js';
import type { FieldRow } from './field-row.js';
import type { Fixtures } from './fixtures.js';

const ofBot = async (fixtures: Fixtures) => ({ botId: (await fixtures.bot()).id });
const created = async (fixtures: Fixtures) => ({ ...(await ofBot(fixtures)), version: 1 });

/** Versions of a bot. */
export const VERSION_ROWS: readonly FieldRow[] = [
  { field: 'Query.botVersions', expected: OWN, arrange: ofBot },
  { field: 'Query.botVersion', expected: OWN, arrange: created },
  {
    field: 'Mutation.restoreBotVersion',
    expected: OWN,
    arrange: async (fixtures) => ({ ...(await created(fixtures)), expectedVersion: 1 }),
  },
];
