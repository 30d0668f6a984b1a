import type { PastExchange } from '../messages/message-log.js';
import { EXCHANGE_TOKENS } from '../messages/recent-exchanges.js';
import type { PromptMessage } from '../models/model-provider.js';
import { PICTURE_TOKENS } from '../models/picture-models.js';
import { withoutCitations } from '../replies/citations.js';
import type { ReplyContext } from '../replies/reply-writer.js';
import { FIXED, filled } from './fixed-texts.js';
import { behindMarks, quotedOf, speakerInLine, type Speaker } from './speakers.js';
import type { CountTokens } from './tokens.js';

// What stands before each line of a past message.
const TOKENS_PER_LINE = 2;

export interface HistoryBudget {
  /** For all of it, in tokens. */
  readonly room: number;
  /** Of that, for pictures. */
  readonly ofPictures: number;
}

/** The newest exchanges that fit, the newest first. Pictures are left out before their exchange is. */
export function takeHistory(
  newestFirst: readonly PastExchange[],
  { room, ofPictures }: HistoryBudget,
  countTokens: CountTokens,
): PastExchange[] {
  const taken: PastExchange[] = [];
  let left = room;
  let picturesLeft = Math.floor(ofPictures / PICTURE_TOKENS);
  for (const exchange of newestFirst) {
    if (hasNoPictures(exchange)) {
      left -= tokensOf(exchange, countTokens);
      if (left < 0) break;
      taken.push(exchange);
      continue;
    }
    const { pictures = [], ...blind } = exchange;
    const seen = pictures.slice(0, picturesLeft);
    const whole = { ...exchange, pictures: seen };
    const wholeTokens = tokensOf(whole, countTokens);
    const isWhole = wholeTokens <= left;
    left -= isWhole || seen.length === 0 ? wholeTokens : tokensOf(blind, countTokens);
    if (left < 0) break;
    taken.push(isWhole ? whole : blind);
    if (isWhole) picturesLeft -= seen.length;
  }
  return taken;
}

function tokensOf(exchange: PastExchange, countTokens: CountTokens): number {
  const { question, files = '', tokens, pictures = [] } = exchange;
  const lines = linesIn(question) + linesIn(files);
  const ofPictures = pictures.length * PICTURE_TOKENS + countTokens(picturesIn(exchange));
  return tokens + EXCHANGE_TOKENS + TOKENS_PER_LINE * lines + ofPictures;
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** As most exchanges: what is said of pictures costs nothing then. */
const hasNoPictures = ({ pictures, pictureCount = 0 }: PastExchange): boolean =>
  pictureCount === 0 && (pictures === undefined || pictures.length === 0);

/** In the test chat neither the name of the user nor an id enters a prompt. */
export const speakerOf = ({ author, authorName }: Pick<ReplyContext, 'author' | 'authorName'>): Speaker =>
  authorName === null ? THE_USER : { name: authorName, id: author };
const THE_USER: Speaker = { name: 'The user' };
const THE_USER_LINE = speakerInLine(THE_USER);

/** As the model reads it; `isGroup`: with the name of who wrote it. */
export const toMessages = (exchange: PastExchange, isGroup: boolean): PromptMessage[] => [
  {
    role: 'user',
    content: saidIn(exchange, isGroup ? speakerInLine(speakerOf(exchange)) : THE_USER_LINE),
    ...(exchange.pictures && exchange.pictures.length > 0 && { pictures: exchange.pictures }),
  },
  { role: 'assistant', content: exchange.hasSources ? withoutCitations(exchange.reply) : exchange.reply },
];

/** With what stood in the files of the message: it stays the same in each later prompt, as what was said does. */
function saidIn(exchange: PastExchange, speakerLine: string): string {
  const { question, files = '' } = exchange;
  if (files === '' && hasNoPictures(exchange)) return quotedOf(speakerLine, question);
  const ofFiles = files === '' ? '' : `${FIXED.ofFiles}\n${behindMarks(files)}`;
  return [quotedOf(speakerLine, question), ofFiles, picturesIn(exchange)].filter(Boolean).join('\n');
}

/** Which pictures of the message come with it, and that others do not any more; their names stand behind the message, too. */
function picturesIn(exchange: PastExchange): string {
  if (hasNoPictures(exchange)) return '';
  const { pictures = [], pictureCount = 0 } = exchange;
  const names = pictures.map(({ name = 'picture' }) => name).join('\n');
  const unseen = pictureCount - pictures.length;
  return [
    pictures.length > 0 ? `${FIXED.ofPictures}\n${behindMarks(names)}` : '',
    unseen > 0 ? filled(FIXED.unseenPictures, { pictures: unseen === 1 ? 'one picture' : `${unseen} pictures` }) : '',
  ]
    .filter(Boolean)
    .join('\n');
}
