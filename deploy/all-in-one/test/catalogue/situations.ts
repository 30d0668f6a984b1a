import { ACCOUNTS } from './accounts.js';
import { ADMINISTRATION } from './administration.js';
import { BOTS } from './bots.js';
import { MONEY } from './money.js';
import type { Situation } from './situation.js';
import { CHAT_AND_KNOWLEDGE } from './chat-and-knowledge.js';
import { COMMANDS_AND_SYSTEMS } from './commands-and-systems.js';

/** Every situation that the server refuses, with the rule of docs/specification.md or docs/decisions.md behind it. */
export const SITUATIONS: readonly Situation[] = [
  ...BOTS,
  ...ACCOUNTS,
  ...MONEY,
  ...CHAT_AND_KNOWLEDGE,
  ...COMMANDS_AND_SYSTEMS,
  ...ADMINISTRATION,
];
