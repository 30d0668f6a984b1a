import type { InboxCause, Passage } from '@kith/proto';
import { asksForClock, isSmallTalk, questionIn } from '../builtin/question.js';
import { withoutCitations } from '../replies/citations.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';
import { saysNoAnswer } from './no-answer.js';
import { questionTerms, strongTerms, strongWords } from './question-words.js';

const QUESTION_MARK = /[?？؟՞]/;
/** How a question begins where somebody leaves the mark out. */
const FIRST_WORD =
  /^(?:who|what|whats|when|where|which|why|how|is there|are there|can i|do you|does|wer|was|wann|wo|welche|warum|wie|gibt es|qui|quand|comment|combien|pourquoi|quel|qui[ée]n|cu[áa]ndo|d[óo]nde|c[óo]mo|cu[áa]l|cu[áa]nt[oa]s?|qué|quem|quando|onde|quant[oaie]s?|chi|dove|come|hoe|waar|wanneer|czy|kto|co|gdzie|kiedy|dlaczego|czemu|jak|ile|kt[óo]r[yae]|sk[ąa]d|как|что|где|когда|кто|почему|сколько|هل|ماذا|ما|من|متى|[أا]ين|كيف|لماذا|كم)(?![\p{L}\p{M}\p{N}])/iu;
/** Words that ask wherever they stand in the sentence, in Turkish and Hindi. */
const ASKING_WORD =
  /(?<![\p{L}\p{M}\p{N}])(?:nas[ıi]l|nere(?:de|den|ye|si)|ne zaman|ne kadar|neden|ni[çc]in|niye|hangi|ka[çc]|क्या|कब|कहा[ँं]|कौन|किस|किसे|किसने|क्यों|कैस[ेाी]|कितन[ेाी])(?![\p{L}\p{M}\p{N}])/iu;
/** The same in Korean, where other syllables follow. */
const ASKING_SYLLABLES = /(?<![\p{L}\p{M}\p{N}])(?:무엇|뭐|뭘|뭔|언제|어디|누구|누가|왜|어떻게|어떤|어느|얼마|몇)/u;
const LAST_SYLLABLES =
  /(?:[吗呢嗎か]|ไหม|อย่างไร|ยังไง|[습입합됩엽갑]니까|까요|나요|[인은는한]가요|(?<= )m[ıiuü](?:d[ıiuü]r|s[ıiuü]n(?:[ıiuü]z)?|y[ıiuü][mz])?)$/iu;
/** The same in Chinese, Japanese and Thai, and words that point at what was said, as parts of a run. */
const ASKING_CHARACTERS =
  /[谁誰几幾哪为為何这這那真]|多少|ใคร|ท(?:ำ|ํา)ไม|กี่|(?<!\p{sc=Hira})(?:なぜ|なんで|いくら|どっち|どちら|[こそあ][れこの]|そう|ほんとう?)[はがもにで]?/gu;
/** Words that ask for or point at what was said before, beside those that say little in any question. */
const POINTING_WORDS: ReadonlySet<string> = new Set(
  `whos wheres whens whys hows thats theres im youre ive dont cant isnt arent much many long far often now else one ones really exactly
  viel viele vielen wieviel lange oft denn dann noch mehr jetzt hier mas ahora entonces aqui plus alors ca piu allora mais agora entao
  nog dan ora qua а но ну еще там тут какой какая какие куда такой такая teraz tam daha burada هو هي هذا هذه ذلك यह वह है हैं`.split(
    /\s+/,
  ),
);

/** The fewest terms of a reply by which it is judged that it says nothing of what it cites. */
const MIN_ADDED = 3;

/** In a direct message on Discord. */
export const isDirect = ({ channel, place }: Pick<ReplyRequest, 'channel' | 'place'>): boolean =>
  channel === 'discord' && (place?.guildId ?? null) === null;

