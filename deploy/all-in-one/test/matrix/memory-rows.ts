import { OWN, OWNER_NOT_IMPERSONATED } from './expected.js';
import type { FieldRow } from './field-row.js';
import type { Fixtures } from './fixtures.js';

const ofBot = async (fixtures: Fixtures) => ({ botId: (await fixtures.bot()).id });
const aFact = async (fixtures: Fixtures) => ({ ...(await ofBot(fixtures)), key: 'Name', value: 'Ada' });

/** What bots remember of people. */
export const MEMORY_ROWS: readonly FieldRow[] = [
  ...['Query.memoryOverview', 'Query.ownMemory', 'Mutation.forgetOwnMemory'].map((field) => ({
    field,
    expected: OWN,
    arrange: ofBot,
  })),
  { field: 'Mutation.saveOwnFact', expected: OWN, arrange: aFact },
  { field: 'Mutation.clearMemory', expected: OWNER_NOT_IMPERSONATED, arrange: ofBot },
];
