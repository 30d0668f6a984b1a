import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat, isGeneratedImagePath, type Actor, type ReplyFrame } from '@kith/proto';
import { anActor, ownerDatabase, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { database } from '../src/database.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.isDenied = false;
  kith.peers.down.clear();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

interface Bot {
  readonly actor: Actor;
  readonly botId: string;
}

const drawing = (content: Buffer = PNG) => model.mock.onImage(/./, { image: { b64Json: content.toString('base64') } });
const draw = (bot: Bot, requestId?: string) =>
  kith.say({ ...bot, message: '/generate image a lighthouse', ...(requestId && { requestId }) });
const done = (frames: readonly ReplyFrame[]) => {
  const last = frames.at(-1);
  if (last?.type !== 'done') throw new Error('no reply');
  return last;
};
const pathIn = (response: string) => /^!\[Generated Image\]\((.+)\)$/.exec(response)?.[1] ?? '';
const idIn = (response: string) => pathIn(response).split('/').at(-1) ?? '';
const aPictureOf = async (bot: Bot) => idIn(done(await draw(bot)).response);
const chargesOf = (botId: string, charges = kith.peers.charges) =>
  charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const rows = (botId: string) => kith.query<{ key: string }>('select key from chat.image where bot_id = $1', [botId]);
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];