/** Whether its owner may read the message in the inbox: their own, and those of servers where members are told so (docs/decisions.md T15). */
export function isShared(request: ReplyRequest): boolean {
  const { channel, isKept = true, persona } = request;
  return channel === 'web' || (isKept && !isDirect(request) && persona.preferences.learningMode);
}

/** Why a question that was answered now belongs in the inbox; null for one that does not. */
export function inboxCauseOf(
  request: ReplyRequest,
  { isUnknown, context, reply, citations }: Pick<StreamedReply, 'isUnknown' | 'context' | 'reply' | 'citations'>,
): InboxCause | null {
  const { task, attachments, files = [], question, persona } = request;
  if (!isShared(request) || task || attachments.length > 0 || files.length > 0) return null;
  const topic = questionIn(question, persona.name);
  const isByModel = reply.engine !== 'builtin' && reply.engine !== 'pinned';
  if (!isUnknown && !(isByModel && asks(topic))) return null;
  if (!saysWhatAbout(topic) || isSmallTalk(question, persona.name) || asksForClock(question, persona.name)) return null;
  if (isTalkByItsForm(context)) return null;
  if (isUnknown) return 'unanswered';
  const cited = citations.flatMap(({ title, passages }) => passages.map((body) => ({ title, body })));
  // What the gate of the search or a key word let in: what is always in the prompt answers no question in particular, unless it is cited.
  const found = context.passages.filter(({ activation }) => activation !== 'always');
  const text = withoutCitations(reply.reply);
  return restsOn([...cited, ...found], text, topic) || (cited.length > 0 && !isCitedInVain(cited, text, topic))
    ? null
    : 'uncertain';
}

/** Of a message for which passages of a search entered the prompt the search knows that it asks for something. */
const isTalkByItsForm = ({ isSmallTalk: isTalk = false, passages }: StreamedReply['context']): boolean =>
  isTalk && !passages.some(({ activation }) => activation === 'search');

const asks = (topic: string): boolean =>
  [QUESTION_MARK, FIRST_WORD, ASKING_WORD, ASKING_SYLLABLES, LAST_SYLLABLES].some((sign) => sign.test(topic));

/** "Who?" asks for something that only the conversation knows. */
const saysWhatAbout = (topic: string): boolean =>
  strongWords(topic).some((word) => {
    const rest = POINTING_WORDS.has(word) ? '' : word.replace(ASKING_CHARACTERS, '');
    return /[\p{L}\p{N}]/u.test(rest) && ![FIRST_WORD, ASKING_WORD, ASKING_SYLLABLES].some((sign) => sign.test(rest));
  });

type Taught = Pick<Passage, 'title' | 'body'>;

/** Not every model cites what it answers from: whether at least half of what a reply adds to its question stands in the passages. */
function restsOn(passages: readonly Taught[], reply: string, topic: string): boolean {
  const { added, held } = comparedWith(passages, reply, topic);
  return added > 0 && held >= added / 2;
}

/**
 * Whether a reply cites what it does not rest on: it says that it does not know, or several words and none of the passages, although these are in
 * the language of the question. "Never" answers correctly without any word of them, as does a translation.
 */
function isCitedInVain(passages: readonly Taught[], reply: string, topic: string): boolean {
  const { added, held, isComparable } = comparedWith(passages, reply, topic);
  return saysNoAnswer(reply) || (isComparable && added >= MIN_ADDED && held === 0);
}

/** How many terms a reply adds to its question, how many of them stand in the passages, and whether any of the question does. */
function comparedWith(passages: readonly Taught[], reply: string, topic: string) {
  const asked = new Set(questionTerms(topic));
  const taught = new Set(passages.flatMap(({ title, body }) => questionTerms(`${title}\n${body}`)));
  const added = strongTerms(reply).filter((term) => !asked.has(term));
  const held = added.filter((term) => taught.has(term)).length;
  return { added: added.length, held, isComparable: [...asked].some((term) => taught.has(term)) };
}
