import { randomUUID } from 'node:crypto';
import { asActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { DataSource, type Repository } from 'typeorm';
import { ImageEntity } from '../src/images/image.entity.js';
import { MessageEntity } from '../src/messages/message.entity.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

describe('a query that forgets the condition on the owner', () => {
  let kith: ChatUnderTest;
  let messages: Repository<MessageEntity>;
  let images: Repository<ImageEntity>;
  let anne: ReturnType<ChatUnderTest['aBot']>;
  let ben: ReturnType<ChatUnderTest['aBot']>;

  beforeAll(async () => {
    kith = await chatUnderTest();
    const database = kith.services.get('chat')?.app.get(DataSource);
    if (!database) throw new Error('chat has no database');
    [messages, images] = [database.getRepository(MessageEntity), database.getRepository(ImageEntity)];
    [anne, ben] = [kith.aBot(), kith.aBot()];
    for (const { actor, botId } of [anne, ben]) {
      await kith.say({ actor, botId, message: 'Hello' });
      const image = { botId, ownerId: actor.userId, epoch: 0, key: randomUUID(), mediaType: 'image/png' as const, bytes: 1 };
      await images.insert(image);
    }
  });
  afterAll(() => kith.stop());

  it('finds, changes and deletes no message of another user [S30]', async () => {
    expect(await messages.find()).toHaveLength(2);
    const { userId } = anne.actor;
    expect((await asActor(userId, () => messages.find())).map(({ ownerId }) => ownerId)).toEqual([userId]);
    const foreign = { botId: ben.botId };
    expect(await asActor(userId, () => messages.find({ where: foreign }))).toEqual([]);
    expect(await asActor(userId, () => messages.update(foreign, { reply: 'changed' }))).toMatchObject({ affected: 0 });
    expect(await asActor(userId, () => messages.delete(foreign))).toMatchObject({ affected: 0 });
    expect(await messages.find()).toHaveLength(2);
  });

  it('finds and deletes no image of another user [S30]', async () => {
    const { userId } = anne.actor;
    expect((await asActor(userId, () => images.find())).map(({ ownerId }) => ownerId)).toEqual([userId]);
    expect(await asActor(userId, () => images.delete({ botId: ben.botId }))).toMatchObject({ affected: 0 });
    expect(await images.find()).toHaveLength(2);
  });

  it('cannot write a message in the name of another user [S30]', async () => {
    const [own] = await asActor(anne.actor.userId, () => messages.find());
    if (!own) throw new Error('the message was not stored');
    const forged = { ...own, id: randomUUID(), requestId: randomUUID(), ownerId: ben.actor.userId };
    await expect(asActor(anne.actor.userId, () => messages.insert(forged))).rejects.toThrow('row-level security');
  });

  it('does not change what an owner sees in calls', async () => {
    expect(await kith.ask(chat.analytics, anne)).toMatchObject({ totalMessages: 1 });
  });
});
