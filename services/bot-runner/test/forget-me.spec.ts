import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, idAt, queues, type JobOf } from '@kith/proto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FORGET_ME, ForgetMe } from '../src/interactions/forget-me.js';
import { MemberRecords } from '../src/interactions/member-records.js';
import { TRUST_COMMANDS } from '../src/interactions/trust-commands.js';
import { nothingKept } from '../src/messages/connected-bot.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
let queue: Queue;
let connection: Redis;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
  connection = harness.runtime.redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
  queue = new Queue(queues.forgetMe.name, { connection, prefix: 'jobs' });
  queue.on('error', () => undefined);
});
afterAll(async () => {
  await queue.close();
  connection.disconnect();
  await harness.close();
});
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

let members = 0;
const newMember = (): string => String(600_000_000_000_000_000n + BigInt(++members));

/** Every bot registers /forget-me and those commands. */
const REGISTERED = 1 + TRUST_COMMANDS.length;

/** An online bot whose commands are registered with Discord. */
async function aBotWithCommand() {
  const added = await harness.onlineBot();
  await waitFor('the commands', () => harness.discord.commandsOf(added.bot).length === REGISTERED);
  return added;
}
const responseTo = (interactionId: string) => waitFor('the response', () => harness.discord.responseTo(interactionId));
const forgetMe = (bot: DiscordBot, authorId: string, where: { guildId?: null } = {}): string =>
  harness.discord.invokeCommand({ bot, name: 'forget-me', authorId, ...where });
/** The jobs stay in the queue: no chat service runs here. */
const jobsOf = async (memberId: string) =>
  (await queue.getJobs()).filter(({ data }) => (data as JobOf<typeof queues.forgetMe>).memberId === memberId);

