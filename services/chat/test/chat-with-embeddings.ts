import { startEmbeddings, startModel, type StandInEmbeddings, type StandInModel } from '@kith/kit/testing';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

export interface ChatWithEmbeddings {
  readonly model: StandInModel;
  readonly embeddings: StandInEmbeddings;
  readonly kith: ChatUnderTest;
  stop(): Promise<void>;
}

/** Chat with stand-ins of a language model and of an embeddings model, which takes the words of each of `meanings` for each other. */
export async function chatWithEmbeddings(
  meanings: readonly (readonly string[])[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ChatWithEmbeddings> {
  const [model, embeddings] = await Promise.all([startModel(), startEmbeddings(meanings)]);
  const kith = await chatUnderTest({
    ...model.env,
    EMBEDDINGS_MODEL: 'local:stand-in',
    LOCAL_LLM_BASE_URL: embeddings.baseUrl,
    LOCAL_LLM_MODEL: 'unused',
    ...environment,
  });
  const stop = async (): Promise<void> => {
    await kith.stop();
    await Promise.all([model.stop(), embeddings.stop()]);
  };
  return { model, embeddings, kith, stop };
}
