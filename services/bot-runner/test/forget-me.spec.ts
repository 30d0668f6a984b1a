import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, queues, type JobOf } from '@kith/proto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FORGET_ME } from '../src/interactions/forget-me.js';
import { RunnerWorld } from './runner-world.js';

let world: RunnerWorld;
let service: RunningService;
let queue: Queue;
let connection: Redis;

beforeAll(async () => {
  world = await RunnerWorld.open({ identifyEveryMs: 0 });
  service = await world.startHere();
  connection = world.runtime.redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
  queue = new Queue(queues.forgetMe.name, { connection, prefix: 'jobs' });
  queue.on('error', () => undefined);
});
afterAll(async () => {
  await queue.close();
  connection.disconnect();
  await world.close();
});
beforeEach(() => {
  world.discord.acceptAgain();
  world.discord.resetStats();
});

let members = 0;
const newMember = (): string => String(600_000_000_000_000_000n + BigInt(++members));

/** A companion whose command Discord knows. */
async function aCompanion() {
  const added = await world.onlineBot();
  await waitFor('the command', () => world.discord.commandsOf(added.bot).length > 0);
  return added;
}
const answered = (interactionId: string) => waitFor('the answer', () => world.discord.answerTo(interactionId));
const forgetMe = (bot: DiscordBot, authorId: string, place: { guildId?: null } = {}): string =>
  world.discord.command({ bot, name: 'forget-me', authorId, ...place });
/** Nobody works the queue here: the chat service does. */
const jobsOf = async (memberId: string) =>
  (await queue.getJobs()).filter(({ data }) => (data as JobOf<typeof queues.forgetMe>).memberId === memberId);

