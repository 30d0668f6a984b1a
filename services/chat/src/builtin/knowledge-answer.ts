import { MIN_ANSWER_COVERAGE, type ReplyContext } from '../replies/reply-writer.js';
import { questionIn } from './question.js';
import { selectSentences } from './quotes.js';
import { phrases, speakingStyleOf, withEmoji } from './speaking-style.js';

/** A text with the titles of what it rests on. */
export interface KnownAnswer {
  readonly text: string;
  readonly sources: readonly string[];
}

/** Sentences from what the bot was taught, when they cover the question well enough to be an answer; else undefined. */
export function knowledgeAnswer({
  persona,
  question,
  passages,
  coverage,
}: Pick<ReplyContext, 'persona' | 'question' | 'passages' | 'coverage'>): KnownAnswer | undefined {
  if (coverage < MIN_ANSWER_COVERAGE) return undefined;
  const style = speakingStyleOf(persona);
  const quote = selectSentences(questionIn(question, persona.name), passages, style.maxSentences);
  return quote && { text: withEmoji(style, phrases.quote(style, quote.title, quote.sentences), '📖'), sources: [quote.title] };
}
