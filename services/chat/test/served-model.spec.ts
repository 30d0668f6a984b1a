import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { answerAsOllama, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  // A name that says nothing of what it can do.
  const harbour = {
    name: 'harbour:latest',
    capabilities: ['completion', 'tools', 'vision'],
    contextLength: 131_072,
    window: 16_384,
  };
  answerAsOllama(model, [harbour]);
  kith = await chatUnderTest({ LOCAL_LLM_BASE_URL: model.baseUrl, LOCAL_LLM_MODEL: 'harbour' });
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

describe('the model of a server like Ollama', () => {
  it('is shown to everybody as it runs: with the window that the server gives it, seeing pictures and using tools', async () => {
    const models = await waitFor('what the server says', async () => {
      const listed = await kith.ask(chat.models, {});
      return listed.models.every(({ contextWindow }) => contextWindow === 16_384) ? listed.models : undefined;
    });
    for (const entry of models)
      expect(entry).toMatchObject({
        provider: 'local',
        model: 'harbour',
        seesPictures: true,
        usesTools: true,
        reasoningTokens: 0,
      });
  });
});