describe('the command /forget-me', () => {
  it('is registered as soon as a bot is online, for servers and direct messages, and written once [S74]', async () => {
    const { bot, botId } = await aBotWithCommand();
    expect(harness.discord.commandsOf(bot)).toContainEqual(
      expect.objectContaining({ name: 'forget-me', type: 1, contexts: [0, 1] }),
    );
    expect(harness.discord.stats.commandWrites).toBe(REGISTERED);
    // A new session requests the commands and finds it; a resumed session does not even request them.
    const { restRequests } = harness.discord.stats;
    harness.discord.interruptSession(bot, { op: 7 });
    await waitFor('the RESUME', () => harness.discord.stats.resumed === 1);
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'back?', authorId: newMember() }));
    expect(harness.discord.stats.restRequests - restRequests).toBeLessThanOrEqual(2);
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped');
    await harness.allowIdentify(bot);
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'and again?', authorId: newMember() }));
    expect(harness.discord.stats.commandWrites).toBe(REGISTERED);
  });

  it('replaces a command of the same name with another description, and leaves other commands alone [S74]', async () => {
    const { bot, botId } = harness.addBot();
    harness.discord.setCommand(bot, { ...FORGET_ME, description: 'An older one' });
    harness.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    await harness.bots.start(botId);
    const descriptions = () => harness.discord.commandsOf(bot).map(({ description }) => description);
    await waitFor('the new command', () => descriptions().includes(FORGET_ME.description));
    expect(descriptions()).toContain('Of the owner');
    expect(descriptions()).not.toContain('An older one');
  });

  it('is registered later when Discord fails, and not tried again when Discord refuses it [S74]', async () => {
    harness.discord.rejectRequests({ path: '/commands', method: 'GET', status: 500, times: 4 });
    await aBotWithCommand();
    harness.discord.rejectRequests({ path: '/commands', method: 'POST', status: 403, code: 50_001 });
    const { bot } = await harness.onlineBot();
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'hello', authorId: newMember() }));
    expect(harness.discord.commandsOf(bot)).toEqual([]);
  });

  it.each([
    ['a server', {}],
    ['a direct message', { guildId: null }],
  ])('in %s is answered to the member alone, once the job is in the queue [S74]', async (_name, where) => {
    const { bot, botId } = await aBotWithCommand();
    const memberId = newMember();
    const interactionId = forgetMe(bot, memberId, where);
    expect(await responseTo(interactionId)).toMatchObject({
      content: expect.stringContaining('Everything this companion remembers about you is deleted'),
      isEphemeral: true,
      allowedMentions: { parse: [] },
    });
    const [job, ...more] = await jobsOf(memberId);
    expect(more).toEqual([]);
    // Logs contain the job id, so it must not contain the member's.
    expect(job).toMatchObject({ id: `${botId}-${interactionId}`, data: { botId, memberId, before: interactionId } });
    expect(job?.opts).toMatchObject({ attempts: 18, removeOnComplete: true });
  });

  it('leaves the id of the member nowhere in Redis but in the job [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    await responseTo(forgetMe(bot, memberId));
    const { redis } = harness.runtime;
    const entries = await Promise.all(
      (await redis.keys('*')).map(async (key) => {
        const isHash = (await redis.type(key)) === 'hash';
        return JSON.stringify([key, isHash ? await redis.hgetall(key) : (await redis.dumpBuffer(key))?.toString('latin1')]);
      }),
    );
    const holders = entries.filter((entry) => entry.includes(memberId));
    expect(holders).toEqual([expect.stringContaining('jobs:forget-me:')]);
  });

  it('resets the reply limit of the member [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    const say = (content: string) => harness.discord.sendMessage({ bot, content, authorId: memberId });
    for (let n = 0; n < 6; n += 1) await harness.discord.waitForReply(say(`n ${n}`));
    const refused = say('one too many');
    await responseTo(forgetMe(bot, memberId));
    await harness.discord.waitForReply(say('nice to meet you'));
    expect(harness.discord.repliesTo(refused)).toEqual([]);
  });

  it('may be used three times in ten minutes by each member with each bot [S74]', async () => {
    const [{ bot }, { bot: other }] = [await aBotWithCommand(), await aBotWithCommand()];
    const memberId = newMember();
    for (let n = 0; n < 3; n += 1) expect((await responseTo(forgetMe(bot, memberId))).content).toContain('is deleted');
    const refusal = await responseTo(forgetMe(bot, memberId));
    expect(refusal).toMatchObject({ content: expect.stringMatching(/ask again in 10 minutes/), isEphemeral: true });
    expect(await jobsOf(memberId)).toHaveLength(3);
    expect((await responseTo(forgetMe(bot, newMember()))).content).toContain('is deleted');
    expect((await responseTo(forgetMe(other, memberId))).content).toContain('is deleted');
  });

  it('counts a use once, however often its runner is killed before the job is stored [S74]', async () => {
    const { bot, botId } = await aBotWithCommand();
    const request = { memberId: newMember(), interactionId: String(idAt(Date.now())) };
    const connected = {
      bot: harness.bots.runnableOf(botId),
      ownUserId: bot.applicationId,
      ...nothingKept(),
      closed: new AbortController().signal,
      shard: { index: 0, count: 1 },
      hasMessageContent: () => true,
      sendVoiceState: () => false,
    };
    const forgetting = service.app.get(ForgetMe, { strict: false });
    const add = jest.spyOn(harness.runtime.queues, 'add').mockRejectedValue(new Error('the process is killed'));
    for (let kills = 0; kills < 4; kills += 1) await forgetting.execute(connected, request);
    add.mockRestore();
    expect(await forgetting.execute(connected, request)).toContain('is deleted');
    expect(await jobsOf(request.memberId)).toHaveLength(1);
  });

  it('queues the deletion although Discord refuses the response [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    harness.discord.rejectRequests({ path: '/interactions/', status: 404, code: 10_062 });
    forgetMe(bot, memberId);
    await waitFor('the job', async () => (await jobsOf(memberId)).length === 1);
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'all well?', authorId: newMember() }));
  });

  it('reaches the queue when the runner stops before it received the interaction [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    harness.discord.muteGateway(bot);
    forgetMe(bot, memberId);
    await harness.stopInProcess(service);
    harness.discord.unmuteGateway(bot);
    expect(await jobsOf(memberId)).toEqual([]);
    service = await harness.startInProcess();
    await waitFor('the job', async () => (await jobsOf(memberId)).length === 1);
    // It is too late for a response; when Discord delivers the interaction again, it is still one job.
    harness.discord.interruptSession(bot, { op: 7 });
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'all well?', authorId: newMember() }));
    expect(await jobsOf(memberId)).toHaveLength(1);
  });

  it("leaves the commands of the owner's own program to that program", async () => {
    const { bot } = await aBotWithCommand();
    harness.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    const memberId = newMember();
    const interactionId = harness.discord.invokeCommand({ bot, name: 'dice', authorId: memberId });
    await responseTo(forgetMe(bot, newMember()));
    expect(harness.discord.responseTo(interactionId)).toBeNull();
    expect(await jobsOf(memberId)).toEqual([]);
  });

  it('removes the commands of the member that still wait, and none of others [S74]', async () => {
    const { bot, botId } = await aBotWithCommand();
    const { channelId, guildId, applicationId: ownUserId } = bot;
    const memberId = newMember();
    const isWaiting = (messageId: string) => harness.runtime.redis.exists(`jobs:commands:${botId}-${messageId}`);
    const wait = async (author: string): Promise<string> => {
      const messageId = harness.discord.sendMessage({ bot, content: 'before', authorId: author });
      const call = {
        commandId: 'roll',
        author: { id: author, name: 'Eve' },
        ownUserId,
        parentId: null,
        args: '',
        content: '!roll',
      };
      const job = { ownerId: botId, botId, messageId, channelId, guildId, task: { kind: 'call' as const, ...call } };
      await harness.runtime.queues.add(queues.commands, `${botId}-${messageId}`, job, { delayMs: 600_000 });
      return messageId;
    };
    const [own, other] = [await wait(memberId), await wait(newMember())];
    await responseTo(forgetMe(bot, memberId));
    expect([await isWaiting(own), await isWaiting(other)]).toEqual([0, 1]);
    // What custom commands stored under the id of the member.
    expect(harness.bots.forgottenMembers).toEqual(expect.arrayContaining([memberId]));
  });

  it('tells the member that a slash command of theirs that still waited was removed', async () => {
    const { bot, botId } = await aBotWithCommand();
    const custom = { name: 'Greet', description: 'Says hello' };
    await harness.bots.change(botId, { commands: [{ commandId: randomUUID(), trigger: '!greet', custom }] });
    await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'greet'));
    const memberId = newMember();
    const { queues: runtimeQueues } = harness.runtime;
    const add = runtimeQueues.add.bind(runtimeQueues);
    const delayed: typeof add = (to, jobId, data, options) =>
      add(to, jobId, data, to.name === queues.commands.name ? { delayMs: 600_000 } : options);
    const spy = jest.spyOn(runtimeQueues, 'add').mockImplementation(delayed);
    const waiting = harness.discord.invokeCommand({ bot, name: 'greet', authorId: memberId });
    await waitFor('the job', async () => (await harness.runtime.redis.exists(`jobs:commands:${botId}-${waiting}`)) === 1);
    spy.mockRestore();
    expect(await responseTo(waiting)).toMatchObject({ isDeferred: true });
    await responseTo(forgetMe(bot, memberId));
    await waitFor('the end', () => harness.discord.responseTo(waiting)?.isDeferred === false);
    expect((await responseTo(waiting)).content).toContain('You asked me to forget you');
  });

  it('tells the member when a part of the deletion failed after it was queued [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    jest.spyOn(service.app.get(MemberRecords, { strict: false }), 'forget').mockRejectedValueOnce(new Error('away'));
    const response = await responseTo(forgetMe(bot, memberId));
    expect(response.content).toBe('Not everything could be deleted yet. Please try again in a minute.');
    expect(await jobsOf(memberId)).toHaveLength(1);
  });

  it('tells the member that nothing was deleted while the queue is unreachable [S74]', async () => {
    const { bot } = await aBotWithCommand();
    const memberId = newMember();
    const add = jest.spyOn(harness.runtime.queues, 'add').mockRejectedValueOnce(new AppError('UNAVAILABLE'));
    const response = await responseTo(forgetMe(bot, memberId));
    expect(response.content).toBe('I cannot do this right now, and nothing was deleted. Please try again in a minute.');
    add.mockRestore();
    expect(await jobsOf(memberId)).toEqual([]);
    expect((await responseTo(forgetMe(bot, memberId))).content).toContain('is deleted');
  });
});
