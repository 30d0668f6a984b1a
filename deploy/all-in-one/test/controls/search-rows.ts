import type { ControlRow } from './control-rows.js';

const lists = (file: string, test: string, ...controls: readonly string[]): Record<string, ControlRow> =>
  Object.fromEntries(controls.map((control) => [control, { changes: 'what the list shows', file, test }]));

/** Searches and filters: what they change is the list. */
export const SEARCH_ROWS: Readonly<Record<string, ControlRow>> = {
  ...lists(
    'services/auth/test/admin.spec.ts',
    'searches names and addresses literally and in any letter case',
    'admin.users.search',
  ),
  ...lists('services/auth/test/admin.spec.ts', 'filters by role, also in the total', 'admin.users.role'),
  ...lists(
    'services/auth/test/audit.spec.ts',
    'filters by action and by user as actor, effective user or target, latest first and paged',
    'audit.log.action',
  ),
  ...lists(
    'services/bot-runner/test/traces.spec.ts',
    'are listed for the owner of the bot alone, the latest first, and can be filtered by outcome',
    'traces.list.outcome',
    'traces.list.usedCommands',
    'traces.get.messageId',
  ),
  ...lists(
    'services/bot-runner/test/reports.spec.ts',
    'takes the bot down, with all reports about it, and restores it',
    'reports.list.state',
  ),
  ...lists('services/billing/test/webhook-log.spec.ts', 'is filtered by state, paged, and latest first', 'payments.events.state'),
  ...lists(
    'services/bots/test/bots.spec.ts',
    'is searched literally by name in any letter case, is paged, and returns the total',
    'bots.list.search',
    'bots.listFields.search',
    'bots.listFields.fields',
  ),
  ...lists(
    'services/bots/test/commands.spec.ts',
    'are searched literally by name and description, filtered and paged',
    'commands.available.search',
    'commands.available.category',
  ),
  ...lists(
    'services/knowledge/test/item-lists.spec.ts',
    'searches the text of a file and the note of its owner',
    'knowledge.list.search',
    'knowledge.summaries.search',
  ),
  ...lists(
    'services/knowledge/test/item-lists.spec.ts',
    'returns the same items at each place of the list, from whichever end a page is read',
    'knowledge.list.order',
    'knowledge.summaries.order',
  ),
  ...lists(
    'services/knowledge/test/items.spec.ts',
    'returns the passages with their scores and the coverage to the owner',
    'knowledge.find.query',
  ),
  ...lists(
    'services/knowledge/test/gate.spec.ts',
    'shows the owner what enters the prompt, also for a question that follows another',
    'knowledge.find.previous',
  ),
  'knowledgeQuestions.save.previous': {
    changes: 'what a saved question is asked after',
    file: 'services/knowledge/test/saved-questions.spec.ts',
    test: 'that follows another one is run as it was asked, and is another question than the same one alone',
  },
};
