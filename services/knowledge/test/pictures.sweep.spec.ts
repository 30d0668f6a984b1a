import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, knowledge } from '@kith/proto';
import { Extractor } from '../src/extraction/extractor.js';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';
import { aGif, aPng } from './sample-files.js';
import { aNotice, grayPng } from './sample-pictures.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const NOTICE = aNotice('MILK TEA AT THE HOTEL', 'NO HAM IN THE KITTEN MEAL');
const EMPTY = 'No text in Latin, Japanese or Chinese letters was found in this picture. It is found by its title and tags.';

describe('a knowledge item with a picture', () => {
  it('is found by the text in the picture, and says that it was read', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'notice.png', NOTICE, { title: 'Wall', tags: ['harbour'] });
    const item = await kith.settled(owner, id);
    expect(item).toMatchObject({ type: 'image', status: 'ready', statusReason: 'The text in this picture was read.' });
    expect(item.content).toMatch(/MILK TEA AT THE HOTEL/);
    expect((await kith.search(owner, 'milk tea hotel')).passages).toMatchObject([{ itemId: id }]);
    expect((await kith.search(owner, 'harbour')).passages).toMatchObject([{ itemId: id }]);
  });

  it('is found by the Chinese or Japanese characters in the picture', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'sign.png', aNotice('日本山田', '中山日本'));
    expect((await kith.settled(owner, id)).content).toBe('日本山田\n中山日本');
    expect((await kith.search(owner, '日本山田はどこですか')).passages).toMatchObject([{ itemId: id }]);
  });

  it('is found by what a language model says that it shows, beside its text, and says which model that was', async () => {
    const owner = kith.anOwner();
    const described = async (title: string, picture: Buffer) => {
      kith.descriptions.set(title, { isDescribed: true, text: 'A heron stands on a red pier.', by: 'GPT-4o' });
      return kith.settled(owner, (await kith.upload(owner, 'photo.png', picture, { title })).id);
    };
    const notice = await described('Wall', NOTICE);
    expect(notice.statusReason).toBe('The text in this picture was read. GPT-4o described what it shows.');
    expect(notice.content).toMatch(/^A heron stands on a red pier\.\n\n[^]*MILK TEA/);
    const large = await described('Large', aPng(5000, 5000));
    expect(large.statusReason).toMatch(/too many to read its text\. GPT-4o described what it shows\.$/);
    expect((await kith.search(owner, 'heron on the pier')).passages.map(({ title }) => title).toSorted()).toEqual([
      'Large',
      'Wall',
    ]);
  });

  it.each([
    ['is too large', { isDescribed: false, why: 'tooLarge' }, /larger than 3\.5 MB\. .* upload a smaller copy\./],
    ['is one too many of a day', { isDescribed: false, why: 'dailyLimit' }, /at most 20 .* upload it again a day later\./],
    ['is refused by the model', { isDescribed: false, why: 'refused' }, /did not describe what it shows\./],
    ['is for a model that fails', 'MODEL_UNAVAILABLE', /did not answer\. .* upload it again later\./],
    ['is for a key that does not work', 'OWN_KEY_FAILED', /your own API key did not work\./],
  ] as const)(
    'is ready without a description where it %s, says so and stays as it is when it is saved',
    async (_what, answer, why) => {
      const owner = kith.anOwner();
      kith.descriptions.set('Photo', answer);
      // Whose text is not recognized, which would take its time.
      const { id } = await kith.upload(owner, 'photo.png', aPng(5000, 5000), { title: 'Photo' });
      const { status, statusReason } = await kith.settled(owner, id);
      expect(status).toBe('ready');
      expect(statusReason).toMatch(why);
      expect(statusReason).toMatch(/ It is found by its title and tags\.$/);
      kith.descriptions.set('Photo', { isDescribed: true, text: 'A heron.', by: 'GPT-4o' });
      await kith.ask(knowledge.update, { ...owner, itemId: id, title: 'Photo', tags: ['pier'] });
      expect(await kith.settled(owner, id)).toMatchObject({ status: 'ready', statusReason, content: '' });
    },
  );

  it('is not read again when its title changes, and keeps its text', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.upload(owner, 'notice.png', NOTICE);
    const { content } = await kith.settled(owner, itemId);
    const changed = await kith.ask(knowledge.update, { ...owner, itemId, title: 'Renamed' });
    expect(changed).toMatchObject({
      title: 'Renamed',
      status: 'ready',
      content,
      statusReason: 'The text in this picture was read.',
    });
  });

  it.each([
    ['without text', grayPng(300, 200, (x, y) => (x + y) % 256), EMPTY],
    ['too small for text', aPng(), EMPTY],
    [
      'of a kind whose text is not recognized',
      aGif(200, 100),
      'The text in this picture could not be read. It is found by its title and tags.',
    ],
    [
      'of 25 million pixels, which is not decoded',
      aPng(5000, 5000),
      'This picture has more than 20 million pixels, too many to read its text. It is found by its title and tags.',
    ],
    ['that is damaged', aPng(400, 400), 'The text in this picture could not be read. It is found by its title and tags.'],
  ])('is ready and found by its title when it is a picture %s [S45]', async (_what, picture, statusReason) => {
    const owner = kith.anOwner();
    const { id } = await kith.upload(owner, 'photo', picture, { title: 'Our lighthouse' });
    expect(await kith.settled(owner, id)).toMatchObject({ status: 'ready', statusReason, content: '' });
    expect((await kith.search(owner, 'lighthouse')).passages).toMatchObject([{ itemId: id }]);
  });
});

