import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StandInModel } from '@kith/kit/testing';
import { quality } from '@kith/proto';
import type { ChatUnderTest } from './chat-under-test.js';
import { chatsWithModel } from './chats-with-model.js';

let model: StandInModel;
let kith: ChatUnderTest;
let withoutModel: ChatUnderTest;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ model, kith, withoutModel, stop } = await chatsWithModel());
});
afterAll(() => stop());

describe('small talk in a language that the built-in companion does not speak', () => {
  it('does not come into the inbox where the search takes it for small talk, with and without a language model', async () => {
    model.mock.on({ predicate: () => true }, { content: 'Prima!' });
    for (const chat of [kith, withoutModel]) {
      const bot = chat.aBot();
      for (const [message, isSmallTalk] of [
        ['Vind je mij aardig?', true],
        ['Wanneer opent de winkel?', false],
      ] as const) {
        chat.peers.isSmallTalk = isSmallTalk;
        await chat.say({ ...bot, message, requestId: randomUUID() });
      }
      const { questions } = await chat.ask(quality.inbox, bot);
      expect(questions.map(({ question }) => question)).toEqual(['Wanneer opent de winkel?']);
    }
  });
});
