import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ProactiveMessage, runner } from '@kith/proto';
import { ProactiveMessages } from '../src/proactive/proactive-messages.service.js';
import { ProactiveBots } from './proactive-bots.js';

const TEXT = 'What are you playing?';
const ELSEWHERE = '123456789012345678';

let proactive: ProactiveBots;
beforeAll(async () => {
  proactive = await ProactiveBots.open();
});
afterAll(() => proactive.close());

/** It answers nobody: what Discord refuses to its answers is another problem. */
const weeklyIn = (channelId: string) => ({
  mentionOnly: true,
  proactiveMessages: [ProactiveMessage.parse({ channelId, text: TEXT, event: 'weekly' })],
});

/** A bot that says something each week in a channel in which a member wrote yesterday. */
async function aBot() {
  const on = proactive.harness.addBot();
  const { bot, botId } = on;
  await proactive.start(on, { settings: weeklyIn(bot.channelId) });
  proactive.write(on, 1);
  const actor = anActor({ userId: proactive.harness.bots.runnableOf(botId).ownerId });
  const problems = async () => (await proactive.harness.runtime.rpc.ask(runner.problems, { actor, botId })).problems;
  const work = (channelId = bot.channelId) => proactive.work(proactive.jobOf(on, { event: 'weekly', channelId }), true);
  return { bot, botId, problems, work };
}

const said = ({ channelId }: DiscordBot) =>
  proactive.harness.discord.messages(channelId).filter(({ content }) => content === TEXT);

describe('a bot that may not read who wrote last', () => {
  it('says nothing and tells its owner which permission it lacks; with the permission it speaks, and the problem ends', async () => {
    const { bot, problems, work } = await aBot();
    const denied = { id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] } as const;
    proactive.harness.discord.setOverwrites(bot.channelId, [denied]);
    await work();
    expect(said(bot)).toEqual([]);
    const place = { guildId: bot.guildId, channelId: bot.channelId, action: 'read-history' };
    expect(await problems()).toMatchObject([{ ...place, permission: 'Read Message History' }]);
    proactive.harness.discord.setOverwrites(bot.channelId, []);
    await work();
    expect(said(bot)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  it('is none where nobody ever wrote: its owner is told nothing', async () => {
    const { bot, botId, problems, work } = await aBot();
    const { id } = proactive.harness.discord.addChannel(bot, { name: 'new' });
    await proactive.change({ bot, botId }, { settings: weeklyIn(id) });
    await work(id);
    expect(await problems()).toEqual([]);
  });
});

describe('what an owner is told of a channel that the bot may not see', () => {
  const sweep = () => proactive.get(ProactiveMessages).sweep();

  /** The bot was refused by its channel. */
  async function aRefusedBot() {
    const on = await aBot();
    proactive.harness.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.guildId, of: 'role', deny: ['viewChannel'] }]);
    await on.work();
    expect(await on.problems()).toMatchObject([{ channelId: on.bot.channelId, permission: 'View Channel' }]);
    return on;
  }

  it('ends when the owner chooses another channel, also where that happened while no process ran', async () => {
    const [changed, known] = [await aRefusedBot(), await aRefusedBot()];
    await proactive.change(changed, { settings: weeklyIn(ELSEWHERE) });
    await sweep();
    expect(await changed.problems()).toEqual([]);
    expect(await known.problems()).toHaveLength(1);
    await proactive.change(known, { settings: weeklyIn(ELSEWHERE) });
    await sweep();
    expect(await known.problems()).toEqual([]);
  });

  it('ends when the channel is deleted', async () => {
    const { bot, problems, work } = await aRefusedBot();
    proactive.harness.discord.deleteChannel(bot.channelId);
    await waitFor('the answer about the channel', async () => {
      await work();
      return (await problems()).length === 0;
    });
  });
});
