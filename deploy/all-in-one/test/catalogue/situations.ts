import { ACCOUNTS } from './accounts.js';
import { ADMINISTRATION } from './administration.js';
import { COMPANIONS } from './companions.js';
import { MONEY } from './money.js';
import type { Situation } from './situation.js';
import { textsOf } from './specification.js';
import { TALK } from './talk.js';
import { TOOLS } from './tools.js';

/** The error catalogues of both parts of the specification as one list. */
export const SITUATIONS: readonly Situation[] = [
  ...COMPANIONS,
  ...ACCOUNTS,
  ...MONEY,
  ...TALK,
  ...TOOLS,
  ...ADMINISTRATION,
  // What went well: nothing for the server to refuse.
  { line: '2.8 successes', situation: 'everything that is said when it is done', texts: textsOf('2.8 successes') },
];
