import type { ReplyContext } from '../replies/reply-writer.js';
import { detectLanguage } from './detect-language.js';
import type { Language } from './languages/languages.js';
import { plainMessage } from './plain-message.js';

type Asked = Pick<ReplyContext, 'persona' | 'question' | 'history' | 'author'>;

/**
 * The language of a reply: that of the message, or, where it tells little, of what the same person wrote before, of what describes the companion, or
 * of `taught`, a text that fits the message.
 */
export function replyLanguageOf({ persona, question, history, author }: Asked, taught?: string): Language {
  return detectLanguage({
    message: plainMessage(question, persona.name),
    botName: persona.name,
    earlier: history
      .filter((exchange) => exchange.author === author)
      .map((exchange) => exchange.question)
      .toReversed(),
    character: [persona.description, persona.instructions].filter(Boolean).join(' '),
    taught,
  }).language;
}
