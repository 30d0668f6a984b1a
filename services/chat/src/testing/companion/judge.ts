import { readFileSync } from 'node:fs';
import type { Passage, Persona, SearchedQuestion } from '@kith/proto';
import { converse } from '../../builtin/converse.js';
import type { PastExchange } from '../../messages/message-log.js';
import { searchedQuestion } from '../../replies/searched-question.js';
import { aPersona } from '../a-persona.js';
import { searchIn, type Item } from './search-stand-in.js';

export type { Item };

/** What the knowledge of a bot, by its name in bots.json, has for a question. */
export type Search = (
  bot: string,
  asked: SearchedQuestion,
) => Promise<{ readonly passages: readonly Passage[]; readonly coverage: number }>;

type Language = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'it' | 'ru' | 'zh' | 'ja' | 'tr';

/** What a reply must be. `has` and `not` are regular expressions. */
interface Expectation {
  readonly has?: readonly string[];
  readonly not?: readonly string[];
  readonly lang?: Language;
  /** The title that it names as its source; null: none. */
  readonly cites?: string | null;
  /** Whether it says that it does not know. */
  readonly unknown?: boolean;
  /** Whether it asks something back. */
  readonly asks?: boolean;
  /** Whether there is no reply at all. */
  readonly silent?: boolean;
}

export interface Dialogue {
  readonly bot: string;
  /** `test`: its owner in the test chat; `discord`: a member who mentions it; `channel`: one who does not. */
  readonly at?: 'test' | 'discord' | 'channel';
  readonly turns: readonly { readonly says: string; readonly expect: Expectation }[];
}

interface Bot extends Partial<Persona> {
  readonly items: readonly Item[];
}

export interface Verdict {
  readonly dialogue: Dialogue;
  /** The messages with their replies; null for silence. */
  readonly said: readonly { readonly message: string; readonly reply: string | null }[];
  /** What is wrong, in sentences; a dialogue without any is useful or honest. */
  readonly problems: readonly string[];
}

const FOLDER = new URL('./', import.meta.url);
const NOW = new Date('2026-11-21T14:05:00Z');
const AUTHOR = '400000000000000001';
const MAX_CHARS = 900;

/** Words that a text of the language holds nearly always; independent of the texts that the companion uses to recognise languages. */
const SIGNS: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the|is|am|are|you|what|that|this|do|not|can|of|to|why|thank|how|with|any)\b/i,
  de: /\b(?:ich|ist|und|das|nicht|der|die|kein|was|ein|kann|wir|mir|gut|klar|super|verstanden|worum)\b/i,
  es: /[¿¡ñ]|\b(?:soy|en|vivo|es|de|que|el|la|los|un|una|no|por|para|son)\b/i,
  fr: /\b(?:je|est|les?|une?|des?|pas|que|quoi|pour|ça|cela|suis|rien|avec|plaisir|souci|la)\b/i,
  pt: /[ãõ]|\b(?:eu|não|você|que|uma?|o|é|em|de|sou|por|aqui)\b/i,
  it: /\b(?:sono|grazie|tutto|che|di|il|la|non|un|una|per|qui|è|si|cosa|bene)\b/i,
  ru: /[а-яё]{2}/i,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  tr: /[ğşı]|\b(?:ben|bir|ve|ne|bu|için|her|merhaba|nasıl|var)\b/i,
};
const DOES_NOT_KNOW =
  /do not know|no answer|weiß ich (?:leider |das )?nicht|(?:das|ich) .{0,12}weiß ich nicht|leider weiß ich|da muss ich passen|keine antwort|no lo sé|no tengo respuesta|je ne sais pas|je n’ai pas de réponse|não sei|non lo so|non ho una risposta|не знаю|不知道|わかりません|bilmiyorum|weather nor news/i;
const OWNER_TALK = /\bKnowledge\b|\bSettings\b|\bOllama\b/;
const CLAIMS_TO_FEEL =
  /\bI (?:feel|love|hate|am (?:human|happy|sad|lonely|a person))\b|ich (?:fühle mich|liebe|bin ein mensch\b)/i;

export const readDialogues = (file: string): Dialogue[] => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Dialogue[];
const BOTS = JSON.parse(readFileSync(new URL('bots.json', FOLDER), 'utf8')) as Readonly<Record<string, Bot>>;

/** What the bots were taught, by their names. */
export const itemsOf = (): ReadonlyMap<string, readonly Item[]> =>
  new Map(Object.entries(BOTS).map(([bot, { items }]) => [bot, items]));

