import { startModel, type StandInModel } from '@kith/kit/testing';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** A chat service that asks a stand-in model, and one without a model. */
export interface ChatsWithModel {
  readonly model: StandInModel;
  readonly kith: ChatUnderTest;
  readonly withoutModel: ChatUnderTest;
  readonly stop: () => Promise<void>;
}

export async function chatsWithModel(): Promise<ChatsWithModel> {
  const model = await startModel();
  const [kith, withoutModel] = await Promise.all([chatUnderTest(model.env), chatUnderTest()]);
  const stop = async (): Promise<void> => {
    await Promise.all([kith.stop(), withoutModel.stop()]);
    await model.stop();
  };
  return { model, kith, withoutModel, stop };
}
