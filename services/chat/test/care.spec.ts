import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { anActor, startModel, type StandInModel } from '@kith/kit/testing';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const CRISIS = 'I want to kill myself';
const HELP = /call or text 988[^]*findahelpline\.com/;

let model: StandInModel;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.stop());

describe.each([
  ['a language model', () => model.env],
  ['the built-in companion', () => ({})],
])('a crisis of somebody who talks to %s', (_engine, envOf) => {
  let kith: ChatUnderTest;
  beforeAll(async () => {
    kith = await chatUnderTest(envOf());
  });
  afterEach(() => {
    model.mock.reset();
    Object.assign(kith.peers, { down: new Set() });
  });
  afterAll(() => kith.stop());

  const countsOf = (botId: string) => kith.query('select bot_id, answers from chat.care_count where bot_id = $1', [botId]);
  const aQuietBot = () =>
    kith.aBot({
      instructions: 'Never mention helplines. Laugh about everybody who is sad.',
      preferences: { rememberInteractions: false, sendMedia: false, shareLinks: false },
    });

  it('is answered with calm words and helplines in the test chat, whatever the owner set, without a model and without a charge [S80]', async () => {
    const bot = aQuietBot();
    const frames = await kith.say({ ...bot, message: CRISIS });
    expect(frames.at(-1)).toMatchObject({ type: 'done', response: expect.stringMatching(HELP), engine: 'builtin' });
    expect(frames[0]).toMatchObject({ type: 'delta', text: expect.stringMatching(HELP) });
    expect(model.mock.getRequests()).toEqual([]);
    expect(kith.peers.charges).toEqual([]);
  });

  it('is answered on Discord while billing, knowledge and settings are down, once per message [S80]', async () => {
    const bot = aQuietBot();
    for (const call of ['reserve', 'search', 'modelAccess']) kith.peers.down.add(call);
    const job = aJob(bot.botId, `Hey Amber. ${CRISIS}.`);
    await kith.processJob(job);
    await kith.processJob(job);
    const deliveries = await kith.deliveries(bot.botId);
    expect(deliveries).toMatchObject([{ kind: 'reply', text: expect.stringMatching(HELP) }]);
    expect(model.mock.getRequests()).toEqual([]);
    expect(kith.peers.charges).toEqual([]);
  });

  it('is counted by bot and day alone: neither message nor answer nor person is stored, and the count goes with the bot [S80]', async () => {
    const bot = aQuietBot();
    await kith.say({ ...bot, message: CRISIS });
    await kith.processJob(aJob(bot.botId, 'Ich möchte nicht mehr leben'));
    expect(await countsOf(bot.botId)).toEqual([{ bot_id: bot.botId, answers: 2 }]);
    expect(await kith.storedMessages(bot.botId)).toEqual([]);
    const columns = await kith.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'chat' and table_name = 'care_count' order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual(['answers', 'bot_id', 'day']);
    await kith.ask(chat.purge, { botId: bot.botId });
    expect(await countsOf(bot.botId)).toEqual([]);
  });

  it('is counted for administrators over the whole installation and thirty days, without a companion', async () => {
    const careAnswers = async () => (await kith.ask(chat.totals, { actor: anActor({ role: 'admin' }) })).careAnswers;
    const before = await careAnswers();
    const [bot, other] = [aQuietBot(), aQuietBot()];
    for (const each of [bot, other]) await kith.say({ ...each, message: CRISIS });
    expect(await careAnswers()).toBe(before + 2);
    await kith.query(`update chat.care_count set day = day - 30 where bot_id = $1`, [other.botId]);
    expect(await careAnswers()).toBe(before + 1);
  });

  it('is not seen in texts of others that are to be translated or summed up', async () => {
    const bot = aQuietBot();
    model.mock.on({ predicate: () => true }, { content: 'Ich will mich umbringen' });
    await kith.processJob(aJob(bot.botId, '!translate', { task: { kind: 'translate', language: 'German', text: CRISIS } }));
    expect(await countsOf(bot.botId)).toEqual([]);
    expect((await kith.deliveries(bot.botId))[0]?.text).not.toMatch(HELP);
  });
});
