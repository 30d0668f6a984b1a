import { statementsIn } from '../memory/stated-facts.js';
import { truncate, type AttachedFile } from '../replies/attachments.js';
import { type ReplyContext } from '../replies/reply-writer.js';
import { filesBefore, passagesInTalk } from './earlier-texts.js';
import { folded } from './folded-text.js';
import { isTitle, knowledgeAnswer, quotedBy, quoteOptions, voiceFor } from './knowledge-answer.js';
import type { PhraseKind } from './languages/language-texts.js';
import { partsOf, type MessageParts } from './message-parts.js';
import { nameOf } from './names.js';
import { plainMessage } from './plain-message.js';
import { questionIn, searchedFor } from './question.js';
import { furtherSentences, hasBeginning, quoteFile, reasonIn, withoutMarkup, type Quote } from './quotes.js';
import { rememberedFor } from './remembered.js';
import { answerRequest } from './requests.js';
import { factAbout, selfFactsOf } from './self-facts.js';
import {
  answerKind,
  asTitle,
  greet,
  hasListedTitles,
  MAX_TITLES,
  MAX_TITLES_IN_PASSING,
  namesTitles,
  topicsOf,
  withoutModel,
  type SmallTalk,
} from './small-talk.js';
import type { Voice } from './voice.js';

/** A message of a conversation with the built-in companion. */
export interface Turn extends ReplyContext {
  readonly now: Date;
  titles(): Promise<readonly string[]>;
}

export interface Answer {
  readonly text: string;
  /** The titles that it quotes. */
  readonly sources: readonly string[];
  /** Whether it is surely wanted where nobody spoke to the bot. */
  readonly isSure: boolean;
  /** Whether it says that there is no answer. */
  readonly isUnknown: boolean;
}

/** What is understood of a message, and what answers are made of. */
interface Understood {
  readonly turn: Turn;
  readonly parts: MessageParts;
  readonly voice: Voice;
  readonly talk: SmallTalk;
  /** The replies before, the newest first. */
  readonly said: readonly string[];
}

/** How much of the text in a picture a reply repeats, in characters. */
const MAX_RECOGNIZED_CHARS = 300;
/** Coverage from which a quote answers a message that was not meant for the bot. */
const SURE_COVERAGE = 0.6;
const SURE_KINDS: ReadonlySet<PhraseKind> = new Set(['joke', 'coin', 'dice']);
/** What the owner may have taught an answer to. */
const TAUGHT_KINDS: ReadonlySet<PhraseKind> = new Set(['maker', 'home', 'age', 'outside']);
/** What counts only where nothing else was said. */
const LIGHT_KINDS: ReadonlySet<PhraseKind> = new Set(['acknowledged', 'thanks', 'iAmFine']);
const MAX_KINDS = 2;
const MAX_SAID = 4;
const MAX_WORDS_OF_INSULT = 8;
const MAX_WORDS_OF_BARE_INSULT = 2;

const saying = (text: string, isSure = false): Answer => ({ text, sources: [], isSure, isUnknown: false });

/** The reply to a message; null where nobody spoke to the bot and it has nothing sure to say. */
export async function converse(turn: Turn): Promise<Answer | null> {
  const understood = understand(turn);
  const answer = await answerTo(understood);
  if (!isAddressed(understood) && !answer.isSure) return null;
  return {
    ...answer,
    text: understood.voice.join(
      turn.question.trim() === '' ? [filesIn(understood), answer.text] : [answer.text, filesIn(understood)],
    ),
  };
}

function understand(turn: Turn): Understood {
  const { persona, question, history, author, requestId } = turn;
  const voice = voiceFor(turn);
  const parts = partsOf(question, persona.name, voice.language);
  const replies = history.toReversed().map(({ reply }) => reply);
  const talk = {
    persona,
    voice,
    seed: requestId,
    isOwner: turn.authorName === null,
    isFirst: !history.some((exchange) => exchange.author === author),
    member: parts.statedName ?? nameOf(turn),
    said: replies,
    titles: () => turn.titles(),
  };
  return { turn, parts, voice, talk, said: replies.slice(0, MAX_SAID) };
}

/** A message in a channel that calls the bot by its name is meant for it. */
const isAddressed = ({ turn }: Understood): boolean =>
  (turn.isAddressed ?? true) || ` ${folded(turn.question)} `.includes(` ${folded(turn.persona.name)} `);

