import { ACCOUNTS } from './accounts.js';
import { ADMINISTRATION } from './administration.js';
import { COMPANIONS } from './companions.js';
import { MONEY } from './money.js';
import type { Situation } from './situation.js';
import { TALK } from './talk.js';
import { TOOLS } from './tools.js';

/** Every situation that the server refuses, with the rule of docs/specification.md or docs/decisions.md behind it. */
export const SITUATIONS: readonly Situation[] = [...COMPANIONS, ...ACCOUNTS, ...MONEY, ...TALK, ...TOOLS, ...ADMINISTRATION];
