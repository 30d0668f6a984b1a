import type { Passage } from '@kith/proto';
import { withoutFileNames } from '../replies/attachments.js';
import type { ReplyContext } from '../replies/reply-writer.js';
import { folded } from './folded-text.js';
import { plainMessage } from './plain-message.js';
import { isSmallTalk, searchedFor } from './question.js';
import { firstSentences, hasBeginning, quotePassage, selectSentences, type Quote, type QuoteOptions } from './quotes.js';
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

type Question = Pick<
  ReplyContext,
  'persona' | 'question' | 'passages' | 'coverage' | 'requestId' | 'history' | 'author' | 'activatedNow'
>;

/**
 * Sentences from what the bot was taught: of what the search found or a key word activated, of what is always active where it holds enough of the
 * question's words, or how an item begins that a key word in the message activates. Undefined where none of it is an answer.
 */
export async function knowledgeAnswer(asked: Question): Promise<KnownAnswer | undefined> {
  const voice = voiceFor(asked);
  const { persona, question, passages, history } = asked;
  const earlier = history.map((exchange) => exchange.question);
  const { query: topic, previous } = searchedFor(question, earlier, persona.name);
  const options = { ...quoteOptions(voice, topic), previous };
  const quote = selectSentences(topic, quotable(asked), options);
  if (quote) return quotedBy(voice, quote);
  const isTalk = isSmallTalk(question, persona.name) && !isTitle(asked);
  const always = isTalk ? [] : passages.filter(({ activation }) => activation === 'always');
  const unsearched = quotePassage(topic, always, options) ?? (await boundQuote(asked, options.limit));
  const isAgain = folded(withoutFileNames(earlier.at(-1) ?? '')) === folded(question);
  // No search has judged it: it answers one question after another only where that is the same one.
  return unsearched && (isAgain || !unsearched.sentences.every((sentence) => voice.hasJustSaid(sentence)))
    ? quotedBy(voice, unsearched)
    : undefined;
}

/** How the first item begins that a key word activates; one in an earlier message may be about something else. */
async function boundQuote({ passages, history, activatedNow }: Question, limit: number): Promise<Quote | undefined> {
  const bound = passages.filter(({ activation }) => activation === 'keywords');
  if (bound.length === 0) return undefined;
  const now = history.length === 0 ? undefined : ((await activatedNow?.()) ?? new Set<string>());
  const first = bound.find(({ itemId }) => now === undefined || now.has(itemId));
  return first && firstSentences(first, limit);
}

/** Whether the message is the title of a text: a companion that was taught about "Müll" or "Commands" is asked about that. */
export function isTitle({ passages, question, persona }: Pick<Question, 'passages' | 'question' | 'persona'>): boolean {
  const text = folded(plainMessage(question, persona.name));
  return passages.some(({ title }) => folded(title) === text);
}

/** How the bot speaks in answer to this message: in its language, or else in that of what the same person wrote before. */
export function voiceFor({
  persona,
  question,
  requestId,
  history,
  author,
  passages,
}: Omit<Question, 'coverage' | 'activatedNow'>): Voice {
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
const quotable = ({ passages, coverage }: Pick<Question, 'passages' | 'coverage'>): readonly Passage[] =>
  passages.filter(({ activation }) => activation === 'keywords' || (activation === 'search' && coverage >= MIN_QUOTED_COVERAGE));
