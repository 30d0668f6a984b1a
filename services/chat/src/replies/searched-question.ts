import { MAX_SEARCHED_CHARS, type SearchedQuestion } from '@kith/proto';
import { searchedFor } from '../builtin/question.js';
import type { PastExchange } from '../messages/message-log.js';
import { truncate, withoutFileNames } from './attachments.js';

/** How many of the last exchanges may activate knowledge by a key word. */
const KEYWORD_EXCHANGES = 2;

/** What the reply to a message searches the knowledge for; `history` stands oldest first. */
export function searchedQuestion(
  botName: string,
  message: string,
  history: readonly Pick<PastExchange, 'question' | 'reply'>[],
): SearchedQuestion {
  const asked = history.map(({ question }) => question);
  const { query, previous } = searchedFor(message, asked, botName);
  const before = history.slice(-KEYWORD_EXCHANGES).flatMap(({ question, reply }) => [withoutFileNames(question), reply]);
  const messages = [message, ...before.toReversed()].filter((text, place) => place === 0 || text !== '');
  return {
    query,
    // A message of nothing but a greeting finds nothing, but may activate knowledge.
    previous: query === '' ? undefined : previous,
    messages: messages.map((text) => truncate(text, MAX_SEARCHED_CHARS)),
  };
}
