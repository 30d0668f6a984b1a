import type { StandInModel } from '@kith/kit/testing';
import { describe, expect, it } from '@jest/globals';
import { PLAN_CATALOGUE, PLANS, type Plan } from '@kith/proto';
import { aJob, type ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);

describe("what the owner's plan gives to replies", () => {
  let model: StandInModel;
  let kith: ChatUnderTest;
  chatWithModel((started) => ({ model, kith } = started));

  const answering = () => model.mock.on({ predicate: () => true }, { content: 'Fine.' });
  const lastBody = () => model.mock.getRequests().at(-1)?.body as Body | undefined;
  const chargesOf = (botId: string) => kith.peers.charges.filter((charge) => charge.includes(botId));
  const changePlan = (botId: string, ownerPlan: Plan) => {
    const persona = kith.peers.personas.get(botId);
    if (persona) kith.peers.personas.set(botId, { ...persona, ownerPlan });
  };

  it.each([
    ['free', 'gpt-6-luna'],
    ['basic', 'gpt-4o'],
    ['premium', 'gpt-6.1-sol'],
  ] as const)(
    'a bot with the latest model runs on the %s plan with %s, in the test chat and on Discord',
    async (plan, expected) => {
      answering();
      const bot = kith.aBot({ model: 'latest', ownerPlan: plan });
      await kith.say({ ...bot, message: 'Hello' });
      expect(lastBody()?.model).toBe(expected);
      await kith.processJob(aJob(bot.botId, 'Hello again'));
      expect(model.mock.getRequests().map(({ body }) => (body as Body).model)).toEqual([expected, expected]);
    },
  );

  it('after a downgrade a bot runs the best model of the lower plan, and after the next upgrade its own again', async () => {
    answering();
    const bot = kith.aBot({ model: 'latest', ownerPlan: 'premium' });
    const used: (string | undefined)[] = [];
    for (const plan of ['premium', 'basic', 'free', 'premium'] as const) {
      changePlan(bot.botId, plan);
      await kith.say({ ...bot, message: `Hello on ${plan}` });
      used.push(lastBody()?.model);
    }
    expect(used).toEqual(['gpt-6.1-sol', 'gpt-4o', 'gpt-6-luna', 'gpt-6.1-sol']);
  });

  it.each(PLANS)('extended memory holds as much of a conversation as the %s plan has, and little more', async (plan) => {
    const bot = kith.aBot({ ownerPlan: plan, preferences: { contextRetention: 'extended' } });
    // The journal of the stand-in keeps only the beginning of long requests.
    let messages: readonly { readonly role: string; readonly content: unknown }[] = [];
    // Replies of a thousand tokens each.
    model.mock.on({ predicate: () => true }, (request) => {
      messages = request.messages;
      return { content: 'word '.repeat(1000) };
    });
    for (let number = 1; number <= 24; number += 1) await kith.say({ ...bot, message: `Question ${number}` });
    await kith.say({ ...bot, message: 'And now?' });
    const remembered = messages.filter(({ role, content }) => role === 'user' && String(content).includes('> Question '));
    const thousands = PLAN_CATALOGUE[plan].maxHistoryTokens / 1000;
    expect(remembered.length).toBeGreaterThanOrEqual(thousands - 1);
    expect(remembered.length).toBeLessThanOrEqual(thousands * 1.25);
    expect(remembered.at(-1)?.content).toBe('The user wrote:\n> Question 24');
  });

  it('files are refused on the free plan before anything is charged or read, and deleted [S34]', async () => {
    answering();
    const bot = kith.aBot({ ownerPlan: 'free' });
    const file = await kith.aFile(bot.actor.userId, 'plan.txt', 'The ferry leaves at nine.');
    await expect(kith.say({ ...bot, message: 'When?', attachments: [file] })).rejects.toMatchObject({
      code: 'UPGRADE_REQUIRED',
      message: 'Files in the chat need the Standard plan. Nothing was charged.',
    });
    expect([chargesOf(bot.botId), model.mock.getRequests().length, kith.peers.filesRead]).toEqual([[], 0, []]);
    expect(await kith.hasFile(file.key)).toBe(false);
  });

  it.each(['basic', 'premium'] as const)('files are read on the %s plan', async (ownerPlan) => {
    answering();
    const bot = kith.aBot({ ownerPlan });
    const file = await kith.aFile(bot.actor.userId, 'plan.txt', 'The ferry leaves at nine.');
    await kith.say({ ...bot, message: 'When?', attachments: [file] });
    expect(lastBody()?.messages.at(-1)?.content).toContain('The ferry leaves at nine.');
  });

  it.each(['free', 'basic'] as const)(
    'no picture is drawn on the %s plan: the reply says why and costs nothing',
    async (ownerPlan) => {
      const bot = kith.aBot({ ownerPlan });
      const frames = await kith.say({ ...bot, message: '/generate image a lighthouse' });
      expect(frames.at(-1)).toMatchObject({ response: 'Drawing pictures needs the Premium plan of my owner.' });
      expect([chargesOf(bot.botId), model.mock.getRequests().length]).toEqual([[], 0]);
    },
  );

  it('a picture is drawn on the premium plan', async () => {
    model.mock.onImage(/./, { image: { b64Json: PNG.toString('base64') } });
    const bot = kith.aBot({ ownerPlan: 'premium' });
    const frames = await kith.say({ ...bot, message: '/generate image a lighthouse' });
    expect(frames.at(-1)).toMatchObject({ response: expect.stringContaining('![Generated Image](/api/bots/') });
  });
});
