import { CASE_COUNT } from './moderation/case-count.js';
import { REPORT_COUNT } from './reports/report-lists.js';
import { ACCOUNT_COUNT, ENTRY_COUNT } from './systems/economy-system/coin-orders.js';
import { LEVEL_COUNT } from './systems/leveling-xp/level-orders.js';
import { SCORE_COUNT } from './systems/mini-games/score-orders.js';
import { TICKET_COUNT } from './systems/support-tickets/ticket-count.js';

/** The counts that triggers keep. */
export const COUNTS = [ACCOUNT_COUNT, CASE_COUNT, ENTRY_COUNT, LEVEL_COUNT, REPORT_COUNT, SCORE_COUNT, TICKET_COUNT];
