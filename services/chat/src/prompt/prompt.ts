import { joinedParts } from '@kith/kit';
import type { Passage, ReplyTask } from '@kith/proto';
import { fittingLines } from '../memory/memory-lines.js';
import type { PromptMessage } from '../models/model-provider.js';
import { PICTURE_TOKENS, type PromptPicture } from '../models/picture-models.js';
import { questionWithFileNames } from '../replies/attachments.js';
import type { ReplyContext } from '../replies/reply-writer.js';
import { exampleBlock } from './example-dialogues.js';
import { FIXED, filled } from './fixed-texts.js';
import { speakerOf, takeHistory, toMessages } from './past-exchanges.js';
import {
  block,
  blocksAreData,
  earlierFileBlocks,
  earlierPicturesBlock,
  fileBlocks,
  knowledgeBlocks,
  memoryBlock,
  passageTokens,
  peopleBlock,
  takePassages,
  takeWithinBudget,
  talkBlocks,
  timeLine,
  truncateFiles,
  truncateNames,
} from './prompt-blocks.js';
import { quoted, type Speaker } from './speakers.js';
import { systemMessage } from './system-message.js';
import { taskMessage } from './tasks.js';
import { mostTokens, type CountTokens } from './tokens.js';

export interface PromptInput extends Pick<
  ReplyContext,
  | 'persona'
  | 'question'
  | 'task'
  | 'attachments'
  | 'earlierFiles'
  | 'repliedTo'
  | 'talk'
  | 'author'
  | 'authorName'
  | 'history'
  | 'memory'
  | 'passages'
  | 'boundary'
> {
  /** Context window of the model, in tokens. */
  readonly window: number;
  readonly now: Date;
  readonly countTokens: CountTokens;
}

export interface Prompt {
  readonly messages: PromptMessage[];
  readonly maxTokens: number;
  /** The passages that fit into the prompt. */
  readonly passages: readonly Passage[];
}

// Tokens that the chat format adds to each message.
const TOKENS_PER_MESSAGE = 4;
// Kept free, because token counts of other models are estimates.
const RESERVED_SHARE = 0.05;
const EXAMPLES_SHARE = 0.1;
const KNOWLEDGE_SHARE = 0.35;
const FILES_SHARE = 0.35;
const PICTURES_SHARE = 0.35;
const TALK_SHARE = 0.15;
const MEMORY_SHARE = 0.1;
const TALK_INTRODUCTION_TOKENS = 100;
/** What the names of pictures that are shown again take. */
const PICTURE_NAMES_TOKENS = 200;
const MIN_REPLY_TOKENS = 50;
/** What the empty lines between the parts of the last message take, and an introduction to passages that is longer than that without any. */
const TOKENS_BETWEEN_PARTS = 100;

/**
 * The prompt: one system message, which is the same for all messages of a bot; the history, which only grows at its end; and one message of the
 * user, with everything that belongs to this message alone. So what providers have seen before stands at the beginning, and no template of a
 * model meets a system message where it expects none. The message itself, rules and character are always included, with example dialogues up to 10 % of the budget; files and knowledge get at
 * most 35 % of the budget each (half of it for knowledge that no search found), the talk 15 %, memory 10 %; the history gets the rest, in whole exchanges, newest first.
 * Pictures of earlier messages get at most 35 % of the budget together, or one of them where that is less.
 */
export function buildPrompt(input: PromptInput): Prompt {
  const { persona, window, countTokens } = input;
  const maxTokens = Math.max(MIN_REPLY_TOKENS, Math.min(persona.preferences.maxTokens, Math.floor(window / 4)));
  const budget = Math.floor(window * (1 - RESERVED_SHARE)) - maxTokens;
  const examples = exampleBlock(persona.exampleDialogues, budget * EXAMPLES_SHARE, countTokens);
  const system = systemMessage(persona, examples);
  const left = budget - countTokens(system) - TOKENS_PER_MESSAGE;
  const ofPictures = Math.max(PICTURE_TOKENS, budget * PICTURES_SHARE);
  const last = input.task ? taskAlone(input, input.task) : lastMessage(input, { budget, left, ofPictures });
  const { content, tokens: ofContent, passages, pictures, seenAgain } = last;
  const forHistory = left - ofContent - TOKENS_PER_MESSAGE - pictures.length * PICTURE_TOKENS;
  const ofOtherPictures = ofPictures - seenAgain * PICTURE_TOKENS;
  const budgetOfHistory = { room: forHistory, ofPictures: ofOtherPictures };
  const history = takeHistory(input.history.toReversed(), budgetOfHistory, countTokens).toReversed();
  return {
    messages: [
      { role: 'system', content: system },
      ...history.flatMap((exchange) => toMessages(exchange, input.authorName !== null)),
      { role: 'user', content, ...(pictures.length > 0 ? { pictures } : {}) },
    ],
    maxTokens,
    passages,
  };
}

interface LastMessage extends Pick<Prompt, 'passages'> {
  readonly content: string;
  /** Without those of the pictures. */
  readonly tokens: number;
  readonly pictures: readonly PromptPicture[];
  /** How many of them are of earlier messages. */
  readonly seenAgain: number;
}

function taskAlone({ boundary, now, countTokens, persona }: PromptInput, task: ReplyTask): LastMessage {
  const content = taskMessage(task, { boundary, now, timeZone: persona.timeZone });
  return { content, tokens: countTokens(content), passages: [], pictures: [], seenAgain: 0 };
}

interface LastBudget {
  readonly budget: number;
  /** For the whole of it. */
  readonly left: number;
  /** For pictures of earlier messages. */
  readonly ofPictures: number;
}

