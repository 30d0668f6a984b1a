import { afterEach, describe, expect, it } from '@jest/globals';
import { AnswerSender, type SilentAnswers } from './answer-sender.js';

const ENTRY = '1-0';
/** A connection whose commands are never answered. */
const REDIS = { sendCommand: () => undefined } as never;

let answers: AnswerSender;

/** An answer that was sent without a reply, in front of a command that has had none yet. */
async function sendSilently(): Promise<SilentAnswers | undefined> {
  answers = new AnswerSender(REDIS, 'stream', 'replica');
  answers.maySendSilently = true;
  answers.unfinished.add(ENTRY);
  answers.hold();
  answers.sendLast(ENTRY, 'channel', 'message');
  await new Promise((resolve) => setImmediate(resolve));
  return answers.takeSilent();
}

/** What the second check from now on asks Redis about. */
function checked(): string[] {
  answers.takeUnchecked();
  return [...answers.takeUnchecked()];
}

describe('an answer that was sent without a reply', () => {
  afterEach(() => answers.close());

  it('is checked when Redis has replied to the command behind it', async () => {
    (await sendSilently())?.onReply();
    expect([answers.isUnchecked(ENTRY), answers.unfinished.has(ENTRY)]).toEqual([true, false]);
    expect(checked()).toEqual([ENTRY]);
  });

  it('is not taken for a refused one while it is sent again', async () => {
    (await sendSilently())?.onError();
    expect([answers.isUnchecked(ENTRY), answers.unfinished.has(ENTRY)]).toEqual([false, true]);
    expect(checked()).toEqual([]);
  });
});
