import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages, type InstalledSystem, type judge, type ParsedInputOf } from '@kith/proto';
import { DesiredBotsSource } from '../src/connections/desired-bots.js';
import { AiModerator } from '../src/systems/ai-moderator/ai-moderator.service.js';
import { SystemsWorker } from '../src/systems/systems.worker.js';
import { ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

const RULES = 'auto-moderation';
const JUDGE = 'ai-moderator';

let bots: ModeratedBots;
const asked: ParsedInputOf<typeof judge.messages>[] = [];
beforeAll(async () => {
  bots = await ModeratedBots.open();
  bots.harness.chat.judge = (input) => {
    asked.push(input);
    const verdictOn = (text: string) =>
      text.includes('idiot') ? { category: 0, certainty: 99 } : { category: null, certainty: 95 };
    return { verdicts: input.messages.map(({ id, text }) => ({ messageId: id, verdict: verdictOn(text) })) };
  };
});
afterAll(() => bots.harness.close());

const isGone = (messageId: string) => waitFor('the deletion', () => bots.isDeleted(messageId));
const edit = ({ bot }: Moderated, messageId: string, content: string): void =>
  bots.harness.discord.editMessage(bot, messageId, content);

/** What was written or changed before is looked at once this is answered: events of a channel are handled in their order. */
async function afterAnother(kith: Moderated): Promise<void> {
  await bots.harness.discord.waitForReply(bots.write(kith, 'and hello'));
}

async function withRules(
  rules: readonly object[],
  settings: InstalledSystem['settings'] = {},
  more: Parameters<ModeratedBots['addWith']>[1] = {},
): Promise<Moderated> {
  const guard = await bots.addWith({ systemId: RULES, settings: { dryRun: false, ...settings } }, more);
  await addRules(guard, rules);
  return guard;
}

async function addRules(guard: Moderated, rules: readonly object[]): Promise<void> {
  const call = { actor: guard.actor, botId: guard.botId, systemId: RULES, guildId: guard.bot.guildId };
  for (const [index, rule] of rules.entries())
    await bots.ask(systemPages.act, { ...call, action: 'add', values: { name: `rule ${index}`, trigger: 'words', ...rule } });
}

/** Lets the messages that wait be judged now, without the wait for further ones. */
async function judgeNow({ botId, bot }: Moderated, messageId: string): Promise<void> {
  const { ownerId } = bots.harness.bots.runnableOf(botId);
  const job = { ownerId, botId, systemId: JUDGE, eventId: `now-${messageId}`, guildId: bot.guildId, channelId: bot.guildId };
  await bots.service.app
    .get(SystemsWorker)
    .work({ ...job, task: { kind: 'event', name: 'judge', data: {} } }, { isLastAttempt: true, addedAtMs: Date.now() });
}

describe('a message that its author changes', () => {
  it('is seen by the rules of auto-moderation about texts, and is one case however often Discord tells the change', async () => {
    const guard = await withRules([{ trigger: 'links', warn: true, timeout: 5 }]);
    const messageId = bots.write(guard, 'hi');
    await bots.harness.discord.waitForReply(messageId);
    const { bot } = guard;
    const { discord } = bots.harness;
    const authorId = discord.message(messageId)?.authorId;
    edit(guard, messageId, 'see https://evil.test');
    discord.dispatch(bot, 'MESSAGE_UPDATE', {
      id: messageId,
      type: 0,
      channel_id: bot.channelId,
      guild_id: bot.guildId,
      author: { id: authorId, username: 'member' },
      member: { roles: [] },
      mentions: [],
      attachments: [],
      content: 'see https://evil.test',
      edited_timestamp: new Date().toISOString(),
    });
    await isGone(messageId);
    await afterAnother(guard);
    expect(await bots.casesOf(guard)).toMatchObject([{ detail: 'rule 0', actions: ['delete', 'warn', 'timeout'] }]);
  });

  it('that was punished when it was written is not punished again', async () => {
    const guard = await withRules([{ words: 'kumquat', delete: false, warn: true }]);
    const messageId = bots.write(guard, 'a kumquat');
    await bots.aCase(guard);
    edit(guard, messageId, 'two kumquats, a kumquat');
    await afterAnother(guard);
    expect(await bots.casesOf(guard)).toHaveLength(1);
  });

  it('into something worse gets what was not done about it yet, once however often Discord tells it; nothing is done twice', async () => {
    const guard = await withRules([
      { words: 'kumquat', delete: false },
      { words: 'durian', delete: false, warn: true },
      { words: 'lychee', warn: true, timeout: 5 },
    ]);
    const messageId = bots.write(guard, 'a kumquat');
    await bots.aCase(guard);
    for (const text of ['two kumquats, a kumquat', 'a durian', 'another durian']) {
      edit(guard, messageId, text);
      await afterAnother(guard);
    }
    await waitFor('the warning', async () => (await bots.casesOf(guard)).length === 2);
    await afterAnother(guard);
    edit(guard, messageId, 'a lychee');
    await isGone(messageId);
    await waitFor('all cases', async () => (await bots.casesOf(guard)).length === 3);
    expect((await bots.casesOf(guard)).map(({ detail, actions }) => [detail, ...actions]).toReversed()).toEqual([
      ['rule 0'],
      ['rule 1', 'warn'],
      ['rule 2', 'delete', 'timeout'],
    ]);
  });

  it('is no further message for the rule of repeated ones, and no reason to look at the age of the account', async () => {
    const guard = await withRules([{ trigger: 'repeated messages', limit: 2 }]);
    const memberId = newMember();
    const [first, second] = [bots.write(guard, 'hello', memberId), bots.write(guard, 'other', memberId)];
    edit(guard, second, 'hello');
    edit(guard, second, 'hello');
    await afterAnother(guard);
    expect([first, second].filter((id) => bots.isDeleted(id))).toEqual([]);
    expect(await bots.casesOf(guard)).toEqual([]);
  });

  it('is left alone in a dry run, in a restricted channel, and when its author is exempt or may manage messages', async () => {
    const exempt = newMember();
    const dry = await withRules([{ words: 'kumquat' }], { dryRun: true });
    const guard = await withRules([], {}, { whitelistUsers: exempt });
    const { discord } = bots.harness;
    const restricted = discord.addChannel(guard.bot, { name: 'restricted' }).id;
    await bots.harness.bots.change(guard.botId, { settings: { restrictedChannels: [restricted] } });
    const { version } = bots.harness.bots.runnableOf(guard.botId);
    await waitFor('the settings', () => bots.service.app.get(DesiredBotsSource).bots.get(guard.botId)?.version === version);
    const moderator = newMember();
    const roles = [discord.addRole(guard.bot.guildId, { name: 'Mods', permissions: ['manageMessages'] })];
    discord.setMember(guard.bot.guildId, { id: moderator, roles });
    // After the role: what a server has is remembered for half a minute.
    await addRules(guard, [{ words: 'kumquat' }]);
    const [tried, gone] = [bots.write(dry, 'hi'), bots.write(guard, 'hi')];
    const kept = [
      bots.write(guard, 'hi', exempt),
      bots.write(guard, 'hi', moderator),
      bots.write(guard, 'hi', newMember(), { channelId: restricted }),
      bots.write(guard, 'hi', newMember(), { fromBot: true }),
    ];
    await afterAnother(guard);
    edit(dry, tried, 'a kumquat');
    for (const id of [...kept, gone]) edit(guard, id, 'a kumquat');
    await isGone(gone);
    expect(await bots.aCase(dry)).toMatchObject({ isDryRun: true, actions: ['delete'] });
    expect(await bots.casesOf(guard)).toHaveLength(1);
    expect([tried, ...kept].filter((id) => bots.isDeleted(id))).toEqual([]);
  });

  it('is judged by the AI moderator beside what was written first, once for each change, and counts in its limit', async () => {
    const judged = await bots.addWith({
      systemId: JUDGE,
      settings: { dryRun: false, categories: 'Insults', maxPerMinute: 2 },
    });
    const { botId, bot } = judged;
    const messageId = bots.write(judged, 'hello there');
    await bots.harness.discord.waitForReply(messageId);
    edit(judged, messageId, 'you idiot');
    const key = `runner:to-judge:${botId}:${bot.guildId}`;
    await waitFor('both texts', async () => (await bots.harness.runtime.redis.hlen(key)) === 2);
    edit(judged, messageId, 'third text');
    const call = { actor: judged.actor, botId, systemId: JUDGE, guildId: bot.guildId };
    await waitFor('what is left out', async () => {
      const { sections } = await bots.ask(systemPages.get, call);
      return sections[0]?.rows.some(({ cells }) => cells[0] === 'Not judged' && cells[1] === '1');
    });
    await judgeNow(judged, messageId);
    expect(asked.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual(['hello there', 'you idiot']);
    await isGone(messageId);
    expect(await bots.casesOf(judged)).toMatchObject([{ rule: 'ai_moderator', actions: ['delete', 'warn', 'timeout'] }]);
  });

  it('long ago is no change for the AI moderator when Discord tells it again', () => {
    const moderator = bots.service.app.get(AiModerator);
    const look = (edited_timestamp: string | null) => {
      const message = { id: '1300000000000000000', guildId: '2', channelId: '3', parentId: null, authorId: '4', isBot: false };
      const raw = { content: 'hello there', author: { id: '4', username: 'ann' }, edited_timestamp };
      type Args = Parameters<AiModerator['onEdit']>;
      return moderator.onEdit({} as Args[0], message as unknown as Args[1], raw as unknown as Args[2]);
    };
    const now = new Date().toISOString();
    expect(look(now)?.events.map(({ eventId }) => eventId)).toEqual([`1300000000000000000-${Date.parse(now)}`]);
    expect([look(new Date(Date.now() - 700_000).toISOString()), look('soon'), look(null)]).toEqual([null, null, null]);
  });
});

describe('a message that moderation deletes after the companion looked at it', () => {
  const answersTo = (messageId: string) => bots.harness.discord.repliesTo(messageId);
  const waits = ({ botId, bot }: Moderated, messageId: string) => {
    const key = `runner:to-judge:${botId}:${bot.guildId}`;
    return waitFor('the job', async () => (await bots.harness.runtime.redis.hexists(key, messageId)) === 1);
  };

  it('because its author changed it takes the answer with it; the answer to one that a moderator deletes stays', async () => {
    const kith = await bots.add({ autoDelete: true });
    const { discord } = bots.harness;
    const [changed, deleted] = [bots.write(kith, 'hi'), bots.write(kith, 'hello')];
    const answer = await discord.waitForReply(changed);
    const kept = await discord.waitForReply(deleted);
    await waitFor('the end', () => bots.harness.chat.delivered.includes(deleted));
    discord.deleteMessage(kith.bot, deleted);
    edit(kith, changed, 'see https://evil.test');
    await isGone(changed);
    await waitFor('the end of the answer', () => discord.message(answer.id) === undefined);
    await afterAnother(kith);
    expect([answersTo(changed), discord.message(kept.id)?.content]).toEqual([[], 're: hello']);
  });

  it('because the model judged it takes the answer with it, and an answer that is still written is not posted', async () => {
    const judged = await bots.addWith({ systemId: JUDGE, settings: { dryRun: false, categories: 'Insults' } });
    const { discord, chat } = bots.harness;
    const answered = bots.write(judged, 'you idiot');
    const answer = await discord.waitForReply(answered);
    await waits(judged, answered);
    await judgeNow(judged, answered);
    await isGone(answered);
    await waitFor('the end of the answer', () => discord.message(answer.id) === undefined);
    await chat.pause();
    const asking = bots.write(judged, 'what is an idiot?');
    await waits(judged, asking);
    await judgeNow(judged, asking);
    await isGone(asking);
    chat.resume();
    await waitFor('the report', () => chat.undeliverable.some(({ messageId }) => messageId === asking));
    await afterAnother(judged);
    expect(answersTo(asking)).toEqual([]);
  });

  it('but that Discord does not let it delete keeps its answer', async () => {
    const kith = await bots.add({ autoDelete: true, issueWarnings: true });
    const { discord } = bots.harness;
    discord.setOverwrites(kith.bot.channelId, [{ id: kith.bot.applicationId, of: 'member', deny: ['manageMessages'] }]);
    const messageId = bots.write(kith, 'hi');
    const answer = await discord.waitForReply(messageId);
    edit(kith, messageId, 'see https://evil.test');
    await waitFor('the refusal', async () => (await bots.aCase(kith)).refused.includes('delete'));
    await afterAnother(kith);
    expect(discord.message(answer.id)?.content).toBe('re: hi');
  });
});