/** What belongs to this message alone, with as much of earlier pictures, files, talk, memory and knowledge as fits, in this order. */
function lastMessage(input: PromptInput, { budget, left, ofPictures }: LastBudget): LastMessage {
  const { boundary, memory = [], earlierFiles = [] } = input;
  const countTokens = countingMarksAlike(input.countTokens, boundary);
  const message = quoted(speakerOf(input), questionWithFileNames(input));
  const before = [timeLine(input.now, input.persona.timeZone), FIXED.language, blocksAreData(boundary)].join('\n');
  const after = messageAndReminder(input, message);
  const people = peopleBlock(peopleOf(input), boundary);
  const own = input.attachments.flatMap(({ picture }) => picture ?? []);
  const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + countTokens(text), 0);
  const frame =
    sizeOf([before, people, messageAndReminder(input, ''), knowledgeBlocks([], boundary)]) + tokensOfMessage(input, message);
  const room = left - own.length * PICTURE_TOKENS - frame;
  const seen = Math.max(0, Math.floor(Math.min(ofPictures, room - PICTURE_NAMES_TOKENS) / PICTURE_TOKENS));
  const again = earlierFiles.filter(({ picture }) => picture !== undefined).slice(0, seen);
  const names = earlierPicturesBlock(again, boundary);
  const free = room - again.length * PICTURE_TOKENS - countTokens(names);
  const files = filesOf({ ...input, countTokens }, Math.min(budget * FILES_SHARE, free));
  const talk = talkOf({ ...input, countTokens }, budget * TALK_SHARE);
  const remembered = memoryBlock(
    fittingLines(memory, budget * MEMORY_SHARE, (sentence) => countTokens(sentence) + 2),
    boundary,
  );
  const taken = sizeOf([files, talk, remembered]);
  const fitting = takePassages(input.passages, Math.min(budget * KNOWLEDGE_SHARE, free - taken), countTokens);
  // Neighbours in a text repeat a part of each other.
  const passages = joinedParts(fitting).map(({ whole }) => whole);
  const parts = [before, people, remembered, knowledgeBlocks(passages, boundary), names, files, talk, after];
  // The sum of what was counted already: counting the whole once more takes as long as everything before.
  const tokens =
    frame +
    countTokens(names) +
    taken +
    fitting.reduce((sum, passage) => sum + passageTokens(passage, countTokens), 0) +
    TOKENS_BETWEEN_PARTS;
  const pictures = [...own, ...again.flatMap(({ picture }) => picture ?? [])];
  return { content: parts.filter(Boolean).join('\n\n'), tokens, passages, pictures, seenAgain: again.length };
}

/** A message is a new text each time, which takes long to count: of a short one in a large window it is enough how many tokens it has at most. */
function tokensOfMessage({ countTokens, window }: PromptInput, message: string): number {
  const most = mostTokens(message);
  return most <= window * BOUNDED_SHARE ? most : countTokens(message);
}
const BOUNDED_SHARE = 0.005;

/**
 * As `countTokens`, for texts with the mark of this message: each counts like one that is the same in all messages, so that what stands in many
 * prompts is counted once. Marks of the same length differ by a few tokens at most.
 */
const countingMarksAlike =
  (countTokens: CountTokens, boundary: string): CountTokens =>
  (text) =>
    countTokens(text.includes(boundary) ? text.replaceAll(boundary, SAME_MARK) : text);
const SAME_MARK = 'kb-0f1e2d3c4b5a6978';

function messageAndReminder({ persona, boundary }: PromptInput, message: string): string {
  return `${FIXED.message}
${block(boundary, 'message', message)}

${filled(FIXED.reminder, { name: persona.name })}`;
}

/** Who wrote the message and what was said before, the newest first; nobody in the test chat. */
function peopleOf(input: PromptInput): Speaker[] {
  const { authorName, repliedTo, talk = [], history } = input;
  if (authorName === null) return [];
  const known = [input, ...history.toReversed()].map(speakerOf);
  const names = new Set(known.map(({ name }) => name));
  const others = [...(repliedTo && !repliedTo.isOwn ? [repliedTo] : []), ...talk.toReversed()].map(({ author }) => author);
  return [...known, ...others.filter((name) => !names.has(name)).map((name) => ({ name }))];
}

/** The files of the message, and with what they leave of the budget those of earlier messages. */
function filesOf({ attachments, earlierFiles = [], boundary, countTokens }: PromptInput, budget: number): string {
  if (attachments.length + earlierFiles.length === 0) return '';
  const own = fileBlocks(truncateFiles(attachments, budget, countTokens), boundary);
  const left = budget - countTokens(own);
  const known = earlierFiles.filter(({ picture }) => picture === undefined);
  const fitting = known.filter(({ text }) => text !== null);
  const earlier = truncateFiles(fitting, left, countTokens).filter(({ text }) => text !== null);
  const room = left - countTokens(earlierFileBlocks(earlier, boundary));
  const names = truncateNames(
    known.filter(({ text }) => text === null),
    room,
    countTokens,
  );
  return [own, earlierFileBlocks([...earlier, ...names], boundary)].filter(Boolean).join('\n\n');
}

/** The message that is replied to comes before the talk, and the newest lines of the talk before older ones. */
function talkOf({ talk = [], repliedTo, boundary, countTokens }: PromptInput, budget: number): string {
  if (talk.length === 0 && !repliedTo) return '';
  const whole = talkBlocks([], repliedTo, boundary);
  const reply = countTokens(whole) <= budget ? repliedTo : undefined;
  const left = budget - (reply ? countTokens(whole) : TALK_INTRODUCTION_TOKENS);
  const lines = takeWithinBudget(talk.toReversed(), left, (line) => countTokens(quoted({ name: line.author }, line.text)) + 1);
  return talkBlocks(lines.toReversed(), reply, boundary);
}
