import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics, type Config, type Logger } from '@kith/kit';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { AppError, chat, type Engine } from '@kith/proto';
import { ModerationEndpoint } from '../src/care/moderation-endpoint.js';
import { ReplyModeration } from '../src/care/reply-moderation.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const SEXUAL = { flagged: true, categories: { sexual: true } };
const WEAPON = { flagged: true, categories: { 'illicit/violent': true } };
const LONG = 'The tide is high at noon and low at six, as everybody on the pier knows. '.repeat(40);

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest({ ...model.env, OPENAI_MODERATION: 'on' });
});
afterEach(() => void model.mock.reset());
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const checks = () => model.mock.getRequests().filter(({ path }) => path.endsWith('/moderations'));
const answer = (text: string) => model.mock.onMessage('Hello', { content: text });
const outcomes = async () => {
  const metrics = kith.services.get('chat')?.app.get(Metrics, { strict: false });
  const { values } = (await metrics?.moderatedReplies.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.outcome} by ${labels.by}`, value]));
};
const refused = async (work: Promise<unknown>) =>
  AppError.from(await work.then(() => undefined).catch((error: unknown) => error));

describe('replies with a moderation endpoint', () => {
  it('are shown, and settled once, when nothing is wrong with them', async () => {
    answer(LONG);
    // Of what the member wrote nothing is sent.
    model.mock.onModerate(/Hello/, WEAPON);
    model.mock.onModerate(/.*/s, { flagged: false, categories: {} });
    const frames = await kith.say({ ...kith.aBot(), message: 'Hello' });
    expect(frames.at(-1)).toMatchObject({ type: 'done', response: LONG.trimEnd() });
    expect(checks().length).toBeGreaterThan(1);
  });

  it('are withheld from everybody when they could hurt, also from bots for adults, and cost nothing', async () => {
    answer('Mix the powder with the acid.');
    model.mock.onModerate(/powder/, WEAPON);
    for (const ageRating of ['everyone', 'adult'] as const) {
      const bot = kith.aBot({ ageRating });
      const before = kith.peers.charges.length;
      const error = await refused(kith.say({ ...bot, message: 'Hello' }));
      expect(error).toMatchObject({ code: 'PROMPT_REFUSED', message: expect.stringContaining('could have hurt somebody') });
      expect(kith.peers.charges.slice(before).map((charge) => charge.split(':')[0])).toEqual(['reserve', 'release']);
      expect(await kith.storedMessages(bot.botId)).toEqual([]);
    }
  });

  it('are withheld for what is sexual unless the bot is for adults, whose members get them', async () => {
    answer('They undressed each other slowly.');
    model.mock.onModerate(/undressed/, SEXUAL);
    const everyone = await refused(kith.say({ ...kith.aBot(), message: 'Hello' }));
    expect(everyone.message).toContain('not meant for people of all ages');
    const frames = await kith.say({ ...kith.aBot({ ageRating: 'adult' }), message: 'Hello' });
    expect(frames.at(-1)).toMatchObject({ response: 'They undressed each other slowly.' });
  });

  it('are withheld on Discord with a notice, and not asked for again', async () => {
    answer('They undressed each other slowly.');
    model.mock.onModerate(/undressed/, SEXUAL);
    const { botId } = kith.aBot();
    await expect(kith.processJob(aJob(botId, 'Hello'))).rejects.toMatchObject({ code: 'PROMPT_REFUSED' });
    const [delivery] = await kith.deliveries(botId);
    expect(JSON.stringify(delivery)).toContain('not meant for people of all ages');
    expect(JSON.stringify(delivery)).not.toContain('undressed');
    expect(delivery).toMatchObject({ noAnswer: 'unsuitable' });
  });

  it('show nothing of a part that is not checked yet', async () => {
    answer(`${LONG}They undressed.`);
    model.mock.onModerate(/undressed/, SEXUAL);
    model.mock.onModerate(/.*/s, { flagged: false, categories: {} });
    let shown = '';
    const read = async () => {
      for await (const frame of kith.runtime.rpc.stream(chat.say, { ...kith.aBot(), message: 'Hello' }))
        if (frame.type === 'delta') shown += frame.text;
    };
    expect((await refused(read())).code).toBe('PROMPT_REFUSED');
    expect(LONG.startsWith(shown)).toBe(true);
    expect(shown.length).toBeGreaterThan(200);
  });

  it('are refused by the rules whatever the endpoint says, which is counted', async () => {
    answer('You should just kill yourself.');
    const error = await refused(kith.say({ ...kith.aBot(), message: 'Hello' }));
    expect(error.message).toContain('could have hurt somebody');
    expect(await outcomes()).toMatchObject({ 'danger by rules': 1, 'danger by endpoint': 2, 'adult by endpoint': 3 });
  });
});

describe('the moderation of a reply', () => {
  const silent = { warn: () => undefined } as unknown as Logger;
  const settings = (fields: object) => ({ OPENAI_API_KEY: 'stand-in', OPENAI_MODERATION: 'on', ...fields }) as unknown as Config;
  async function pass(config: Config, engine: Engine = 'openai', ownEndpoint?: ModerationEndpoint) {
    const { signal } = new AbortController();
    const metrics = new Metrics();
    const persona = { id: 'bot', ageRating: 'everyone' as const };
    // oxlint-disable-next-line require-await -- pieces are read asynchronously
    const pieces = async function* () {
      yield* ['They ', 'undressed.'];
    };
    let shown = '';
    for await (const piece of new ReplyModeration(metrics, config, silent).passed(
      pieces(),
      { persona, engine: () => engine, ownEndpoint },
      signal,
    ))
      shown += piece;
    const { values } = await metrics.moderatedReplies.get();
    return { shown, outcomes: values.map(({ labels }) => labels.outcome) };
  }

  it('lets pass what it could not check while the endpoint is down, and counts it', async () => {
    expect(await pass(settings({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }))).toEqual({
      shown: 'They undressed.',
      outcomes: ['unchecked'],
    });
  });

  it('waits for an endpoint that hangs no longer than its time, and then asks it no more for a while', async () => {
    let asked = 0;
    const server = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = new ModerationEndpoint('x', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, 200);
    const signal = new AbortController().signal;
    for (let at = 0; at < 8; at += 1)
      await expect(endpoint.check('text', 'everyone', signal)).rejects.toMatchObject({ name: 'ModelFailure' });
    expect(asked).toBe(5);
    server.closeAllConnections();
    server.close();
  });

  it('sends nothing of replies of the own server, and asks only where the operator wants it', async () => {
    model.mock.onModerate(/undressed/, SEXUAL);
    const base = { OPENAI_BASE_URL: model.baseUrl };
    await expect(pass(settings(base))).rejects.toMatchObject({ reason: 'adult' });
    const asked = checks().length;
    for (const [config, engine] of [
      [settings(base), 'local'],
      [settings({ ...base, OPENAI_MODERATION: 'auto' }), 'openai'],
      [settings({ ...base, OPENAI_MODERATION: 'off' }), 'openai'],
      [settings({ ...base, OPENAI_API_KEY: undefined }), 'openai'],
    ] as const)
      expect((await pass(config, engine)).shown).toBe('They undressed.');
    expect(checks()).toHaveLength(asked);
  });

  it("asks with the owner's own key where that writes the reply and the operator has no endpoint, and nowhere else", async () => {
    model.mock.onModerate(/undressed/, SEXUAL);
    const own = () => new ModerationEndpoint('own', model.baseUrl);
    const none = { OPENAI_API_KEY: undefined, OPENAI_API_URL: 'https://api.openai.com/v1' };
    for (const OPENAI_MODERATION of ['on', 'auto'])
      await expect(pass(settings({ ...none, OPENAI_MODERATION }), 'openai', own())).rejects.toMatchObject({ reason: 'adult' });
    const asked = checks().length;
    for (const [config, engine] of [
      [settings({ ...none, OPENAI_MODERATION: 'off' }), 'openai'],
      [settings({ ...none, OPENAI_MODERATION: 'auto', OPENAI_API_URL: 'https://models.example/v1' }), 'openai'],
      [settings(none), 'local'],
    ] as const)
      expect((await pass(config, engine, own())).shown).toBe('They undressed.');
    expect(checks()).toHaveLength(asked);
    const unused = new ModerationEndpoint('own', 'http://127.0.0.1:9/v1');
    await expect(pass(settings({ OPENAI_BASE_URL: model.baseUrl }), 'openai', unused)).rejects.toMatchObject({ reason: 'adult' });
  });
});
