import type { Passage } from '@kith/proto';
import type { ReplyContext } from '../replies/reply-writer.js';
import { searchedFor } from './question.js';
import { hasBeginning, selectSentences, type Quote, type QuoteOptions } from './quotes.js';
import { replyLanguageOf } from './reply-language.js';
import { asTitle } from './small-talk.js';
import { speakingStyleOf } from './speaking-style.js';
import { Voice } from './voice.js';

/** A text with the titles of what it rests on. */
export interface KnownAnswer {
  readonly text: string;
  readonly sources: readonly string[];
}

/** The search has found the passages relevant; below this share of the question they would still be no answer to it. */
const MIN_QUOTED_COVERAGE = 0.25;

type Question = Pick<ReplyContext, 'persona' | 'question' | 'passages' | 'coverage' | 'requestId' | 'history' | 'author'>;

/** Sentences from what the bot was taught, when they cover the question well enough to be an answer; else undefined. */
export function knowledgeAnswer(asked: Question): KnownAnswer | undefined {
  const voice = voiceFor(asked);
  const earlier = asked.history.map(({ question }) => question);
  const { query: topic, previous } = searchedFor(asked.question, earlier, asked.persona.name);
  const quote = selectSentences(topic, quotable(asked), { ...quoteOptions(voice, topic), previous });
  return quote && quotedBy(voice, quote);
}

/** How the bot speaks in answer to this message: in its language, or else in that of what the same person wrote before. */
export function voiceFor({ persona, question, requestId, history, author, passages }: Omit<Question, 'coverage'>): Voice {
  const language = replyLanguageOf({ persona, question, history, author }, passages[0]?.body);
  return new Voice(language, speakingStyleOf(persona), requestId, history.at(-1)?.reply);
}

export function quotedBy(voice: Voice, { title, sentences }: Quote): KnownAnswer {
  const values = { title: asTitle(title), text: voice.join(sentences) };
  const fresh = voice.state('quoted', values);
  // The same sentence may answer the next question too: "how much is it?".
  const text = voice.hasJustSaid(fresh) ? voice.state('quotedAgain', values) : fresh;
  return { text: voice.join([text], 'quoted'), sources: [title] };
}

export function quoteOptions(voice: Voice, topic: string): QuoteOptions {
  const { words, texts } = voice.language;
  return {
    limit: voice.style.maxSentences,
    stopWords: words,
    asksAmount: hasBeginning(topic, texts.amount.split(' ')),
    wasSaid: (sentence) => voice.hasJustSaid(sentence),
  };
}

/** What may be quoted: what the search found, if it covers the question, and what its owner bound to a word of the message. */
function quotable({ passages, coverage }: Pick<Question, 'passages' | 'coverage'>): readonly Passage[] {
  return coverage >= MIN_QUOTED_COVERAGE ? passages : passages.filter(({ activation }) => activation === 'keywords');
}