/** Without the knowledge service. */
const searchStandIn: Search = (bot, { query, previous }) => Promise.resolve(searchIn(botOf(bot).items, query, previous));

/** Holds a dialogue with the built-in companion and judges each of its replies. `seed` decides which variants it says. */
export async function judge(dialogue: Dialogue, seed: string, search: Search = searchStandIn): Promise<Verdict> {
  const { items, persona } = botOf(dialogue.bot);
  const at = dialogue.at ?? 'test';
  const history: PastExchange[] = [];
  const said: { message: string; reply: string | null }[] = [];
  const problems: string[] = [];
  for (const [number, { says, expect }] of dialogue.turns.entries()) {
    const { passages, coverage } = await search(dialogue.bot, searchedQuestion(persona.name, says, history));
    const answer = await converse({
      passages,
      coverage,
      persona,
      question: says,
      history: [...history],
      requestId: `${seed}-${number}`,
      author: AUTHOR,
      authorName: at === 'test' ? null : 'Eve',
      isAddressed: at !== 'channel',
      attachments: [],
      boundary: 'kb-0',
      now: NOW,
      titles: async () => items.map(({ title }) => title),
    });
    said.push({ message: says, reply: answer?.text ?? null });
    const reply = answer?.text ?? '';
    const lastReply = history.at(-1)?.reply;
    const found = [
      ...problemsOf(reply, answer?.sources ?? [], answer === null, expect),
      ...(answer === null ? [] : generalProblems(reply, { at, lastReply, titles: items.map(({ title }) => title) })),
    ];
    problems.push(...found.map((problem) => `“${says}”: ${problem}`));
    if (answer) history.push({ author: AUTHOR, authorName: 'Eve', question: says, reply, tokens: 10 });
  }
  return { dialogue, said, problems };
}

function problemsOf(reply: string, sources: readonly string[], isSilent: boolean, expect: Expectation): string[] {
  if (expect.silent) return isSilent ? [] : ['speaks although nobody spoke to it'];
  if (isSilent) return ['is silent'];
  const { has = [], not = [], lang, cites, unknown, asks } = expect;
  return [
    ...has.filter((pattern) => !new RegExp(pattern, 'u').test(reply)).map((pattern) => `lacks ${pattern}`),
    ...not.filter((pattern) => new RegExp(pattern, 'u').test(reply)).map((pattern) => `has ${pattern}`),
    ...(lang !== undefined && !SIGNS[lang].test(reply) ? [`is not in the language ${lang}`] : []),
    ...(cites !== undefined && (cites === null ? sources.length > 0 : !sources.includes(cites))
      ? [`cites ${sources.join(', ') || 'nothing'}`]
      : []),
    ...(unknown === true && !DOES_NOT_KNOW.test(reply) ? ['does not say that it does not know'] : []),
    ...(unknown === undefined && cites && DOES_NOT_KNOW.test(reply) ? ['says that it does not know'] : []),
    ...(asks === true && !/[?？]/u.test(reply) ? ['asks nothing back'] : []),
  ];
}

/** What no reply may be. */
function generalProblems(
  reply: string,
  { at, lastReply, titles }: { at: string; lastReply: string | undefined; titles: readonly string[] },
): string[] {
  const named = (text: string): number => titles.filter((title) => text.includes(`“${title}”`)).length;
  return [
    ...(reply === '' ? ['is empty'] : []),
    ...(reply.length > MAX_CHARS ? ['is too long'] : []),
    ...(/\{\w*\}/.test(reply) ? ['holds a placeholder'] : []),
    ...(reply === lastReply ? ['repeats the last reply'] : []),
    ...(lastReply !== undefined && named(reply) > 1 && named(lastReply) > 1 ? ['lists titles twice in a row'] : []),
    ...(at !== 'test' && OWNER_TALK.test(reply) ? ['tells a member what only an owner can do'] : []),
    ...(CLAIMS_TO_FEEL.test(reply) ? ['claims to feel or to be a person'] : []),
  ];
}

function botOf(name: string): { readonly items: readonly Item[]; readonly persona: Persona } {
  const bot = BOTS[name];
  if (!bot) throw new Error(`no bot ${name}`);
  const { items, ...fields } = bot;
  return {
    items,
    persona: aPersona({
      id: '00000000-0000-4000-8000-0000000000b1',
      ownerId: '00000000-0000-4000-8000-0000000000a1',
      name,
      ...fields,
    }),
  };
}
