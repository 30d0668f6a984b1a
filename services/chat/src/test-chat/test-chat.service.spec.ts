import { expect, it } from '@jest/globals';
import { TestChatService } from './test-chat.service.js';

it('a message reads the conversation after the epoch, so that no reply is written from messages that are deleted in between', async () => {
  const steps: string[] = [];
  const done = (step: string, result: unknown) => () => {
    steps.push(step);
    return Promise.resolve(result);
  };
  const epoch = async () => {
    await Promise.resolve();
    steps.push('epoch');
    return 0;
  };
  const free = () => Promise.resolve(() => undefined);
  const log = { epoch, readEnd: done('conversation', []), find: () => Promise.resolve(null) };
  const service = new TestChatService(
    { ask: done('bot', { persona: {}, prefix: '!', commands: [] }) } as never,
    { acquire: free } as never,
    { acquire: free } as never,
    log as never,
    { answer: () => [] } as never,
    { requireOwn: () => undefined, remove: () => Promise.resolve() } as never,
  );
  const actor = { userId: 'user', username: 'ann', plan: 'free' };
  const input = { actor, botId: 'bot', message: 'Hello', attachments: [], showPrompt: false };
  for await (const _frame of service.say(input as never, new AbortController().signal));
  expect(steps[0]).toBe('epoch');
  expect(steps.toSorted()).toEqual(['bot', 'conversation', 'epoch']);
});
