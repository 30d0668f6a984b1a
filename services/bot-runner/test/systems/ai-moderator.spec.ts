import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Queues } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { AppError, judge, systemPages, type ChannelSettings, type InstalledSystem, type ParsedInputOf } from '@kith/proto';
import { AiModerator } from '../../src/systems/ai-moderator/ai-moderator.service.js';
import { MAX_PENDING, PendingMessages } from '../../src/systems/ai-moderator/pending-messages.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { ModeratedBots, newMember, type Moderated } from '../moderated-bots.js';

const SYSTEM = 'ai-moderator';
type Asked = ParsedInputOf<typeof judge.messages>;
type Verdict = { category: number | null; certainty: number } | null;

let bots: ModeratedBots;
const asked: Asked[] = [];
/** What the model says about a text; it may throw. */
let verdictOn: (text: string) => Verdict;

beforeAll(async () => {
  bots = await ModeratedBots.open();
  bots.harness.chat.judge = (input) => {
    asked.push(input);
    return { verdicts: input.messages.map(({ id, text }) => ({ messageId: id, verdict: verdictOn(text) })) };
  };
});
beforeEach(() => {
  verdictOn = (text) => (text.includes('idiot') ? { category: 0, certainty: 99 } : { category: null, certainty: 95 });
});
afterAll(() => bots.harness.close());

/** A bot whose model may punish unless the settings say otherwise. */
const aJudge = (settings: InstalledSystem['settings'] = {}, channelSettings: Partial<ChannelSettings> = {}): Promise<Moderated> =>
  bots.addWith({ systemId: SYSTEM, settings: { dryRun: false, categories: 'Insults\nScams: 50', ...settings } }, channelSettings);

/** Lets the messages that wait be judged now, without the wait for further ones. */
async function judgeNow({ botId, bot }: Moderated, messageIds: readonly string[]): Promise<void> {
  const { ownerId } = bots.harness.bots.runnableOf(botId);
  await waitFor('the messages', async () => {
    const waiting = await bots.harness.runtime.redis.hkeys(`runner:to-judge:${botId}:${bot.guildId}`);
    return messageIds.every((id) => waiting.includes(id)) || undefined;
  });
  const job = { ownerId, botId, systemId: SYSTEM, eventId: `now-${messageIds[0]}`, guildId: bot.guildId, channelId: bot.guildId };
  await bots.service.app
    .get(SystemsWorker)
    .work({ ...job, task: { kind: 'event', name: 'judge', data: {} } }, { isLastAttempt: true, addedAtMs: Date.now() });
}

const keyOf = ({ botId, bot }: Moderated): string => `runner:to-judge:${botId}:${bot.guildId}`;
const page = async ({ actor, botId, bot }: Moderated): Promise<Record<string, string>> => {
  const found = await bots.ask(systemPages.get, { actor, botId, systemId: SYSTEM, guildId: bot.guildId });
  return Object.fromEntries(found.sections[0]?.rows.map(({ cells }) => [cells[0] ?? '', cells[1] ?? '']) ?? []);
};
/** The ids of the messages of which jobs are made while `work` runs. */
async function jobsOf({ botId }: Moderated, work: () => Promise<void>): Promise<string[]> {
  const adding = jest.spyOn(bots.service.app.get(Queues), 'add');
  await work();
  const ids = adding.mock.calls.flatMap(([{ name }, jobId]) => (name === 'systems' ? [jobId] : []));
  adding.mockRestore();
  return ids.filter((jobId) => jobId.startsWith(`${botId}-${SYSTEM}-`) && !jobId.includes('-judge-'));
}
const askedOf = ({ botId }: Moderated) => asked.filter((input) => input.botId === botId);

