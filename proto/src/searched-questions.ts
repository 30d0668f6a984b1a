import { z } from 'zod';
import { area } from './contract.js';
import { id } from './fields.js';
import { MAX_SAVED_QUESTIONS } from './knowledge-questions.js';
import { PLANS } from './plans.js';
import { MAX_SEARCHED_CHARS } from './search-outcomes.js';

const message = z.string().max(1000);
const searched = z.string().max(MAX_SEARCHED_CHARS);

/** What a reply searches the knowledge for: input of `knowledge.search`. */
export const SearchedQuestion = z.object({
  query: searched,
  previous: searched.optional(),
  messages: z.array(searched).max(8),
});
export type SearchedQuestion = z.infer<typeof SearchedQuestion>;

export const searchedQuestions = area('chat', 'searchedQuestions', {
  /**
   * For the knowledge service, which tests for the owner what a reply would find: what the reply to each message searches for, in their order. A
   * greeting is no part of it, and "tell me more" asks for what was asked before.
   */
  of: {
    input: z.object({
      botName: z.string().max(100),
      asked: z
        .array(z.object({ message, previous: message.optional() }))
        .min(1)
        .max(MAX_SAVED_QUESTIONS),
    }),
    output: z.object({ questions: z.array(SearchedQuestion) }),
    isRead: true,
    repeatable: true,
    callers: ['knowledge'],
  },
  /**
   * For the same, where such a search finds nothing: the one question that a message means with the one before it, as the language model writes it that
   * is set up for this (docs/decisions.md W5). Null without one, where it is not asked for this owner, and when it writes none in time.
   */
  rewritten: {
    input: z.object({ ownerId: id, ownerPlan: z.enum(PLANS), botName: z.string().max(100), message, previous: message }),
    output: z.object({ question: searched.nullable() }),
    isRead: true,
    repeatable: true,
    callers: ['knowledge'],
  },
});
