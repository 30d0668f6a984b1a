import { createHash } from 'node:crypto';
import type { Persona } from '@kith/proto';
import { isGreeting, plainMessage } from './question.js';
import { withEmoji, phrases, type SpeakingStyle } from './speaking-style.js';

export interface IntentContext {
  readonly persona: Persona;
  readonly style: SpeakingStyle;
  readonly message: string;
  readonly member: string | null;
  /** The seed of dice and choices, so that a repeated request gets the same answer. */
  readonly requestId: string;
  readonly now: Date;
  titles(): Promise<readonly string[]>;
}

interface Intent {
  readonly pattern: RegExp;
  /** Undefined when the message matches the pattern but is not this intent. */
  readonly answer: (context: IntentContext, match: RegExpExecArray) => string | undefined | Promise<string>;
}

const INTENTS: readonly Intent[] = [
  {
    pattern: /^(?:thanks|thank you|thx|ty|cheers)\b[^?]{0,40}$/i,
    answer: ({ style }) => withEmoji(style, phrases.thanks(style), '😊'),
  },
  {
    pattern: /^(?:bye|goodbye|good night|see (?:you|ya)|cya|farewell)\b[^?]{0,40}$/i,
    answer: ({ style }) => withEmoji(style, phrases.farewell(style), '👋'),
  },
  {
    pattern:
      /^(?:who|what) (?:are|r) (?:you|u)\W*$|^what(?:'s| is) your name\W*$|^who is this\W*$|^introduce yourself\W*$|^are you (?:a |an )?(?:\w+ )?(?:bot|ai|human|real|person|robot|machine)\W*$/i,
    answer: ({ persona }) => introduction(persona),
  },
  {
    pattern: /^how are you\b[\w\s]{0,20}\W*$/i,
    answer: ({ style }) => withEmoji(style, 'All is well here, thank you. What would you like to know?', '🙂'),
  },
  { pattern: /^(?:help|help me|what can you do|how do you work|how does this work)\W*$/i, answer: help },
  {
    pattern:
      /^(?:what (?:do you know|can i ask(?: you)?|have you learned|are your topics)|list (?:your |all )?(?:knowledge|topics|titles))(?: about)?\W*$/i,
    answer: listTopics,
  },
  {
    pattern:
      /^(?:what(?:'s| is)? (?:the )?(?:current )?(?:time|date|day)(?: is it| is today)?(?: now| today| please)?|what day is today)\W*$/i,
    answer: tellTime,
  },
  { pattern: /^(?:please )?(?:roll|throw) (?:me )?(?:a |the |some )?(?:die|dice|(\d{0,2})d(\d{1,3}))\W*$/i, answer: rollDice },
  {
    pattern: /^(?:please )?(?:flip|toss)(?: me)? (?:a )?coin\W*$/i,
    answer: (context) => (pseudoRandom(context, 2, 0) === 0 ? 'Heads.' : 'Tails.'),
  },
  { pattern: /^(?:choose|pick|decide)(?: for me)?(?: between| one of| from)?:? (.+)$/i, answer: choose },
];

/** The answer to small talk and simple requests; undefined when the message is none of these. */
export async function answerIntent(context: IntentContext): Promise<string | undefined> {
  const { persona, style, member } = context;
  if (isGreeting(context.message, persona.name))
    return withEmoji(style, `${phrases.greeting(style, persona.name, member)} ${topicsOf(await context.titles())}`.trim(), '👋');
  const message = plainMessage(context.message, persona.name);
  for (const { pattern, answer } of INTENTS) {
    const match = pattern.exec(message);
    const reply = match ? await answer(context, match) : undefined;
    if (reply !== undefined) return reply;
  }
  return undefined;
}

/** A sentence that lists the titles, or says that nothing was taught. */
export function topicsOf(titles: readonly string[]): string {
  if (titles.length === 0) return 'Nobody has taught me anything yet.';
  const shown = titles.slice(0, 8).map((title) => `“${title}”`);
  const more = titles.length > shown.length ? ` and ${titles.length - shown.length} more` : '';
  return `I know about ${shown.join(', ')}${more}.`;
}

function introduction({ name, description }: Persona): string {
  return `I am ${name}, an AI companion.${description ? ` ${description}` : ''} No language model is connected to me: I answer from what I was taught.`;
}

async function help(context: IntentContext): Promise<string> {
  return `Ask me a question, and I quote what I was taught. I can also tell the time, roll dice (“roll 2d6”), flip a coin and choose (“choose tea or coffee”). ${topicsOf(await context.titles())}`;
}

async function listTopics({ titles }: IntentContext): Promise<string> {
  return topicsOf(await titles());
}

function tellTime({ now }: IntentContext): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(now);
  return `It is ${now.toISOString().slice(11, 16)} UTC on ${day}.`;
}

function rollDice(context: IntentContext, [, count = '', sides = '']: RegExpExecArray): string {
  const dice = Math.min(20, Math.max(1, Number(count || 1)));
  const faces = Math.max(2, Number(sides || 6));
  const rolls = Array.from({ length: dice }, (_, index) => pseudoRandom(context, faces, index) + 1);
  const total = rolls.reduce((sum, roll) => sum + roll, 0);
  return dice === 1 ? `You rolled ${total}.` : `You rolled ${rolls.join(' + ')} = ${total}.`;
}

function choose(context: IntentContext, [, list = '']: RegExpExecArray): string | undefined {
  const options = list
    .split(/\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((option) => option.replace(/[?.!\s]+$/, '').trim())
    .filter(Boolean);
  return options.length < 2 ? undefined : `I choose ${options[pseudoRandom(context, options.length, 0)]}.`;
}

/** A pseudo-random number from 0 to `count` - 1, derived from the request. */
function pseudoRandom({ requestId }: IntentContext, count: number, index: number): number {
  const hash = createHash('sha256').update(`${requestId}#${index}`).digest();
  return hash.readUInt32BE() % count;
}