describe('the AI moderator', () => {
  it('punishes by how certain the model is, with the category in the case list and the log, and shows its work', async () => {
    const judged = await aJudge();
    const log = bots.harness.discord.addChannel(judged.bot, { name: 'log' }).id;
    const settings = { dryRun: false, categories: 'Insults\nScams: 50', logChannel: log };
    await bots.harness.bots.change(judged.botId, { systems: [{ systemId: SYSTEM, settings }] });
    verdictOn = (text) => {
      if (text.includes('idiot')) return { category: 0, certainty: 99 };
      return text.includes('coins') ? { category: 1, certainty: 60 } : { category: 0, certainty: 65 };
    };
    const rude = newMember();
    const ids = [bots.write(judged, 'you idiot', rude), bots.write(judged, 'free coins here'), bots.write(judged, 'hello there')];
    await judgeNow(judged, ids);
    await waitFor('the deletion', () => bots.isDeleted(ids[0] ?? '') || undefined);
    const cases = await waitFor('the cases', async () => {
      const found = await bots.casesOf(judged);
      return found.length === 2 ? found : undefined;
    });
    const found = Object.fromEntries(cases.map(({ detail, actions, rule }) => [detail, [rule, ...actions]]));
    expect(found).toEqual({
      'Insults, 99 % certain': ['ai_moderator', 'delete', 'warn', 'timeout'],
      'Scams, 60 % certain': ['ai_moderator'],
    });
    expect(bots.isDeleted(ids[1] ?? '')).toBe(false);
    await waitFor('the log', () => bots.textsOf(log).find((text) => text.includes('(Insults, 99 % certain)')));
    expect(bots.textsOf(log).join()).not.toContain('you idiot');
    expect(await page(judged)).toMatchObject({ State: 'It works.', 'Messages judged': '3', 'Reported or punished': '2' });
  });

  it('in a dry run, which is the default, changes nothing', async () => {
    const judged = await aJudge({ dryRun: true });
    const id = bots.write(judged, 'you idiot');
    await judgeNow(judged, [id]);
    expect(await bots.aCase(judged)).toMatchObject({ isDryRun: true, actions: ['delete', 'warn', 'timeout'] });
    expect(bots.isDeleted(id)).toBe(false);
  });

  it('judges ten messages in one request, each only once, and never those of moderators, exempt members, bots or a few signs', async () => {
    const exempt = newMember();
    const judged = await aJudge({}, { whitelistUsers: exempt });
    const { discord } = bots.harness;
    const role = discord.addRole(judged.bot.guildId, { name: 'Mods', permissions: ['manageMessages'] });
    const moderator = newMember();
    discord.setMember(judged.bot.guildId, { id: moderator, roles: [role] });
    bots.write(judged, 'idiot of a moderator', moderator);
    bots.write(judged, 'idiot who is exempt', exempt);
    bots.write(judged, ':) !!');
    bots.write(judged, 'idiot of a bot', newMember(), { fromBot: true });
    const ids = Array.from({ length: 10 }, (_, index) => bots.write(judged, `message number ${index}`));
    const [first] = await waitFor('the request', () => (askedOf(judged).length > 0 ? askedOf(judged) : undefined));
    expect(first?.messages.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(first?.categories).toEqual(['Insults', 'Scams']);
    await waitFor('the count', async () => (await page(judged))['Messages judged'] === '10' || undefined);
    expect(askedOf(judged)).toHaveLength(1);
    expect(await page(judged)).toMatchObject({ 'Requests, which count like a message each': '1' });
  });

  it('judges no more messages in a minute than its owner allows, and makes no jobs for the others, which other rules see all the same', async () => {
    const judged = await aJudge({ maxPerMinute: 2 }, { moderationMode: true, blockLinks: true, autoDelete: true });
    const jobs = await jobsOf(judged, async () => {
      for (let index = 0; index < 5; index++) bots.write(judged, `message number ${index}`);
      await waitFor('what is left out', async () => (await page(judged))['Not judged'] === '3' || undefined);
    });
    expect(jobs).toHaveLength(2);
    const link = bots.write(judged, 'see https://evil.test');
    await waitFor('the deletion by the rule of links', () => bots.isDeleted(link) || undefined);
  });

  it('asks once in a while whether a member moderates, whose messages use up nothing of what others may write', async () => {
    const judged = await aJudge({ maxPerMinute: 2 });
    const { discord } = bots.harness;
    const moderator = newMember();
    const role = discord.addRole(judged.bot.guildId, { name: 'Mods', permissions: ['manageMessages'] });
    discord.setMember(judged.bot.guildId, { id: moderator, roles: [role] });
    const jobs = await jobsOf(judged, async () => {
      bots.write(judged, 'a first message', moderator);
      const moderators = `runner:judge-moderators:${judged.botId}:${judged.bot.guildId}`;
      await waitFor('the moderator to be known', async () => (await bots.harness.runtime.redis.scard(moderators)) === 1);
      for (let index = 0; index < 20; index++) bots.write(judged, `message number ${index}`, moderator);
      const ids = [bots.write(judged, 'one by a member'), bots.write(judged, 'another by a member')];
      await waitFor('the messages of members', async () => {
        const waiting = await bots.harness.runtime.redis.hkeys(keyOf(judged));
        return ids.every((id) => waiting.includes(id));
      });
    });
    expect(jobs).toHaveLength(3);
    expect((await page(judged))['Not judged']).toBe('0');
  });

  it('counts what it leaves out when too many messages of a server wait; other servers are judged', async () => {
    const judged = await aJudge();
    const pending = bots.service.app.get(PendingMessages);
    const waiting = { channelId: '1', parentId: null, memberName: 'Ann', roleIds: [], text: 'hello there' };
    const memberId = newMember();
    const inServer = (guildId: string, index: number) =>
      pending.add(judged.botId, { ...waiting, guildId, memberId, messageId: String(700_000_000_000_000_000n + BigInt(index)) });
    for (let index = 0; index < MAX_PENDING; index++) expect(await inServer(judged.bot.guildId, index)).toBe(index + 1);
    expect([await inServer(judged.bot.guildId, 0), await inServer('2', 0)]).toEqual([MAX_PENDING, 1]);
    bots.write(judged, 'one more message');
    await waitFor('what is left out', async () => (await page(judged))['Not judged'] === '1' || undefined);
    await waitFor('ten others', async () => (await page(judged))['Messages judged'] === '10' || undefined);
    await pending.forgetMember(judged.botId, memberId);
    expect([...(await pending.of(judged.botId, judged.bot.guildId)), ...(await pending.of(judged.botId, '2'))]).toEqual([]);
  });

  it('punishes nobody while the model does not answer, says so, and does not judge the same messages later', async () => {
    const judged = await aJudge();
    verdictOn = () => {
      throw new AppError('MODEL_UNAVAILABLE');
    };
    const id = bots.write(judged, 'you idiot');
    await judgeNow(judged, [id]);
    expect((await page(judged))['State']).toContain('language model does not answer');
    expect(await bots.harness.runtime.redis.hlen(keyOf(judged))).toBe(0);
    verdictOn = () => null;
    const next = bots.write(judged, 'hello again');
    await judgeNow(judged, [next]);
    expect(await bots.casesOf(judged)).toEqual([]);
    expect(bots.isDeleted(id)).toBe(false);
  });

  it('asks again about the same messages under the same number when its process died, so that they count once', async () => {
    const judged = await aJudge();
    const id = bots.write(judged, 'you idiot');
    const key = keyOf(judged);
    const waiting = await waitFor('the message', async () => {
      const stored = await bots.harness.runtime.redis.hgetall(key);
      return Object.keys(stored).length > 0 ? stored : undefined;
    });
    await judgeNow(judged, [id]);
    await bots.aCase(judged);
    await bots.harness.runtime.redis.hset(key, waiting);
    await judgeNow(judged, [id]);
    expect(new Set(askedOf(judged).map(({ requestId }) => requestId)).size).toBe(1);
    expect(await bots.casesOf(judged)).toHaveLength(1);
  });

  it('is told to members who ask what is read and kept', async () => {
    const judged = await aJudge();
    const { discord } = bots.harness;
    await waitFor('the command', () => discord.commandsOf(judged.bot).some(({ name }) => name === 'privacy') || undefined);
    const id = discord.invokeCommand({ bot: judged.bot, name: 'privacy', authorId: newMember() });
    const text = await waitFor('the answer', () => discord.responseTo(id)?.content);
    expect(text).toContain('A language model reads what is written in this server');
    expect(text).toContain('with your name unencrypted, as what a language model judged a message of yours');
  });

  it('forgets messages of members who ask for it, and of deleted bots, and shows its work to the owner alone', async () => {
    const judged = await aJudge();
    const memberId = newMember();
    bots.write(judged, 'please forget me', memberId);
    const key = keyOf(judged);
    await waitFor('the message', async () => ((await bots.harness.runtime.redis.hlen(key)) === 1 ? true : undefined));
    const moderator = bots.service.app.get(AiModerator);
    await moderator.forgetMember(judged.botId, memberId);
    expect(await bots.harness.runtime.redis.hlen(key)).toBe(0);
    const other = await aJudge();
    const foreign = { actor: other.actor, botId: judged.botId, systemId: SYSTEM, guildId: judged.bot.guildId };
    await expect(bots.ask(systemPages.get, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bots.ask(systemPages.act, { ...foreign, action: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