describe('the command /forget-me', () => {
  it('S74: is known to Discord as soon as a companion is online, in servers and direct messages, and written once', async () => {
    const { bot, botId } = await aCompanion();
    expect(world.discord.commandsOf(bot)).toMatchObject([{ name: 'forget-me', type: 1, contexts: [0, 1] }]);
    expect(world.discord.stats.commandWrites).toBe(1);
    // A new session asks and finds it; one that goes on does not even ask.
    const { restRequests } = world.discord.stats;
    world.discord.kick(bot, { op: 7 });
    await waitFor('the RESUME', () => world.discord.stats.resumed === 1);
    await world.discord.waitForReply(world.discord.say({ bot, content: 'back?', authorId: newMember() }));
    expect(world.discord.stats.restRequests - restRequests).toBeLessThanOrEqual(2);
    await world.bots.stop(botId);
    await world.bots.waitForState(botId, 'stopped');
    await world.allowIdentify(bot);
    await world.bots.start(botId);
    await world.bots.waitForState(botId, 'online');
    await world.discord.waitForReply(world.discord.say({ bot, content: 'and again?', authorId: newMember() }));
    expect(world.discord.stats.commandWrites).toBe(1);
  });

  it('S74: replaces one of its name that says something else, and leaves other commands alone', async () => {
    const { bot, botId } = world.addBot();
    world.discord.setCommand(bot, { name: 'forget-me', description: 'An older one' });
    world.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    await world.bots.start(botId);
    const descriptions = () => world.discord.commandsOf(bot).map(({ description }) => description);
    await waitFor('the new one', () => descriptions().includes(FORGET_ME.description));
    expect(descriptions().toSorted()).toEqual([FORGET_ME.description, 'Of the owner']);
  });

  it('S74: is registered later when Discord is in trouble, and not asked for again when Discord refuses it', async () => {
    world.discord.refuse({ path: '/commands', method: 'GET', status: 500, times: 4 });
    await aCompanion();
    world.discord.refuse({ path: '/commands', method: 'POST', status: 403, code: 50_001 });
    const { bot } = await world.onlineBot();
    await world.discord.waitForReply(world.discord.say({ bot, content: 'hello', authorId: newMember() }));
    expect(world.discord.commandsOf(bot)).toEqual([]);
  });

  it.each([
    ['a server', {}],
    ['a direct message', { guildId: null }],
  ])('S74: is answered to the member alone, in plain words, once the job is in the queue: in %s', async (_where, place) => {
    const { bot, botId } = await aCompanion();
    const memberId = newMember();
    const interactionId = forgetMe(bot, memberId, place);
    expect(await answered(interactionId)).toMatchObject({
      content: expect.stringContaining('Everything this companion remembers about you is deleted'),
      isEphemeral: true,
      allowedMentions: { parse: [] },
    });
    const [job, ...more] = await jobsOf(memberId);
    expect(more).toEqual([]);
    // The id goes into logs: it names no member.
    expect(job).toMatchObject({ id: `${botId}-${interactionId}`, data: { botId, memberId, before: interactionId } });
    expect(job?.opts).toMatchObject({ attempts: 18, removeOnComplete: true });
  });

  it('S74: leaves the member nowhere in Redis but in the job', async () => {
    const { bot } = await aCompanion();
    const memberId = newMember();
    await answered(forgetMe(bot, memberId));
    const { redis } = world.runtime;
    const entries = await Promise.all(
      (await redis.keys('*')).map(async (key) => {
        const isHash = (await redis.type(key)) === 'hash';
        return JSON.stringify([key, isHash ? await redis.hgetall(key) : (await redis.dumpBuffer(key))?.toString('latin1')]);
      }),
    );
    const holders = entries.filter((entry) => entry.includes(memberId));
    expect(holders).toEqual([expect.stringContaining('jobs:forget-me:')]);
  });

  it('S74: forgets how often the member was answered just now', async () => {
    const { bot } = await aCompanion();
    const memberId = newMember();
    const say = (content: string) => world.discord.say({ bot, content, authorId: memberId });
    for (let n = 0; n < 6; n += 1) await world.discord.waitForReply(say(`n ${n}`));
    const refused = say('one too many');
    await answered(forgetMe(bot, memberId));
    await world.discord.waitForReply(say('nice to meet you'));
    expect(world.discord.repliesTo(refused)).toEqual([]);
  });

  it('S74: may be used three times in ten minutes by each member and with each companion', async () => {
    const [{ bot }, { bot: other }] = [await aCompanion(), await aCompanion()];
    const memberId = newMember();
    for (let n = 0; n < 3; n += 1) expect((await answered(forgetMe(bot, memberId))).content).toContain('is deleted');
    const refusal = await answered(forgetMe(bot, memberId));
    expect(refusal).toMatchObject({ content: expect.stringMatching(/ask again in 10 minutes/), isEphemeral: true });
    expect(await jobsOf(memberId)).toHaveLength(3);
    expect((await answered(forgetMe(bot, newMember()))).content).toContain('is deleted');
    expect((await answered(forgetMe(other, memberId))).content).toContain('is deleted');
  });

  it('S74: is done although Discord does not take the answer', async () => {
    const { bot } = await aCompanion();
    const memberId = newMember();
    world.discord.refuse({ path: '/interactions/', status: 404, code: 10_062 });
    forgetMe(bot, memberId);
    await waitFor('the job', async () => (await jobsOf(memberId)).length === 1);
    await world.discord.waitForReply(world.discord.say({ bot, content: 'all well?', authorId: newMember() }));
  });

  it('S74: reaches the queue when the runner stops with it: the next one gets it again', async () => {
    const { bot } = await aCompanion();
    const memberId = newMember();
    world.discord.silence(bot);
    forgetMe(bot, memberId);
    await world.stopHere(service);
    world.discord.speak(bot);
    expect(await jobsOf(memberId)).toEqual([]);
    service = await world.startHere();
    await waitFor('the job', async () => (await jobsOf(memberId)).length === 1);
    // Too late to be answered; said again, it is one job.
    world.discord.kick(bot, { op: 7 });
    await world.discord.waitForReply(world.discord.say({ bot, content: 'all well?', authorId: newMember() }));
    expect(await jobsOf(memberId)).toHaveLength(1);
  });

  it('says so when a command is not known any more', async () => {
    const { bot } = await aCompanion();
    world.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    const memberId = newMember();
    const interactionId = world.discord.command({ bot, name: 'dice', authorId: memberId });
    expect(await answered(interactionId)).toMatchObject({ content: 'I do not know this command any more.', isEphemeral: true });
    expect(await jobsOf(memberId)).toEqual([]);
  });

  it('S74: promises nothing while the queue cannot be reached', async () => {
    const { bot } = await aCompanion();
    const memberId = newMember();
    const add = jest.spyOn(world.runtime.queues, 'add').mockRejectedValueOnce(new AppError('UNAVAILABLE'));
    const answer = await answered(forgetMe(bot, memberId));
    expect(answer.content).toBe('I cannot do this right now, and nothing was deleted. Please try again in a minute.');
    add.mockRestore();
    expect(await jobsOf(memberId)).toEqual([]);
    expect((await answered(forgetMe(bot, memberId))).content).toContain('is deleted');
  });
});