async function answerTo(understood: Understood): Promise<Answer> {
  const { turn, parts, voice, talk } = understood;
  if (turn.task) return saying(withoutModel(talk));
  const { persona, question, now, requestId, attachments } = turn;
  if (parts.statedName !== undefined) return answerToName(parts.statedName, understood);
  // What was attached is said below it.
  if (question.trim() === '' && attachments.length > 0) return saying(voice.askBack());
  const { name: botName, timeZone } = persona;
  const requested = answerRequest({ message: question, botName, parts, voice, seed: requestId, now, timeZone });
  if (requested !== undefined) return saying(requested, true);
  if (isInsult(understood) && !isTitle(turn)) return saying(voice.join([voice.say('insult')]));
  const isTaught = isTitle(turn) || (parts.isWordless === true && (await knowledgeAnswer(turn)) !== undefined);
  return parts.isComplete && !isTaught ? answerSmallTalk(understood) : answerQuestion(understood);
}

/** To a name, and to what else was asked with it. */
async function answerToName(name: string, understood: Understood): Promise<Answer> {
  const { voice, parts, turn } = understood;
  const noted = voice.say('nameNoted', { who: name });
  const answer = parts.isComplete ? undefined : await answerQuestion(understood);
  if (!answer || (answer.isUnknown && !/[?？]/u.test(turn.question)))
    return saying(voice.join([noted, voice.askBack()], 'nameNoted'));
  return { ...answer, text: voice.join([noted, answer.text]) };
}

async function answerSmallTalk(understood: Understood): Promise<Answer> {
  const { parts, talk, voice } = understood;
  if (parts.kinds.length === 0) return saying(await greet(talk), parts.hasGreeting && parts.isWordless !== true);
  const answers: Answer[] = [];
  for (const kind of weighty(parts.kinds)) answers.push(await answerOfKind(kind, understood));
  return {
    text: voice.join(answers.map(({ text }) => text)),
    sources: answers.flatMap(({ sources }) => sources),
    isSure: answers.every(({ isSure }) => isSure),
    isUnknown: false,
  };
}

/** A farewell counts alone; "thanks" and "ok" where there is nothing else. */
function weighty(kinds: readonly PhraseKind[]): readonly PhraseKind[] {
  if (kinds.includes('farewell')) return ['farewell'];
  const others = kinds.filter((kind) => !LIGHT_KINDS.has(kind));
  return [...new Set(others.length > 0 ? others : kinds.slice(0, 1))].slice(0, MAX_KINDS);
}

async function answerOfKind(kind: PhraseKind, understood: Understood): Promise<Answer> {
  const { talk, voice, turn } = understood;
  if (kind === 'tellMore') return more(understood);
  if (kind === 'why') return reason(understood);
  if (kind === 'myName')
    return saying(talk.member === null ? voice.state('nameUnknown') : voice.state('yourName', { who: talk.member }));
  if (kind === 'aboutMe') {
    const facts = rememberedFor(turn.question, turn.memory ?? []);
    return saying(
      facts.length === 0
        ? voice.state('notRemembered')
        : voice.state('remembered', { facts: voice.quote(facts.map(withoutMarkup)) }),
    );
  }
  const taught = TAUGHT_KINDS.has(kind) ? await knowledgeAnswer(turn) : undefined;
  if (taught) return { ...saying(taught.text, turn.coverage >= SURE_COVERAGE), sources: taught.sources };
  return saying((await answerKind(kind, talk)) ?? '', SURE_KINDS.has(kind));
}

/** What follows in the text from which the last reply quoted, or in the list of titles. */
async function more(understood: Understood): Promise<Answer> {
  const { turn, voice, said, talk } = understood;
  const passages = passagesInTalk(turn, said);
  if (passages.length === 0 && (await hasListedTitles(talk))) return saying(await topicsOf(talk, MAX_TITLES, true));
  const further = said.length === 0 ? undefined : furtherSentences(passages, said, Math.max(2, voice.style.maxSentences));
  if (further) return quoting(further, understood);
  const end = passages.length > 0 ? voice.say('noMore') : '';
  return saying(voice.join([end, await topicsOf(talk, MAX_TITLES_IN_PASSING), voice.askBack()]));
}

async function reason(understood: Understood): Promise<Answer> {
  const { turn, voice, said, talk } = understood;
  const found = reasonIn(passagesInTalk(turn, said), voice.language.texts.because.split(' '), said[0] ?? '');
  if (found) return quoting(found, understood);
  return { ...saying(voice.join([voice.state('noReason'), await topicsOf(talk, MAX_TITLES_IN_PASSING)])), isUnknown: true };
}

