import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Events, JobOutOfOrder, type RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { events } from '@kith/proto';
import { DeliveriesService } from '../src/deliveries/deliveries.service.js';
import { OutstandingMessages } from '../src/messages/outstanding-messages.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

let members = 0;
const say = (bot: DiscordBot, content: string) =>
  harness.discord.sendMessage({ bot, content, authorId: String(300_000_000_000_000_000n + BigInt(++members)) });
const answersTo = (ids: readonly string[]) => ids.map((id) => harness.discord.repliesTo(id).length);

describe('answers of several replicas', () => {
  it('keep the order of the questions in a channel: a later one waits until the earlier one is settled', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const ownerId = harness.bots.runnableOf(botId).ownerId;
    const ids = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const jobs = ids.map((messageId) => ({
      ownerId,
      botId,
      messageId,
      channelId: bot.channelId,
      text: 'Yes.',
      kind: 'notice' as const,
    }));
    const [first, second] = jobs;
    if (!first || !second) throw new Error('two jobs');
    for (const job of jobs) await outstanding.admit({ ...job, guildId: bot.guildId });
    const context = { isLastAttempt: false, addedAtMs: Date.now() };
    await expect(deliveries.deliver(second, context)).rejects.toBeInstanceOf(JobOutOfOrder);
    await deliveries.deliver(first, context);
    await waitFor('the settlement', async () => (await outstanding.earlierThan(second)).length === 0);
    await deliveries.deliver(second, context);
    expect(answersTo(ids)).toEqual([1, 1]);
  });

  it('do not wait for one that was posted when no process could hear of it', async () => {
    const { bot } = await harness.onlineBot();
    const publish = jest.spyOn(service.app.get(Events), 'publish').mockResolvedValue(undefined);
    try {
      await harness.discord.waitForReply(say(bot, 'one'));
      await waitFor('its end', () => publish.mock.calls.some(([event]) => event === events.messageSettled));
    } finally {
      publish.mockRestore();
    }
    await harness.discord.waitForReply(say(bot, 'two'), 20_000);
  }, 30_000);

  it('do not wait for one that gets no answer, though no process could hear of it', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const { ownerId } = harness.bots.runnableOf(botId);
    const [first, second] = [1, 2].map(() => ({
      ownerId,
      botId,
      channelId: bot.channelId,
      guildId: bot.guildId,
      messageId: harness.discord.sendMessage({ bot, content: '' }),
    }));
    for (const message of [first, second]) if (message) await outstanding.admit(message);
    const publish = jest.spyOn(service.app.get(Events), 'publish').mockResolvedValue(undefined);
    if (first)
      await deliveries.deliver({ ...first, kind: 'unanswered', text: '' }, { isLastAttempt: false, addedAtMs: Date.now() });
    publish.mockRestore();
    expect(await outstanding.earlierThan({ botId, channelId: bot.channelId, messageId: second?.messageId ?? '' })).toEqual([]);
  });

  it('do not wait for ever: after a minute the later answer is posted', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const [first = '', second = ''] = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const message = { ownerId: harness.bots.runnableOf(botId).ownerId, botId, channelId: bot.channelId };
    for (const messageId of [first, second]) await outstanding.admit({ ...message, messageId, guildId: null });
    const job = { ...message, messageId: second, text: 'Yes.', kind: 'notice' as const };
    await deliveries.deliver(job, { isLastAttempt: false, addedAtMs: Date.now() - 61_000 });
    expect(answersTo([second])).toEqual([1]);
    expect(await outstanding.earlierThan({ ...message, messageId: '9'.repeat(19) })).not.toContain(first);
  });
});
