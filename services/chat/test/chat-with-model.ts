import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

interface ChatWithModel {
  readonly kith: ChatUnderTest;
  readonly model: StandInModel;
}

/** Starts chat with a stand-in model before the tests of a file or a group, and stops both after them. What the model is told ends with each test. */
export function chatWithModel(onStarted: (started: ChatWithModel) => void): void {
  let started: ChatWithModel;
  beforeAll(async () => {
    const model = await startModel();
    started = { model, kith: await chatUnderTest(model.env) };
    onStarted(started);
  });
  afterEach(() => void started.model.mock.reset());
  afterAll(async () => {
    await started.kith.stop();
    await started.model.stop();
  });
}
