import { expect, it } from '@jest/globals';
import { TestChatService } from './test-chat.service.js';

it.each([
  { isJustWiped: false, asked: ['bot', 'beginning'] },
  { isJustWiped: true, asked: ['bot', 'beginning', 'bot'] },
])(
  'the bot of a message is asked for while its conversation is read, and again where it was just wiped ($isJustWiped)',
  async ({ isJustWiped, asked }) => {
    const steps: string[] = [];
    const done = (step: string, result: unknown) => () => {
      steps.push(step);
      return Promise.resolve(result);
    };
    const begin = async () => {
      await Promise.resolve();
      steps.push('beginning');
      return { epoch: 0, isJustWiped, hasPinnedAnswers: false, isStored: false, known: [], rows: [] };
    };
    const free = () => Promise.resolve(() => undefined);
    const lock = { isFirst: true, release: () => Promise.resolve() };
    const log = { begin, find: () => Promise.resolve(null) };
    const service = new TestChatService(
      { ask: done('bot', { persona: { name: 'Juniper' }, prefix: '!', commands: [] }) } as never,
      { acquire: free } as never,
      { acquire: () => Promise.resolve(lock) } as never,
      log as never,
      { answer: () => [] } as never,
      { requireOwn: () => undefined, remove: () => Promise.resolve() } as never,
    );
    const actor = { userId: 'user', username: 'ann', plan: 'free' };
    const input = { actor, botId: 'bot', message: 'Hello', attachments: [], showPrompt: false };
    for await (const _frame of service.say(input as never, new AbortController().signal));
    expect(steps).toEqual(asked);
  },
);
