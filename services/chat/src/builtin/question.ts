import { hash } from 'node:crypto';
import { LRUCache } from '@kith/kit';
import { MAX_SEARCHED_CHARS } from '@kith/proto';
import { truncate, withoutFileNames } from '../replies/attachments.js';
import { detectLanguage } from './detect-language.js';
import { folded, writtenEnd, writtenStart, type Phrases } from './folded-text.js';
import { COMPILED, compiled, type CompiledLanguage } from './languages/compiled.js';
import type { Language } from './languages/languages.js';
import { partsOf, type MessageParts } from './message-parts.js';
import { isWordless, plainMessage } from './plain-message.js';
import { topicWords } from './word-matching.js';

const MAX_STRIPPED = 6;
/** How far back the topic of a conversation is looked for, in messages. */
const MAX_EARLIER = 4;

/** The place of the message that the talk is about: the last one that is no small talk, without names of files; -1 for none. */
export const placeOfTopic = (earlier: readonly string[], botName: string): number =>
  earlier.findLastIndex((text, place) => place >= earlier.length - MAX_EARLIER && !isSmallTalk(text, botName));

/** The topic of the message, for the search: without greetings, polite phrases and openings such as "can you tell me". */
export function questionIn(message: string, botName: string, language = languageOf(message, botName)): string {
  const { greetings, polite, openings } = language;
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
 * topic before again. The earlier messages stand oldest first, with the names of their files, which are no part of the topic. Not longer than the
 * search accepts.
 */
export function searchedFor(message: string, earlier: readonly string[], botName: string): SearchedTopic {
  const { query, previous } = topicsOf(message, earlier.map(withoutFileNames), botName);
  return {
    query: truncate(query, MAX_SEARCHED_CHARS),
    previous: previous === undefined ? undefined : truncate(previous, MAX_SEARCHED_CHARS),
  };
}

interface SearchedTopic {
  readonly query: string;
  readonly previous: string | undefined;
}

function topicsOf(message: string, earlier: readonly string[], botName: string): SearchedTopic {
  const previous = topicBefore(earlier, botName);
  const read = readMessage(message, botName);
  if (previous !== undefined) {
    const parts = partsOf(message, botName, compiled(read.language));
    // It is asked for with the next message.
    read.isSmallTalk ??= parts.isComplete;
    if (asksForMore(parts)) return { query: previous, previous: undefined };
  }
  const query = topicIn(message, botName, read);
  // A sign says "ok", or is itself what is asked for.
  if (isWordless(message)) return { query, previous: undefined };
  // "How much?" and "and where?" hold no word that could be found.
  if (previous !== undefined && query !== '' && hasNoTopic(query, botName))
    return { query: `${previous} ${query}`, previous: undefined };
  return { query, previous };
}

/** The topic of the message at `placeOfTopic`. */
function topicBefore(earlier: readonly string[], botName: string): string | undefined {
  for (const text of earlier.slice(-MAX_EARLIER).toReversed()) {
    const read = readMessage(text, botName);
    if (!isSmallTalkAs(read, text, botName)) return topicIn(text, botName, read);
  }
  return undefined;
}

/** As `questionIn`, found once for each message. */
function topicIn(message: string, botName: string, read: ReadMessage): string {
  const { topic } = read;
  if (topic) return message.slice(topic.start, topic.end);
  const question = questionIn(message, botName, compiled(read.language));
  const start = message.indexOf(question);
  if (start >= 0) read.topic = { start, end: start + question.length };
  return question;
}

/** Most questions have a word that is a stop word in no language: then it does not matter which one it is. */
const hasNoTopic = (query: string, botName: string): boolean =>
  topicWords(query, ALL_STOP_WORDS).length === 0 && topicWords(query, languageOf(query, botName).words).length === 0;
const ALL_STOP_WORDS: ReadonlySet<string> = new Set([...COMPILED.values()].flatMap(({ words }) => [...words]));

const asksForMore = ({ kinds, isComplete }: MessageParts): boolean =>
  isComplete && kinds.some((kind) => kind === 'tellMore' || kind === 'why');

interface ReadMessage {
  readonly language: Language;
  /** Undefined as long as nobody asked. */
  isSmallTalk?: boolean;
  /** Where its topic stands in it; undefined as long as nobody asked, and where it stands in it in another form. */
  topic?: { readonly start: number; readonly end: number };
}

/** What the messages are that were read last, without their texts: those of a conversation are read again with each message. */
const known = new LRUCache<string, ReadMessage>({ max: 500 });

function readMessage(message: string, botName: string): ReadMessage {
  const key = hash('sha256', `${botName}\n${message}`, 'base64');
  const before = known.get(key);
  if (before) return before;
  const { language } = detectLanguage({ message, botName, earlier: [], character: '' });
  const read = { language };
  known.set(key, read);
  return read;
}

/** The language of a message alone, whatever was written before. */
export const languageOf = (message: string, botName: string): CompiledLanguage =>
  compiled(readMessage(message, botName).language);

/** Whether the whole message is small talk, or asks for no more than what was asked before. */
export const isSmallTalk = (message: string, botName: string): boolean =>
  isSmallTalkAs(readMessage(message, botName), message, botName);

const isSmallTalkAs = (read: ReadMessage, message: string, botName: string): boolean =>
  (read.isSmallTalk ??= partsOf(message, botName, compiled(read.language)).isComplete);

/** Whether the whole message asks for the time or the date, which every companion tells without being taught. */
export function asksForClock(message: string, botName: string): boolean {
  const language = languageOf(message, botName);
  return language.clock.match(partsOf(message, botName, language).core) !== undefined;
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