describe('the picture of a message', () => {
  const read = async (content: Buffer, owner = kith.anOwner(), name = 'a.png') => {
    const file = { ...(await kith.put(owner, content)), name };
    return kith.ask(knowledge.readPicture, { userId: owner.actor.userId, plan: 'free', file });
  };

  it('is no text of itself, and the text in it is recognized for who asks for it', async () => {
    const owner = kith.anOwner();
    const file = { ...(await kith.put(owner, NOTICE)), name: 'a.png' };
    const input = { userId: owner.actor.userId, plan: 'free', file } as const;
    expect(await kith.ask(knowledge.readAttachment, input)).toEqual({ text: null, mediaType: 'image/png' });
    expect((await kith.ask(knowledge.readPicture, input)).text).toMatch(/MILK TEA AT THE HOTEL/);
    await expect(kith.ask(knowledge.readPicture, { ...input, userId: kith.anOwner().actor.userId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it.each([
    ['without text', grayPng(300, 200, (x, y) => (x + y) % 256)],
    ['of a few pixels', aPng(8, 8)],
  ])('%s has none', async (_what, picture) => {
    expect(await read(picture)).toEqual({ text: null });
  });

  it.each([
    ['of 400 million pixels', aPng(20_000, 20_000)],
    ['that is damaged', aPng(400, 400)],
    ['that is a text', Buffer.from('MILK TEA')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s is refused [S45]', async (_what, picture) => {
    await expect(read(picture)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  });

  it('is read one at a time of a user, so that neither the pictures nor the uploads of others wait for theirs [S45]', async () => {
    const [eager, other] = [kith.anOwner(), kith.anOwner()];
    const all = Promise.allSettled(Array.from({ length: 8 }, () => read(NOTICE, eager)));
    const { id } = await kith.upload(other, 'notice.png', NOTICE, { title: 'Wall' });
    let isAllRead = false;
    void all.then(() => (isAllRead = true));
    expect((await read(NOTICE, other)).text).toMatch(/MILK TEA/);
    expect(await kith.settled(other, id)).toMatchObject({ status: 'ready' });
    expect(isAllRead).toBe(false);
    const codes = (await all).flatMap((one) => (one.status === 'rejected' ? [(one.reason as AppError).code] : []));
    // One is read and four wait.
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(2);
    expect(codes.filter((code) => code !== 'RATE_LIMITED' && code !== 'OVERLOADED')).toEqual([]);
  }, 60_000);
});

describe('recognizing text', () => {
  it.each([
    ['time', { timeoutMs: 300, memoryMb: 600, heapMb: 256 }, 'too long'],
    ['memory', { timeoutMs: 30_000, memoryMb: 60, heapMb: 256 }, 'too complex'],
  ])('is ended when it takes too much %s [S45]', async (_what, limits, words) => {
    const extractor = new Extractor(limits, limits);
    await expect(extractor.extract({ key: 'user' }, { bytes: NOTICE, format: 'picture' }, 1000)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: expect.stringContaining(words),
    });
  });
});
