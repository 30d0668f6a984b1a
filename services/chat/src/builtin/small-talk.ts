import type { Persona } from '@kith/proto';
import type { PhraseKind } from './languages/language-texts.js';
import { LANGUAGE_CODES, LANGUAGES } from './languages/languages.js';
import { withoutMarkup } from './quotes.js';
import { factOf, selfFactsOf } from './self-facts.js';
import { seededNumber } from './variants.js';
import type { Voice } from './voice.js';

export interface SmallTalk {
  readonly persona: Pick<Persona, 'name' | 'description' | 'instructions'>;
  readonly voice: Voice;
  readonly seed: string;
  /** Whether the owner reads it, in the test chat. */
  readonly isOwner: boolean;
  /** Whether nothing was said before. */
  readonly isFirst: boolean;
  /** How the author of the message is called; null when it is not known. */
  readonly member: string | null;
  /** The replies before, the newest first. */
  readonly said: readonly string[];
  titles(): Promise<readonly string[]>;
}

export const MAX_TITLES = 8;
export const MAX_TITLES_IN_PASSING = 3;
const MAX_TITLE_CHARS = 80;

/** "Hello, I am Amber", with what the owner wrote of it when it is the first that it says. */
export async function greet(talk: SmallTalk): Promise<string> {
  const { voice, persona, member, isFirst } = talk;
  const who = member === null ? '' : voice.state('addressed', { name: member });
  const isBrief = voice.style.maxSentences === 1;
  const self = isFirst && !isBrief ? selfFactsOf(persona).who : undefined;
  const offer = isFirst && !isBrief ? await topicsOf(talk, MAX_TITLES_IN_PASSING) : '';
  return voice.join([voice.say('greeting', { who, name: persona.name }), self ?? '', offer, voice.askBack()], 'greeting');
}

/** The answer to what was recognised; undefined for what other parts answer. */
export async function answerKind(kind: PhraseKind, talk: SmallTalk): Promise<string | undefined> {
  const { voice, persona } = talk;
  switch (kind) {
    case 'howAreYou':
      return voice.join([voice.say('wellbeing'), voice.askBack()], 'wellbeing');
    case 'farewell':
    case 'thanks':
    case 'compliment':
    case 'joke':
    case 'bored':
    case 'sad':
      return voice.join([voice.say(kind)], kind);
    case 'feelings':
    case 'insult':
    case 'wish':
    case 'unclear':
      return voice.join([voice.say(kind)]);
    case 'acknowledged':
    case 'iAmFine':
      return voice.join([voice.say('acknowledged'), voice.askBack()], 'acknowledged');
    case 'apology':
    case 'presence':
    case 'happy':
      return voice.join([voice.say(kind), voice.askBack()], kind);
    case 'areYouHuman':
      return voice.join([voice.say('human'), talk.isOwner ? voice.state('withoutModel') : '']);
    case 'name':
      return voice.join([voice.say('introduction', { name: persona.name }), voice.askBack()]);
    case 'whoAreYou':
      return introduction(talk);
    case 'maker':
    case 'home':
    case 'age':
      return factOf(kind, selfFactsOf(persona)) ?? voice.say(kind);
    case 'whatCanYouDo':
      return voice.join([voice.say('abilities'), await topicsOf(talk, MAX_TITLES)]);
    case 'topics':
      return voice.join([await topicsOf(talk, MAX_TITLES, true)]);
    case 'coin': {
      const side = seededNumber(talk.seed, 2) === 0 ? 'heads' : 'tails';
      return voice.join([voice.state(side)], side);
    }
    case 'language':
      return voice.state('languages', { languages: LANGUAGE_CODES.map((code) => LANGUAGES[code].name).join(', ') });
    case 'outside':
      return voice.join([voice.say('outside'), voice.askBack()]);
    case 'task':
      return withoutModel(talk);
    default:
      return undefined;
  }
}

/** Who it is: its name, that it is a program, and what its owner wrote of it. */
function introduction({ voice, persona: { name, description, instructions }, isOwner }: SmallTalk): string {
  const { who, facts } = selfFactsOf({ name, description, instructions });
  const [other] = facts.filter((fact) => fact !== who);
  const more = voice.style.maxSentences > 2 || who === undefined ? other : undefined;
  const text = description?.trim();
  const described = who === undefined && more === undefined && text ? voice.ended(voice.state('described', { text }), text) : '';
  return voice.join([
    voice.say('introduction', { name }),
    who ?? '',
    more ?? '',
    described,
    isOwner ? voice.state('withoutModel') : '',
    isOwner ? '' : voice.askBack(),
  ]);
}

/** What only a language model can do. How to connect one is said to the owner alone. */
export const withoutModel = ({ voice, isOwner }: Pick<SmallTalk, 'voice' | 'isOwner'>): string =>
  voice.join([voice.state('needsModel'), isOwner ? voice.state('connectModel') : '']);

/**
 * A sentence with some of the titles. Where the last reply named titles it is empty, or, if they are asked for, about those that the last replies did not
 * list.
 */
export async function topicsOf(
  { voice, titles, said }: Pick<SmallTalk, 'voice' | 'titles' | 'said'>,
  limit: number,
  isAsked = false,
): Promise<string> {
  const all = distinctTitles(await titles());
  if (all.length === 0) return isAsked || !voice.hasJustSaid(voice.state('noTopics')) ? voice.state('noTopics') : '';
  if (!isAsked && namesTitles(voice, all)) return '';
  const listed = isAsked ? listedIn(said, all, voice) : new Set<string>();
  const left = all.filter((title) => !listed.has(title));
  if (left.length === 0) return voice.state('allTopics');
  // "And one more" would be as long as its title.
  const count = left.length - limit > 1 ? left.length - limit : 0;
  const shown = voice.quote(left.slice(0, left.length - count));
  const [some, others] = listed.size > 0 ? (['alsoTopics', 'alsoMoreTopics'] as const) : (['topics', 'moreTopics'] as const);
  return count > 0 ? voice.state(others, { titles: shown, count }) : voice.state(some, { titles: shown });
}

/** Whether the last reply listed titles: a reply that quotes from one text does not. */
export const hasListedTitles = async ({ voice, titles, said }: Pick<SmallTalk, 'voice' | 'titles' | 'said'>): Promise<boolean> =>
  listedIn(said.slice(0, 1), distinctTitles(await titles()), voice).size > 0;

/** Several texts may have the same title. */
const distinctTitles = (titles: readonly string[]): string[] => [...new Set(titles.map(asTitle).filter(Boolean))];

/** The titles in the last replies, as far back as one after another listed some. */
function listedIn(said: readonly string[], all: readonly string[], voice: Voice): Set<string> {
  const listed = new Set<string>();
  for (const reply of said) {
    const named = all.filter((title) => reply.includes(voice.quote([title])));
    const isList =
      named.length > 1 || (named.length === 1 && reply.includes(voice.state('topics', { titles: voice.quote(named) })));
    if (!isList) break;
    for (const title of named) listed.add(title);
  }
  return listed;
}

export const namesTitles = (voice: Voice, titles: readonly string[]): boolean =>
  titles.some((title) => voice.hasJustSaid(voice.quote([title])));

/** A title in one line, without effect on what is around it. */
export const asTitle = (title: string): string => {
  const plain = withoutMarkup(title).replace(/\s+/g, ' ').trim();
  return [...plain].length <= MAX_TITLE_CHARS ? plain : `${[...plain].slice(0, MAX_TITLE_CHARS).join('')}…`;
};