async function answerQuestion(understood: Understood): Promise<Answer> {
  const { turn, voice, parts, talk } = understood;
  const { question, attachments, persona, history } = turn;
  const inFile = fileAnswer(attachments, questionIn(question, persona.name), understood);
  if (inFile) return inFile;
  const earlier = history.map((exchange) => exchange.question);
  const { query } = searchedFor(question, earlier, persona.name);
  const isStated = isStatement(question);
  const { last, older } = isStated ? { last: [], older: [] } : filesBefore(turn);
  const inLast = fileAnswer(last, query, understood);
  if (inLast) return inLast;
  const taught = await knowledgeAnswer(turn);
  if (taught) return { ...saying(taught.text, turn.coverage >= SURE_COVERAGE), sources: taught.sources };
  const inOlder = fileAnswer(older, query, understood);
  if (inOlder) return inOlder;
  const fact = isAboutItself(understood) ? factAbout(parts.core, selfFactsOf(turn.persona), voice.language.words) : undefined;
  if (fact !== undefined) return saying(fact);
  if (isStated) return saying(voice.join([voice.say('acknowledged'), voice.askBack()], 'acknowledged'));
  return { ...saying(await unknown(understood, talk)), isUnknown: true };
}

function fileAnswer(files: readonly AttachedFile[], asked: string, understood: Understood): Answer | undefined {
  const quote = quoteFile(asked, files, quoteOptions(understood.voice, asked));
  return quote && { ...quoting(quote, understood), sources: [] };
}

/** Whether its author says something of themself, which asks for no answer. */
function isStatement(message: string): boolean {
  if (/[?？]/u.test(message)) return false;
  const { facts, forgotten } = statementsIn(message);
  return facts.length > 0 || forgotten.length > 0;
}

/** Only what the bot was taught is named as a source, not a file of a message. */
function quoting(quote: Quote, { voice, turn }: Understood): Answer {
  const { text, sources } = quotedBy(voice, quote);
  const taught = sources.filter((source) => turn.passages.some(({ title }) => title === source));
  return { ...saying(text, turn.coverage >= SURE_COVERAGE), sources: taught };
}

/** That it does not know, what is closest to it, and what would help. Nothing of it was said in the reply before. */
async function unknown({ turn, voice }: Understood, talk: SmallTalk): Promise<string> {
  const fitting = turn.passages.filter(({ activation }) => activation !== 'always');
  const near = [...new Set(fitting.map(({ title }) => asTitle(title)))].slice(0, MAX_TITLES_IN_PASSING);
  const isNear = near.length > 0 && !namesTitles(voice, near);
  const closest = isNear ? voice.state('closest', { titles: voice.quote(near) }) : await topicsOf(talk, MAX_TITLES_IN_PASSING);
  const hints = talk.isOwner ? (['teachMe', 'connectModel'] as const) : (['askOthers'] as const);
  const hint = hints.map((name) => voice.state(name)).find((text) => !voice.hasJustSaid(text)) ?? '';
  const isBrief = voice.style.maxSentences === 1;
  return voice.join([voice.say('unknown'), isBrief ? '' : closest, isBrief && !talk.isOwner ? '' : hint], 'unknown');
}

/** A short message with an insult that can only be meant for the bot. */
function isInsult({ turn, parts, voice }: Understood): boolean {
  const text = folded(plainMessage(turn.question, turn.persona.name));
  const { insults, you } = voice.language.texts;
  if (text.split(' ').length > MAX_WORDS_OF_INSULT || !hasBeginning(text, insults.split(' '))) return false;
  return (
    hasYou(text, you) || parts.core.split(' ').length <= MAX_WORDS_OF_BARE_INSULT || text.includes(folded(turn.persona.name))
  );
}

const isAboutItself = ({ turn, voice, parts }: Understood): boolean =>
  hasYou(parts.core, voice.language.texts.you) || parts.core.includes(folded(turn.persona.name));

function hasYou(text: string, list: string): boolean {
  const words = text.split(' ');
  return list
    .split(' ')
    .map(folded)
    .some((word) =>
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word) ? text.includes(word) : words.includes(word),
    );
}

/** Says which files were received and which of them cannot be read; empty without files. */
function filesIn({ turn: { attachments }, voice }: Understood): string {
  const named = (files: typeof attachments) => voice.quote(files.map(({ name }) => withoutMarkup(name)));
  const unread = attachments.filter(({ text }) => text === null);
  const recognized = attachments
    .filter(({ recognition }) => recognition === 'recognized')
    .map(({ text }) => beginningOf(text ?? ''));
  return voice.join([
    attachments.length === 0 ? '' : voice.state('received', { files: named(attachments) }),
    // In no file that somebody wrote: they know what is in it.
    recognized.length === 0 ? '' : voice.quote(recognized),
    unread.length === 0 ? '' : voice.state('unread', { files: named(unread) }),
  ]);
}

/** The first words of what was recognized in a picture, in one line. */
function beginningOf(text: string): string {
  const line = withoutMarkup(text).replace(/\s+/gu, ' ').trim();
  return line.length > MAX_RECOGNIZED_CHARS ? `${truncate(line, MAX_RECOGNIZED_CHARS)}…` : line;
}
