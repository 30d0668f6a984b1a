import { describe, expect, it } from '@jest/globals';
import { ReplyTurns, type ReplyStep } from './reply-turns.js';

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** What took its turn, in order. */
function startedBy(turns: ReplyTurns) {
  const started: string[] = [];
  const start = (name: string, step: ReplyStep): void => {
    void turns.of(step).then(() => started.push(name));
  };
  return { started, start };
}

describe('turns of replies that begin', () => {
  it('a reply that begins alone does not wait', async () => {
    const { started, start } = startedBy(new ReplyTurns());
    start('one', 'gathering');
    await Promise.resolve();
    await Promise.resolve();
    expect(started).toEqual(['one']);
  });

  it('one reply goes on in each turn of the event loop, so that what arrives for others is read in between', async () => {
    const { started, start } = startedBy(new ReplyTurns());
    for (const name of ['one', 'two', 'three']) start(name, 'gathering');
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await turnOfEventLoop();
      counts.push(started.length);
    }
    expect(counts.at(-1)).toBe(3);
    expect(counts.every((count, at) => at === 0 || count - (counts[at - 1] ?? 0) <= 1)).toBe(true);
    expect(started).toEqual(['one', 'two', 'three']);
  });

  it('a reply that is about to ask its model goes before those that only begin to gather', async () => {
    const { started, start } = startedBy(new ReplyTurns());
    start('first', 'gathering');
    start('begins', 'gathering');
    start('asks', 'asking');
    while (started.length < 3) await turnOfEventLoop();
    expect(started).toEqual(['first', 'asks', 'begins']);
  });

  it('a reply that has waited for long goes on although others are further', async () => {
    const turns = new ReplyTurns(10);
    const { started, start } = startedBy(turns);
    start('first', 'gathering');
    start('waits', 'gathering');
    const askedAgain = async (): Promise<void> => {
      await turns.of('asking');
      if (!started.includes('waits')) return askedAgain();
    };
    // Without an end of the wait these two would always be further.
    await Promise.race([Promise.all([askedAgain(), askedAgain()]), new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    expect(started).toContain('waits');
  });
});
