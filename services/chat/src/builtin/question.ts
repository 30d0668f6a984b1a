import { createHash } from 'node:crypto';
import { LRUCache } from '@kith/kit';
import { detectLanguage } from './detect-language.js';
import { folded, writtenEnd, writtenStart, type Phrases } from './folded-text.js';
import { compiled, type CompiledLanguage } from './languages/compiled.js';
import type { Language } from './languages/languages.js';
import { partsOf } from './message-parts.js';
import { plainMessage } from './plain-message.js';
import { topicWords } from './word-matching.js';

const MAX_STRIPPED = 6;
const MAX_QUERY_CHARS = 4000;
/** How far back the topic of a conversation is looked for, in messages. */
const MAX_EARLIER = 4;

/** The topic of the message, for the search: without greetings, polite phrases and openings such as "can you tell me". */
export function questionIn(message: string, botName: string): string {
  const { greetings, polite, openings } = languageOf(message, botName);
  let text = plainMessage(message, botName);
  for (let count = 0; count < MAX_STRIPPED; count += 1) {
    const shorter = withoutStart(text, [greetings, polite, openings]) ?? withoutEnd(text, polite);
    if (shorter === undefined) break;
    text = plainMessage(shorter, botName);
  }
  return text.trim();
}

/**
 * What the knowledge is searched for: the topic of the message, and of what was asked before. "Tell me more", "why?" and "how much?" ask for the
 * topic before again. The earlier messages stand oldest first.
 */
export function searchedFor(
  message: string,
  earlier: readonly string[],
  botName: string,
): { readonly query: string; readonly previous: string | undefined } {
  const before = earlier
    .slice(-MAX_EARLIER)
    .toReversed()
    .find((text) => !isSmallTalk(text, botName));
  const previous = before === undefined ? undefined : questionIn(before, botName);
  if (previous !== undefined && asksForMore(message, botName)) return { query: previous, previous: undefined };
  const query = questionIn(message, botName);
  // "How much?" and "and where?" hold no word that could be found.
  if (previous !== undefined && query !== '' && topicWords(query, languageOf(query, botName).words).length === 0)
    return { query: `${previous} ${query}`.slice(0, MAX_QUERY_CHARS), previous: undefined };
  return { query, previous };
}

function asksForMore(message: string, botName: string): boolean {
  const { kinds, isComplete } = readIn(message, botName);
  return isComplete && kinds.some((kind) => kind === 'tellMore' || kind === 'why');
}

const isSmallTalk = (message: string, botName: string): boolean => readIn(message, botName).isComplete;

const readIn = (message: string, botName: string): ReturnType<typeof partsOf> =>
  partsOf(message, botName, languageOf(message, botName));

/** The languages of the messages that were read last: those of a conversation are read again with each message. */
const known = new LRUCache<string, Language>({ max: 500 });

function languageOf(message: string, botName: string): CompiledLanguage {
  const key = createHash('sha256').update(`${botName}\n${message}`).digest('base64');
  const language = known.get(key) ?? detectLanguage({ message, botName, earlier: [], character: '' }).language;
  known.set(key, language);
  return compiled(language);
}

/** Undefined when the text begins with none of the phrases. */
function withoutStart(text: string, phrases: readonly Phrases[]): string | undefined {
  const compared = folded(text);
  const rests = phrases.flatMap((list) => list.after(compared) ?? []);
  const shortest = rests.toSorted((one, other) => one.length - other.length)[0];
  return shortest === undefined ? undefined : writtenEnd(text, shortest);
}

function withoutEnd(text: string, phrases: Phrases): string | undefined {
  const before = phrases.before(folded(text));
  return before === undefined || before === '' ? undefined : writtenStart(text, before);
}
