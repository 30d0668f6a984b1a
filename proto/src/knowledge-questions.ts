import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, Message, trimmedText } from './fields.js';
import { SEARCH_OUTCOMES } from './search-outcomes.js';

/** Of a bot. Each is a search after every change of its knowledge. */
export const MAX_SAVED_QUESTIONS = 50;

/** A question that tests what a bot finds, with the results of its last run and of the one before. */
export const SavedQuestion = z.object({
  id,
  question: z.string(),
  previous: z.string().nullable().describe('What is asked before it; null for a question that stands alone.'),
  expectedItemId: id.nullable().describe('The item that is to be found; null when nothing is.'),
  expectedTitle: z.string().nullable().describe('Its title when the question was saved.'),
  outcome: z.enum(SEARCH_OUTCOMES),
  rank: z
    .number()
    .int()
    .nullable()
    .describe('The place of the expected item among those that enter the prompt; null when it does not.'),
  isPassed: z.boolean(),
  wasPassed: z
    .boolean()
    .nullable()
    .describe('In the run before, or in an earlier one that the owner saw last; null when it was not run before.'),
  previousRank: z.number().int().nullable().describe('In the same run as `wasPassed`.'),
});
export type SavedQuestion = z.infer<typeof SavedQuestion>;

export const ChangedQuestions = z.object({ changed: z.number().int(), failed: z.number().int() });

const bot = { actor: Actor, botId: id };

export const knowledgeQuestions = area('knowledge', 'knowledgeQuestions', {
  /** The saved questions of a bot, oldest first. Those that were not run since its knowledge changed are run. UPGRADE_REQUIRED as `knowledge.find`. */
  list: {
    input: z.object(bot),
    output: z.object({ questions: z.array(SavedQuestion) }),
    isRead: true,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /**
   * How many saved questions find something else than when their owner looked at them last, by the runs after changes of the knowledge since, and how
   * many of these do not find any more what they should. None where `list` is refused.
   */
  changed: { input: z.object(bot), output: ChangedQuestions, isRead: true, repeatable: true },
  /** Saves a question and runs it; the same question after the same one is kept once, with the newer expectation. UPGRADE_REQUIRED as `knowledge.find`. */
  save: {
    input: z.object({
      ...bot,
      question: trimmedText(1000).min(1, 'Please enter a question'),
      previous: trimmedText(1000).nullish().describe('What is asked before it, for a question that follows another one.'),
      expectedItemId: id.nullable().describe('The item that is to be found; null when nothing is.'),
    }),
    output: SavedQuestion,
    repeatable: true,
  },
  /** NOT_FOUND when it is missing or foreign. */
  remove: { input: z.object({ ...bot, questionId: id }), output: Message },
});