describe('/generate image', () => {
  it('generates an image, stores its bytes under the owner, answers our own address, and counts as one message', async () => {
    drawing();
    const bot = kith.aBot();
    const frames = await draw(bot);
    const { response, engine, truncated } = done(frames);
    expect([isGeneratedImagePath(pathIn(response)), engine, truncated]).toEqual([true, 'openai', false]);
    expect(frames[0]).toEqual({ type: 'delta', text: response });
    expect(pathIn(response)).toContain(`/api/bots/${bot.botId}/images/`);
    const image = await kith.ask(chat.image, { ...bot, imageId: idIn(response) });
    expect(image).toMatchObject({ mediaType: 'image/png', bytes: PNG.length });
    expect(image.key.startsWith(`${bot.actor.userId}/`)).toBe(true);
    expect((await buffer(await kith.runtime.files.get(image.key))).equals(PNG)).toBe(true);
    expect([chargesOf(bot.botId), await countOf(bot.botId)]).toEqual([['reserve', 'settle'], 1]);
    expect(model.mock.getRequests()[0]?.body).toMatchObject({
      model: 'gpt-image-2.5-flare',
      messages: [{ content: 'a lighthouse' }],
    });
  });

  it('generates one image for a message that is sent repeatedly', async () => {
    drawing();
    const bot = kith.aBot();
    const requestId = randomUUID();
    const [first, second] = await Promise.all([draw(bot, requestId), draw(bot, requestId)]);
    expect(done(second).response).toBe(done(first).response);
    expect([(await rows(bot.botId)).length, model.mock.getRequests().length]).toEqual([1, 1]);
  });

  it.each(['/generate image', '/generate image   '])(
    'without a description (%j) explains the usage, and is not charged',
    async (message) => {
      const bot = kith.aBot();
      expect(done(await kith.say({ ...bot, message })).response).toContain('Tell me what to draw');
      expect([chargesOf(bot.botId), await countOf(bot.botId), model.mock.getRequests().length]).toEqual([[], 0, 0]);
    },
  );

  it('is refused without charge for a bot that may not send media', async () => {
    const bot = kith.aBot({ preferences: { sendMedia: false } });
    expect(done(await draw(bot)).response).toContain('switched off');
    expect([chargesOf(bot.botId), model.mock.getRequests().length]).toEqual([[], 0]);
  });

  it('on Discord is posted as a file and charged; where pictures are switched off the reply says so and is free', async () => {
    drawing();
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, '/generate image a lighthouse'));
    const [{ key } = { key: '' }] = await rows(botId);
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text: '', pictures: [{ key, name: 'picture-1.png' }] }]);
    expect(chargesOf(botId)).toEqual(['reserve']);
    const off = kith.aBot({ preferences: { sendMedia: false } });
    await kith.processJob(aJob(off.botId, '/generate image a lighthouse'));
    expect((await kith.deliveries(off.botId))[0]?.text).toContain('Pictures are switched off for me');
    expect([chargesOf(off.botId), await rows(off.botId)]).toEqual([[], []]);
  });

  it('is said to be possible for runners where a description would be drawn by a bot of this owner that may send pictures', async () => {
    const canDraw = async ({ botId }: Bot) => (await kith.ask(chat.canDraw, { botId })).canDraw;
    expect(await canDraw(kith.aBot())).toBe(true);
    expect(await canDraw(kith.aBot({ preferences: { sendMedia: false } }))).toBe(true);
    await expect(kith.ask(chat.canDraw, { botId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const bot = kith.aBot();
    kith.peers.down.add('modelAccess');
    await expect(canDraw(bot)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('at the daily limit calls no model', async () => {
    drawing();
    kith.peers.isDenied = true;
    await expect(draw(kith.aBot())).rejects.toMatchObject({ code: 'DAILY_LIMIT' });
    expect(model.mock.getRequests()).toEqual([]);
  });

  it('leaves neither file nor charge when the image row cannot be stored', async () => {
    drawing();
    const bot = kith.aBot();
    const owner = await ownerDatabase(kith, database);
    await owner.query('alter table chat.image rename to image_away');
    await expect(draw(bot)).rejects.toBeDefined();
    await owner.query('alter table chat.image_away rename to image');
    await owner.destroy();
    const left: string[] = [];
    for await (const key of kith.runtime.files.olderThan(-60_000)) left.push(key);
    expect(left.filter((key) => key.startsWith(bot.actor.userId))).toEqual([]);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
  });
});

describe('a failure of the image model', () => {
  it.each([
    ['refuses', 400, 'PROMPT_REFUSED', /refused to draw/],
    ['is busy', 429, 'MODEL_UNAVAILABLE', /does not answer right now/],
    ['is down', 500, 'MODEL_UNAVAILABLE', /does not answer right now/],
    ['does not exist', 404, 'NOT_CONFIGURED', /No image model is configured on this instance/],
  ])('(the model %s) releases the charge and is explained to the user', async (_what, status, code, message) => {
    model.mock.on(
      { predicate: () => true, endpoint: 'image' },
      { error: { message: 'no, and the key is stand-in' }, status, retryAfter: 0 },
    );
    const bot = kith.aBot();
    await expect(draw(bot)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect([chargesOf(bot.botId), await rows(bot.botId)]).toEqual([['reserve', 'release'], []]);
  });

  it.each([
    ['a web page', Buffer.from('<html onload=alert(1)>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ])('(the model sends %s) stores nothing [S44]', async (_what, content) => {
    drawing(content);
    const bot = kith.aBot();
    await expect(draw(bot)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect([chargesOf(bot.botId), await rows(bot.botId)]).toEqual([['reserve', 'release'], []]);
  });

  it('(the model answers a URL) does not lead to a request to that URL', async () => {
    model.mock.onImage(/./, { image: { url: 'http://127.0.0.1:9/secret.png' } });
    await expect(draw(kith.aBot())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});

describe('a generated image', () => {
  it('is served only to the owner of its bot, and only under that bot [S29, S30]', async () => {
    drawing();
    const bot = kith.aBot();
    const imageId = await aPictureOf(bot);
    const other = kith.aBot({ ownerId: bot.actor.userId });
    for (const asked of [
      { ...bot, actor: anActor(), imageId },
      { actor: bot.actor, botId: other.botId, imageId },
      { ...bot, imageId: randomUUID() },
    ])
      await expect(kith.ask(chat.image, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(chat.image, { ...bot, imageId: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is not deleted by the sweep of orphaned files', async () => {
    drawing();
    const bot = kith.aBot();
    await aPictureOf(bot);
    const [row] = await rows(bot.botId);
    const orphan = `${bot.actor.userId}/${randomUUID()}`;
    expect(await kith.ask(chat.keptFiles, { keys: [orphan, row?.key ?? ''] })).toEqual({ keys: [row?.key] });
  });

  it('is deleted with the deletion or reset of its bot; images of other bots are kept', async () => {
    drawing();
    const [bot, other] = [kith.aBot(), kith.aBot()];
    const [imageId, otherId] = [await aPictureOf(bot), await aPictureOf(other)];
    const [row] = await rows(bot.botId);
    for (let time = 0; time < 2; time += 1) await kith.ask(chat.purge, { botId: bot.botId });
    expect([await rows(bot.botId), await kith.hasFile(row?.key ?? '')]).toEqual([[], false]);
    await expect(kith.ask(chat.image, { ...bot, imageId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { key } = await kith.ask(chat.image, { ...other, imageId: otherId });
    expect(await kith.hasFile(key)).toBe(true);
    // A bot that was reset can generate images again.
    expect(await aPictureOf(bot)).not.toBe('');
  });

  it('that is generated while its bot is wiped is neither stored nor charged', async () => {
    drawing();
    const bot = kith.aBot();
    kith.peers.whileReserving = () => kith.ask(chat.purge, { botId: bot.botId });
    await expect(draw(bot)).rejects.toMatchObject({ code: 'CANCELLED' });
    kith.peers.whileReserving = () => Promise.resolve();
    expect([await rows(bot.botId), chargesOf(bot.botId)]).toEqual([[], ['reserve', 'release']]);
  });

  it('is deleted when the owner has two hundred newer ones', async () => {
    drawing();
    const bot = kith.aBot();
    const imageId = await aPictureOf(bot);
    const [first] = await rows(bot.botId);
    await kith.query(
      `insert into chat.image (bot_id, owner_id, epoch, key, media_type, bytes, created_at)
       select $1::uuid, $2::uuid, 0, $2::text || '/' || gen_random_uuid(), 'image/png', 1, now() + n * interval '1 second' from generate_series(1, 199) n`,
      [bot.botId, bot.actor.userId],
    );
    await aPictureOf(bot);
    await expect(kith.ask(chat.image, { ...bot, imageId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await waitFor('the end of its file', async () => !(await kith.hasFile(first?.key ?? '')));
    expect((await rows(bot.botId)).length).toBe(200);
  });
});

describe('/generate image without a language model', () => {
  let plain: ChatUnderTest;
  beforeAll(async () => {
    plain = await chatUnderTest();
  });
  afterAll(() => plain.stop());

  it('answers for free that no image model is configured', async () => {
    const bot = plain.aBot();
    const frames = await plain.say({ ...bot, message: '/generate image a lighthouse' });
    expect(done(frames)).toMatchObject({ engine: 'builtin', truncated: false });
    expect(done(frames).response).toMatch(/^No image model is configured on this instance/);
    expect(chargesOf(bot.botId, plain.peers.charges)).toEqual([]);
    expect(await plain.query('select 1 from chat.image')).toEqual([]);
  });
});
