import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ProactiveMessage, runner } from '@kith/proto';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { ProactiveMessages } from '../src/proactive/proactive-messages.service.js';
import { ProactiveWorker } from '../src/proactive/proactive.worker.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

const DAY = 86_400_000;
const TEXT = 'What are you playing?';
const ELSEWHERE = '123456789012345678';

let harness: RunnerHarness;
let service: RunningService;
let events = 0;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

/** It answers nobody: what Discord refuses to its answers is another problem. */
const weeklyIn = (channelId: string) => ({
  mentionOnly: true,
  proactiveMessages: [ProactiveMessage.parse({ channelId, text: TEXT, event: 'weekly' })],
});

/** A bot that says something each week in a channel in which a member wrote yesterday. */
async function aBot() {
  const { bot, botId } = harness.addBot();
  const settings = weeklyIn(bot.channelId);
  await harness.bots.change(botId, { settings, sendsProactiveMessages: true });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online', 15_000);
  harness.discord.sendMessage({ bot, content: 'hm', authorId: newMember(), sentAtMs: Date.now() - DAY });
  const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
  const problems = async () => (await harness.runtime.rpc.ask(runner.problems, { actor, botId })).problems;
  const work = () => {
    const job = { ownerId: actor.userId, botId, channelId: bot.channelId, event: 'weekly', guildId: null } as const;
    const attempt = { isLastAttempt: true, addedAtMs: Date.now() };
    return service.app.get(ProactiveWorker).work({ ...job, eventId: `weekly-${++events}` }, attempt);
  };
  return { bot, botId, problems, work };
}

const said = ({ channelId }: DiscordBot) => harness.discord.messages(channelId).filter(({ content }) => content === TEXT);

describe('a bot that may not read who wrote last', () => {
  it('says nothing and tells its owner which permission it lacks; with the permission it speaks, and the problem ends', async () => {
    const { bot, problems, work } = await aBot();
    const denied = { id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] } as const;
    harness.discord.setOverwrites(bot.channelId, [denied]);
    await work();
    expect(said(bot)).toEqual([]);
    const place = { guildId: bot.guildId, channelId: bot.channelId, action: 'read-history' };
    expect(await problems()).toMatchObject([{ ...place, permission: 'Read Message History' }]);
    harness.discord.setOverwrites(bot.channelId, []);
    await work();
    expect(said(bot)).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  it('is none where nobody ever wrote: its owner is told nothing', async () => {
    const { bot, botId, problems } = await aBot();
    const { ownerId } = harness.bots.runnableOf(botId);
    const channelId = harness.discord.addChannel(bot, { name: 'new' }).id;
    await change(botId, channelId);
    const job = { ownerId, botId, channelId, event: 'weekly', guildId: null, eventId: 'empty' } as const;
    await service.app.get(ProactiveWorker).work(job, { isLastAttempt: true, addedAtMs: Date.now() });
    expect(await problems()).toEqual([]);
  });
});

/** Resolves when the runner knows that the bot speaks in this channel instead. */
async function change(botId: string, channelId: string): Promise<void> {
  await harness.bots.change(botId, { settings: weeklyIn(channelId) });
  const { version } = harness.bots.runnableOf(botId);
  await waitFor('the change', () => service.app.get(DesiredBotsSource).bots.get(botId)?.version === version);
}

describe('what an owner is told of a channel that the bot may not see', () => {
  const sweep = () => service.app.get(ProactiveMessages).sweep();

  /** The bot was refused by its channel. */
  async function aRefusedBot() {
    const on = await aBot();
    harness.discord.setOverwrites(on.bot.channelId, [{ id: on.bot.guildId, of: 'role', deny: ['viewChannel'] }]);
    await on.work();
    expect(await on.problems()).toMatchObject([{ channelId: on.bot.channelId, permission: 'View Channel' }]);
    return on;
  }

  it('ends when the owner chooses another channel, also where that happened while no process ran', async () => {
    const [changed, known] = [await aRefusedBot(), await aRefusedBot()];
    await change(changed.botId, ELSEWHERE);
    await sweep();
    expect(await changed.problems()).toEqual([]);
    expect(await known.problems()).toHaveLength(1);
    await change(known.botId, ELSEWHERE);
    await sweep();
    expect(await known.problems()).toEqual([]);
  });

  it('ends when the channel is deleted', async () => {
    const { bot, problems, work } = await aRefusedBot();
    harness.discord.deleteChannel(bot.channelId);
    await waitFor('the answer about the channel', async () => {
      await work();
      return (await problems()).length === 0;
    });
  });
});
