import { describe, expect, it, jest } from '@jest/globals';
import type { Keyring, Logger } from '@kith/kit';
import type { RunnableCommand } from '@kith/proto';
import { saying, type CommandCall } from './catalogue-command.js';
import type { CommandRunner } from './command-runner.js';
import { KeptAnswers } from './kept-answers.js';

const REF = { botId: 'bot', messageId: '1' };
const [COMMAND, CALL] = [{} as RunnableCommand, {} as CommandCall];

/** Kept answers, and how often the command ran. */
function underTest() {
  const stored = new Map<string, string>();
  const run = jest.fn(() => Promise.resolve(saying('ran')));
  const redis = {
    get: (key: string) => Promise.resolve(stored.get(key) ?? null),
    set: (key: string, value: string) => Promise.resolve(stored.set(key, value) && 'OK'),
    del: (key: string) => Promise.resolve(Number(stored.delete(key))),
  };
  const keyring = { encrypt: (text: string) => text, decrypt: (text: string) => text } as unknown as Keyring;
  const runner = { answer: run } as unknown as CommandRunner;
  const kept = new KeptAnswers(runner, keyring, redis as never, {} as Logger);
  return { kept, stored, run };
}

describe('an answer that Discord did not take', () => {
  it('is kept until it is dropped', async () => {
    const { kept, stored, run } = underTest();
    await kept.keep(REF, saying('ran before'));
    expect(await kept.answer(REF, COMMAND, CALL)).toEqual({ answer: saying('ran before'), isKept: true });
    expect(run).not.toHaveBeenCalled();
    await kept.drop(REF);
    expect(stored.size).toBe(0);
    expect(await kept.answer(REF, COMMAND, CALL)).toEqual({ answer: saying('ran'), isKept: false });
  });

  it('is not kept when it has more than 64 KB', async () => {
    const { kept, stored } = underTest();
    await kept.keep(REF, saying('ä'.repeat(33_000)));
    expect(stored.size).toBe(0);
  });
});
