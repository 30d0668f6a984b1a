import type { ReplyTask } from '@kith/proto';
import { FIXED, filled } from './fixed-texts.js';
import { block, timeLine } from './prompt-blocks.js';
import { quoted } from './speakers.js';

type Beginning = Extract<ReplyTask, { kind: 'begin' }>;
type OnTexts = Exclude<ReplyTask, Beginning>;

interface Circumstances {
  readonly boundary: string;
  readonly now: Date;
  /** Where the companion reads the clock. */
  readonly timeZone: string;
}

/** The message that asks the model to do a task. */
export function taskMessage(task: ReplyTask, { boundary, now, timeZone }: Circumstances): string {
  return task.kind === 'begin'
    ? beginningMessage(task, timeLine(now, timeZone))
    : `${textMessage(task, boundary)}\n\n${FIXED.taskReminder}`;
}

/** The texts of others stand in blocks between marks that their authors cannot know. */
function textMessage(task: OnTexts, boundary: string): string {
  if (task.kind === 'translate') {
    // A name, not an instruction: without line breaks and marks.
    const language = task.language.replaceAll(boundary, '').replace(/\s+/gu, ' ');
    return `${filled(FIXED.translate, { mark: boundary, language })}\n\n${block(boundary, 'text', task.text)}`;
  }
  const messages = task.messages.map(({ author, text }) => quoted({ name: author }, text)).join('\n');
  const count = String(task.messages.length);
  return `${filled(FIXED.sumUp, { mark: boundary, count })}\n\n${block(boundary, 'messages', messages)}`;
}

const OCCASIONS: Readonly<Record<Beginning['event'], (task: Beginning) => string>> = {
  quiet: ({ quietDays }) => filled(FIXED.quiet, { days: quietDays === 1 ? 'a day' : `${quietDays} days` }),
  weekly: () => FIXED.weekly,
  newMember: () => FIXED.newMember,
};

/** Nothing of what people wrote is part of it, so that nobody can have others told something. */
const beginningMessage = (task: Beginning, time: string): string =>
  [
    `${time} ${OCCASIONS[task.event](task)} ${FIXED.begin}`,
    task.hint === '' ? '' : `${FIXED.hint}\n${task.hint}`,
    FIXED.beginningRules,
  ]
    .filter(Boolean)
    .join('\n\n');
