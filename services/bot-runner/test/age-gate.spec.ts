import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { traces } from '@kith/proto';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

const FOR_ADULTS = 'I am for adults, so I answer only in age-restricted channels of servers.';

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

/** An online bot for adults that rolls dice, with an age-restricted channel beside its first one. */
async function aBotForAdults() {
  const { bot, botId } = harness.addBot();
  const commands = [{ commandId: 'roll', trigger: '!roll', custom: null }];
  await harness.bots.change(botId, { ageRating: 'adult', commands });
  await harness.bots.start(botId);
  await harness.bots.waitForState(botId, 'online');
  await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'roll'));
  const restricted = harness.discord.addChannel(bot, { name: 'adults', isAgeRestricted: true });
  const write = (content: string, more: object = {}): string =>
    harness.discord.sendMessage({ bot, content, authorId: newMember(), ...more });
  const traceOf = async (messageId: string) => {
    const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
    return (await harness.runtime.rpc.ask(traces.get, { actor, botId, messageId })).trace;
  };
  return { bot, botId, restricted, write, traceOf };
}

describe('a companion for adults', () => {
  it('answers in age-restricted channels and their threads only, and says so once a day elsewhere', async () => {
    const { bot, restricted, write, traceOf } = await aBotForAdults();
    const first = write('Hello?');
    expect((await harness.discord.waitForReply(first)).content).toBe(FOR_ADULTS);
    const [second, command] = [write('Hello again?'), write('!roll 2d6')];
    const inRestricted = write('And here?', { channelId: restricted.id });
    expect((await harness.discord.waitForReply(inRestricted)).content).toBe('re: And here?');
    const thread = harness.discord.addChannel(bot, { name: 'a thread', parentId: restricted.id });
    expect((await harness.discord.waitForReply(write('!roll 2d6', { channelId: thread.id }))).content).toContain('2d6');
    expect([second, command].flatMap((id) => harness.discord.repliesTo(id))).toEqual([]);
    expect(harness.chat.jobs.map(({ messageId }) => messageId)).not.toContain(first);
    expect(await waitFor('the trace', () => traceOf(second))).toMatchObject({ outcome: 'ignored', reason: 'not_age_restricted' });
  });

  it('does not answer direct messages, and says so', async () => {
    const { write } = await aBotForAdults();
    const direct = write('Just us?', { guildId: null });
    expect((await harness.discord.waitForReply(direct)).content).toBe(FOR_ADULTS);
  });

  it('runs slash commands in age-restricted channels only', async () => {
    const { bot, restricted } = await aBotForAdults();
    const use = async (channelId: string) => {
      const id = harness.discord.invokeCommand({ bot, name: 'roll', channelId, options: { dice: '2d6' }, authorId: newMember() });
      return waitFor('the response', () => harness.discord.responseTo(id));
    };
    expect(await use(bot.channelId)).toMatchObject({ content: FOR_ADULTS, isEphemeral: true });
    expect(await use(restricted.id)).toMatchObject({ content: expect.stringContaining('2d6') });
  });

  it('stays silent while Discord does not say whether a channel is age-restricted', async () => {
    const { restricted, write, traceOf } = await aBotForAdults();
    harness.discord.rejectRequests({ path: `/channels/${restricted.id}`, method: 'GET', status: 403, code: 50_001 });
    const asked = write('Anybody?', { channelId: restricted.id });
    await waitFor('the trace', () => traceOf(asked));
    expect(harness.discord.repliesTo(asked)).toEqual([]);
    harness.discord.acceptRequests();
    await harness.discord.waitForReply(write('And now?', { channelId: restricted.id }));
  });

  it('answers everywhere as soon as it is for everyone', async () => {
    const { botId, write } = await aBotForAdults();
    await harness.discord.waitForReply(write('Hello?'));
    await harness.bots.change(botId, { ageRating: 'everyone' });
    await waitFor('an answer', () => harness.discord.waitForReply(write('Now?'), 500).catch(() => undefined));
  });
});
