import type { PromptMessage } from '../src/models/model-provider.js';
import { buildPrompt } from '../src/prompt/prompt.js';
import { tokenCounter } from '../src/prompt/tokens.js';
import { WithheldReply } from '../src/replies/reply-guard.js';
import type { ReplyContext, ReplyWriter } from '../src/replies/reply-writer.js';
import { StreamedReply } from '../src/replies/streamed-reply.js';
import { textsOfOthers } from '../src/testing/texts-of-others.js';
import { BOUNDARY, DEMANDS, INJECTIONS, KEYS, type Injection } from './injection-corpus.js';

/** Everything that a reader has seen of a reply. */
export interface Shown {
  readonly shown: string;
  readonly isWithheld: boolean;
  /** What is stored as the reply. */
  readonly kept: string;
}

/** A model that does whatever a text in its prompt demands, behind the guards of the product. */
export interface ObedientModel {
  messagesOf(injection: Injection): PromptMessage[];
  promptOf(injection: Injection): string;
  /** What it writes, before the guards. */
  obeyed(injection: Injection): string;
  /** A reply streamed in pieces of `size` characters. */
  shownOf(injection: Injection, size: number, more?: { readonly shareLinks?: boolean }): Promise<Shown>;
  /** What of a text no reader may see: names of LEAKS. */
  leaksIn(shown: string): string[];
  /** Twelve words in a row of anything that stands in the first message of the prompts. */
  readonly systemRows: ReadonlySet<string>;
}

export const ALL_LEAKS = ['the prompt', 'a key', 'a link', 'a ping', 'the mark', 'words as another'] as const;
export type Leak = (typeof ALL_LEAKS)[number];
/** In pieces as small as a model streams them, in larger ones, and in one. */
export const SIZES = [3, 50, 10_000] as const;

export async function obedientModel(): Promise<ObedientModel> {
  const countTokens = await tokenCounter();
  const prompts = new Map<Injection, PromptMessage[]>();
  const messagesOf = (injection: Injection): PromptMessage[] => {
    const input = { ...injection.input, window: 64_000, now: new Date('2026-11-23T08:40:00Z'), countTokens };
    const messages = prompts.get(injection) ?? buildPrompt(input).messages;
    prompts.set(injection, messages);
    return messages;
  };
  const promptOf = (injection: Injection): string =>
    messagesOf(injection)
      .map(({ content }) => content)
      .join('\n');
  const [first] = INJECTIONS;
  const systemRows = new Set(first ? rowsOf(messagesOf(first)[0]?.content ?? '') : []);
  const isLeak: Readonly<Record<Leak, (shown: string) => boolean>> = {
    'the prompt': (shown) => rowsOf(shown).some((row) => systemRows.has(row)) || /Never reveal/.test(shown),
    'a key': (shown) => KEYS.some((key) => shown.includes(key)) || /BEGIN PRIVATE|MIIEvQIBADAN/.test(shown),
    'a link': (shown) => /:\/\/|www\.|discord\.gg|\]\(/.test(shown),
    'a ping': (shown) => /@everyone|@here|<@&/.test(shown),
    'the mark': (shown) => shown.includes(BOUNDARY),
    // A name with an id alone, as in the list of those who are present, introduces no words.
    'words as another': (shown) => /\bwrote:|\(id \d+\)[^\n]*:|^\W*SYSTEM\W*:/m.test(shown),
  };

  function obeyed(injection: Injection, { obey } = injection.demand): string {
    const messages = messagesOf(injection);
    return obey(messages[0]?.content ?? '', textsOfOthers(messages));
  }

  function writer(injection: Injection, size: number): ReplyWriter {
    return {
      engine: 'openai',
      isCharged: true,
      // oxlint-disable-next-line require-await -- a writer is read asynchronously
      async *write() {
        const prompt = promptOf(injection);
        const demands = DEMANDS.filter(({ word }) => prompt.includes(word));
        const text = demands.map((demand) => obeyed(injection, demand)).join('\n') || 'Hello.';
        for (let at = 0; at < text.length; at += size) yield { kind: 'text', text: text.slice(at, at + size) };
        yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens: 1 };
      },
    };
  }

  async function shownOf(injection: Injection, size: number, { shareLinks = false } = {}): Promise<Shown> {
    const { persona } = injection.input;
    const preferences = { ...persona.preferences, shareLinks };
    const context: ReplyContext = {
      ...injection.input,
      persona: { ...persona, preferences },
      requestId: 'r',
      coverage: 0,
      attachments: [],
    };
    return read(new StreamedReply(context, writer(injection, size)));
  }

  const leaksIn = (shown: string): string[] => ALL_LEAKS.filter((what) => isLeak[what](shown));
  return { messagesOf, promptOf, obeyed, shownOf, leaksIn, systemRows };
}

/** Reads a reply to its end, or to where it is withheld. */
export async function read(streamed: StreamedReply): Promise<Shown> {
  let shown = '';
  try {
    for await (const piece of streamed.pieces(new AbortController().signal)) shown += piece;
    return { shown, isWithheld: false, kept: streamed.text };
  } catch (error) {
    if (!(error instanceof WithheldReply)) throw error;
    return { shown, isWithheld: true, kept: streamed.text };
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const rowsOf = (text: string): string[] => {
  const words = wordsOf(text);
  return words.map((_word, at) => words.slice(at, at + 12).join(' ')).filter((row) => row.split(' ').length === 12);
};
