import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ChannelType } from 'discord-api-types/v10';
import { DAY_MS, idAt, moderation, systemPages, type ChannelSettings, type InstalledSystem } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { DesiredBotsSource } from '../../src/connections/desired-bots.js';
import { DiscordRules } from '../../src/systems/auto-moderation/discord-rules.js';
import { RuleStore } from '../../src/systems/auto-moderation/rule-store.js';
import { ModeratedBots, newMember, type Moderated } from '../moderated-bots.js';

const SYSTEM = 'auto-moderation';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

type Values = Record<string, string | number | boolean | undefined>;

/** A bot with the system; rules act unless the settings say otherwise. */
const aGuard = (
  settings: InstalledSystem['settings'] = {},
  options: Parameters<ModeratedBots['add']>[1] = {},
  channelSettings: Partial<ChannelSettings> = {},
): Promise<Moderated> => bots.addWith({ systemId: SYSTEM, settings: { dryRun: false, ...settings } }, channelSettings, options);

const call = ({ actor, botId, bot }: Moderated) => ({ actor, botId, systemId: SYSTEM, guildId: bot.guildId });
const act = (guard: Moderated, action: string, more: object = {}) =>
  bots.ask(systemPages.act, { ...call(guard), action, ...more });
const add = (guard: Moderated, values: Values) => act(guard, 'add', { values: { name: 'rule', trigger: 'words', ...values } });
const rowsOf = async (guard: Moderated) => (await bots.ask(systemPages.get, call(guard))).sections[0]?.rows ?? [];
const rulesOnDiscord = ({ bot }: Moderated) => bots.harness.discord.autoMod.rules(bot.guildId);
const isGone = (messageId: string) => waitFor('the deletion', () => bots.isDeleted(messageId) || undefined);

/** `/automod` of a member who manages the server by the role. */
async function commandIn({ bot }: Moderated) {
  const { discord } = bots.harness;
  await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'automod') || undefined);
  const role = discord.addRole(bot.guildId, { name: 'Admins', permissions: ['manageGuild'] });
  const manager = newMember();
  discord.setMember(bot.guildId, { id: manager, roles: [role] });
  const use = async (subcommand: string, options: Record<string, unknown> = {}): Promise<string> => {
    const id = discord.invokeCommand({ bot, name: 'automod', subcommand, options, authorId: manager });
    return waitFor('an answer', () => {
      const response = discord.responseTo(id);
      return response && !response.isDeferred && response.content !== '' ? response.content : undefined;
    });
  };
  return { use, role };
}

describe('a rule of auto-moderation', () => {
  it('deletes, warns and times out as its owner chose, is a case with its name and is taken back', async () => {
    const log = { id: '' };
    const guard = await aGuard();
    log.id = bots.harness.discord.addChannel(guard.bot, { name: 'log' }).id;
    const systems = [{ systemId: SYSTEM, settings: { dryRun: false, logChannel: log.id } }];
    await bots.harness.bots.change(guard.botId, { systems });
    await add(guard, { name: 'No nitro', words: 'free nitro', warn: true, timeout: 10 });
    const memberId = newMember();
    await isGone(bots.write(guard, 'get FREE nitro', memberId));
    const found = await bots.aCase(guard);
    expect(found).toMatchObject({ rule: 'auto_moderation', detail: 'No nitro', actions: ['delete', 'warn', 'timeout'] });
    const isSilent = () => bots.harness.discord.member(guard.bot.guildId, memberId)?.timedOutUntil;
    await waitFor('the timeout', () => isSilent() ?? undefined);
    await waitFor('the log', () => bots.textsOf(log.id).find((text) => text.includes('(No nitro)')));
    await bots.ask(moderation.undo, { actor: guard.actor, botId: guard.botId, caseId: found.id });
    await waitFor('the end of the timeout', () => isSilent() === null || undefined);
  });

  it('acts on the first message that a process sees of a server, and holds nobody up for long while Postgres does not answer', async () => {
    const guard = await aGuard();
    await add(guard, { words: 'secret' });
    const store = bots.service.app.get(RuleStore);
    // As in a process that took the bot over, to which Discord tells of no server again.
    const forget = () => (Reflect.get(store, 'known') as Map<string, unknown>).delete(`${guard.botId}:${guard.bot.guildId}`);
    forget();
    await isGone(bots.write(guard, 'a secret'));
    const listing = jest.spyOn(store, 'list').mockReturnValue(new Promise(() => undefined));
    forget();
    await bots.harness.discord.waitForReply(bots.write(guard, 'hello'), 5000);
    listing.mockRestore();
  });

  it('of each kind finds what it is for, under its conditions only', async () => {
    const guard = await aGuard();
    const { discord } = bots.harness;
    const [channel, role] = [
      discord.addChannel(guard.bot, { name: 'other' }).id,
      discord.addRole(guard.bot.guildId, { name: 'VIP' }),
    ];
    await add(guard, { name: 'p', trigger: 'pattern', words: String.raw`\bfr[e3]{2}\s+coins\b` });
    await add(guard, { name: 'l', trigger: 'links', words: 'good.test', exemptRoles: role });
    await add(guard, { name: 'm', trigger: 'mentions', limit: 2 });
    await add(guard, { name: 'r', trigger: 'repeated messages', limit: 3 });
    await add(guard, { name: 'n', trigger: 'new accounts', limit: 2, channels: channel });
    await add(guard, { name: 'y', words: 'hello', youngerThanDays: 7 });
    const mentions = (count: number) => Array.from({ length: count }, () => `<@${newMember()}>`).join(' ');
    const vip = newMember();
    discord.setMember(guard.bot.guildId, { id: vip, roles: [role] });
    const young = idAt(Date.now() - DAY_MS);
    const kept = [
      bots.write(guard, 'freedom coins'),
      bots.write(guard, 'https://good.test/a and https://sub.good.test'),
      bots.write(guard, 'https://evil.test', vip),
      bots.write(guard, mentions(2)),
      bots.write(guard, 'hello'),
      bots.write(guard, 'I am new', young),
    ];
    const repeating = newMember();
    const gone = [
      bots.write(guard, 'FR33 coins!'),
      bots.write(guard, 'see https://evil.test'),
      bots.write(guard, mentions(3)),
      bots.write(guard, 'hello', idAt(Date.now() - DAY_MS + 1)),
      bots.write(guard, 'I am new', young, { channelId: channel }),
      ...['same', 'same', 'Same '].map((text) => bots.write(guard, text, repeating)).slice(2),
    ];
    for (const id of gone) await isGone(id);
    expect(kept.filter((id) => bots.isDeleted(id))).toEqual([]);
    const names = (await bots.casesOf(guard)).map(({ detail }) => detail);
    expect(names.toSorted()).toEqual(['l', 'm', 'n', 'p', 'r', 'y']);
  });

  it('leaves members who may manage messages or are exempt from moderation alone, and is not answered by the companion for the others', async () => {
    const exempt = newMember();
    const guard = await aGuard({}, {}, { whitelistUsers: exempt });
    const { discord } = bots.harness;
    const role = discord.addRole(guard.bot.guildId, { name: 'Mods', permissions: ['manageMessages'] });
    const moderator = newMember();
    discord.setMember(guard.bot.guildId, { id: moderator, roles: [role] });
    await add(guard, { words: 'secret' });
    const kept = bots.write(guard, 'secret', exempt);
    const [allowed, forbidden] = [bots.write(guard, 'the secret word', moderator), bots.write(guard, 'the secret word')];
    await isGone(forbidden);
    await waitFor('the question', () => bots.harness.chat.jobs.find((job) => job.messageId === allowed));
    expect([bots.isDeleted(allowed), bots.isDeleted(kept)]).toEqual([false, false]);
    expect(await bots.casesOf(guard)).toHaveLength(1);
    expect(bots.harness.chat.jobs.find((job) => job.messageId === forbidden)).toBeUndefined();
  });

  it('in a dry run, which is the default, changes nothing and says what it would have done', async () => {
    const guard = await aGuard({ dryRun: true });
    await add(guard, { name: 'dry', words: 'secret', timeout: 5 });
    const messageId = bots.write(guard, 'secret');
    expect(await bots.aCase(guard)).toMatchObject({ isDryRun: true, detail: 'dry', actions: ['delete', 'timeout'] });
    expect(bots.isDeleted(messageId)).toBe(false);
    expect(rulesOnDiscord(guard)).toEqual([]);
  });

  it('is in force also where moderation found the same message in its own dry run', async () => {
    const moderationSettings = { moderationMode: true, blockLinks: true, moderationDryRun: true, autoDelete: true };
    const guard = await aGuard({}, {}, moderationSettings);
    await add(guard, { name: 'live', trigger: 'links' });
    await isGone(bots.write(guard, 'see https://evil.test'));
    const cases = await waitFor('both cases', async () => {
      const found = await bots.casesOf(guard);
      return found.length === 2 ? found : undefined;
    });
    expect(cases.map(({ rule, isDryRun }) => [rule, isDryRun]).toSorted()).toEqual([
      ['auto_moderation', false],
      ['links', true],
    ]);
  });

  it('stops after ten punishments within a minute, like moderation', async () => {
    const guard = await aGuard();
    await add(guard, { words: 'secret' });
    const messages = Array.from({ length: 12 }, () => bots.write(guard, 'secret'));
    await waitFor('the pause', async () => {
      const { pauses } = await bots.ask(moderation.pauses, { actor: guard.actor, botId: guard.botId });
      return pauses.length > 0 || undefined;
    });
    expect(messages.filter((id) => bots.isDeleted(id)).length).toBeLessThanOrEqual(10);
  });

  it('that is not understood, has a name twice or is one too many is refused, and rules of others stay', async () => {
    const guard = await aGuard();
    for (const values of [
      { trigger: 'pattern', words: '(a+)+(?=b)' },
      { trigger: 'pattern', words: 'a*' },
      { words: '' },
      { name: ' ', words: 'x' },
      { trigger: 'nothing', words: 'x' },
    ])
      await expect(add(guard, values)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await add(guard, { name: 'Once', words: 'x' });
    await expect(add(guard, { name: 'once', words: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    for (let index = 0; index < 5; index++) await add(guard, { name: `p${index}`, trigger: 'pattern', words: 'abc' });
    await expect(add(guard, { name: 'p6', trigger: 'pattern', words: 'abc' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const [row] = await rowsOf(guard);
    const other = await aGuard();
    await expect(act(other, 'remove', { rowId: row?.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bots.ask(systemPages.get, { ...call(other), botId: guard.botId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('with a channel or role that the server does not have, or has twice, is refused at the field instead of holding for more', async () => {
    const [guard, other] = [await aGuard(), await aGuard()];
    const { discord } = bots.harness;
    for (const name of ['memes', 'twin', 'twin']) discord.addChannel(guard.bot, { name });
    const lounge = discord.addChannel(guard.bot, { name: 'Lounge', type: ChannelType.GuildCategory }).id;
    discord.addRole(guard.bot.guildId, { name: 'Moderators' });
    const { guildId } = guard.bot;
    for (const [field, written, problem] of [
      ['channels', '#meems', 'There is no channel “#meems” in this server.'],
      ['channels', 'memes\ntwin', 'Several channels are called “twin”. Write the id of the one that you mean.'],
      ['channels', other.bot.channelId, expect.stringContaining(other.bot.channelId)],
      ['channels', lounge, `No channel of this server has the id ${lounge}. It may be deleted, or be a thread or a category.`],
      ['channels', 5, 'There is no channel “5” in this server.'],
      ['exemptRoles', 'Moderators\nVIPs', 'There is no role “VIPs” in this server.'],
      ['exemptRoles', guildId, `No role of this server has the id ${guildId}. It may be deleted.`],
      ['exemptRoles', 'Moderators\n'.repeat(21), 'At most 20 roles.'],
    ] as const)
      await expect(add(guard, { words: 'x', [field]: written })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { fields: { [field]: problem } },
      });
    expect(await rowsOf(guard)).toEqual([]);
  });

  it('holds in the channels and leaves the roles alone that it names, which its row shows, also when they are deleted', async () => {
    const guard = await aGuard();
    const { discord } = bots.harness;
    const { guildId } = guard.bot;
    const [memes = '', art = ''] = ['memes', 'art'].map((name) => discord.addChannel(guard.bot, { name }).id);
    const [role, exempt] = [discord.addRole(guildId, { name: 'Moderators' }), newMember()];
    discord.setMember(guildId, { id: exempt, roles: [role] });
    await add(guard, { words: 'secret', channels: `#Memes\n<#${art}>\nmemes`, exemptRoles: '@moderators' });
    const conditions = async () => (await rowsOf(guard))[0]?.cells[2];
    expect(await conditions()).toBe('in #memes, #art, not for @Moderators');
    const kept = [bots.write(guard, 'a secret'), bots.write(guard, 'a secret', exempt, { channelId: memes })];
    await isGone(bots.write(guard, 'a secret', newMember(), { channelId: memes }));
    expect(kept.filter((id) => bots.isDeleted(id))).toEqual([]);
    discord.deleteChannel(art);
    discord.deleteRole(guildId, role);
    expect(await conditions()).toBe('in #memes, a deleted channel, not for a deleted role');
    discord.rejectRequests({ path: `/guilds/${guildId}/channels`, status: 403 });
    expect(await conditions()).toBe('in 2 channels, not for one role');
    discord.acceptRequests();
  });

  it('reaches every runner when it changes, and is stored only for servers in which the bot is and acts', async () => {
    const [guard, other] = [await aGuard(), await aGuard()];
    const replica = await bots.harness.startInProcess();
    try {
      const [store, place] = [replica.app.get(RuleStore), { botId: guard.botId, guildId: guard.bot.guildId }];
      await store.read(place);
      await add(guard, { words: 'x' });
      await waitFor('the rule', () => store.inMemory(place)?.length === 1);
      await act(guard, 'remove', { rowId: (await rowsOf(guard))[0]?.id });
      await waitFor('the end of the rule', () => store.inMemory(place)?.length === 0);
    } finally {
      await bots.harness.stopInProcess(replica);
    }
    const form = { values: { name: 'rule', trigger: 'words', words: 'x' } };
    for (const guildId of [other.bot.guildId, '200000000000000001'])
      await expect(act(guard, 'add', { guildId, ...form })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await bots.harness.bots.change(guard.botId, { serverId: other.bot.guildId });
    const { version } = bots.harness.bots.runnableOf(guard.botId);
    await waitFor('the change', () => bots.service.app.get(DesiredBotsSource).bots.get(guard.botId)?.version === version);
    await expect(add(guard, { words: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is shown, added and removed by the command of those who manage the server', async () => {
    const guard = await aGuard();
    const { use } = await commandIn(guard);
    expect(await use('add', { name: 'No x', trigger: 'words', words: 'xyz', warn: true })).toContain('in force');
    expect(await use('list', {})).toBe('**No x**: the words xyz → delete, warn');
    expect(await use('add', { name: 'bad', trigger: 'pattern', words: '(' })).toContain('ends too early');
    expect(await use('remove', { name: 'no X' })).toContain('removed');
    expect(await use('remove', { name: 'no X' })).toContain('no such rule');
    expect(() =>
      bots.harness.discord.invokeCommand({ bot: guard.bot, name: 'automod', options: { list: {} }, authorId: newMember() }),
    ).toThrow();
  });

  it('holds in the channel and leaves the role alone that is picked in the command', async () => {
    const guard = await aGuard();
    const { use, role } = await commandIn(guard);
    const place = { channel: guard.bot.channelId, 'exempt-role': role };
    expect(await use('add', { name: 'placed', trigger: 'words', words: 'xyz', ...place })).toContain('in force');
    expect((await rowsOf(guard))[0]?.cells[2]).toMatch(/^in #.+, not for @Admins$/);
  });
});

describe("Discord's own AutoMod", () => {
  it('gets the rules that it can check, and loses them with the rule', async () => {
    const guard = await aGuard();
    await add(guard, { name: 'w', words: 'free nitro, scam*' });
    await add(guard, { name: 'p', trigger: 'pattern', words: 'ab+c' });
    await add(guard, { name: 'm', trigger: 'mentions', limit: 4 });
    await add(guard, { name: 'l', trigger: 'links' });
    await add(guard, { name: 'c', words: 'x', youngerThanDays: 3 });
    expect(rulesOnDiscord(guard).map(({ trigger_metadata: metadata }) => metadata)).toEqual([
      { keyword_filter: ['free nitro', 'scam*'] },
      { regex_patterns: ['ab+c'] },
      { mention_total_limit: 4 },
    ]);
    const rows = await rowsOf(guard);
    expect(rows.map(({ cells }) => cells[3])).toEqual(['checks it too', 'checks it too', 'checks it too', 'no', 'no']);
    await act(guard, 'remove', { rowId: rows[0]?.id });
    expect(rulesOnDiscord(guard).map(({ name }) => name.slice(0, 7))).toEqual(['Kith: p', 'Kith: m']);
  });

  it('loses the rules when the system becomes a dry run or is uninstalled, and keeps those of others', async () => {
    const guard = await aGuard();
    await add(guard, { words: 'x1' });
    expect(rulesOnDiscord(guard)).toHaveLength(1);
    const sync = bots.service.app.get(DiscordRules);
    const change = async (systems: { systemId: string; settings: InstalledSystem['settings'] }[]) => {
      await bots.harness.bots.change(guard.botId, { systems });
      await waitFor('the settings', async () => {
        await sync.sync(guard.botId, guard.bot.guildId);
        return rulesOnDiscord(guard).length === (systems[0]?.settings['dryRun'] === false ? 1 : 0) || undefined;
      });
    };
    await change([{ systemId: SYSTEM, settings: { dryRun: true } }]);
    await change([{ systemId: SYSTEM, settings: { dryRun: false } }]);
    await change([]);
    expect(rulesOnDiscord(guard)).toEqual([]);
  });

  it('leaves alone whom and what Kith leaves alone, also after roles or settings changed', async () => {
    const guard = await aGuard();
    const { discord, runtime } = bots.harness;
    const { guildId } = guard.bot;
    const roleOf = (name: string, permissions: 'manageMessages'[] = []) => discord.addRole(guildId, { name, permissions });
    const [moderators, vip, closed] = [
      roleOf('M', ['manageMessages']),
      roleOf('V'),
      discord.addChannel(guard.bot, { name: 'c' }).id,
    ];
    const made = [moderators, vip, roleOf('others')];
    await bots.harness.bots.change(guard.botId, { settings: { restrictedChannels: [closed, '200000000000000001'] } });
    const settingsKnown = () => {
      const { version } = bots.harness.bots.runnableOf(guard.botId);
      const { bots: known } = bots.service.app.get(DesiredBotsSource);
      return waitFor('the settings', () => known.get(guard.botId)?.version === version);
    };
    await settingsKnown();
    await add(guard, { words: 'secret', exemptRoles: vip });
    const exempt = () =>
      rulesOnDiscord(guard).map((rule) => [made.filter((id) => rule.exempt_roles.includes(id)), rule.exempt_channels]);
    expect(exempt()).toEqual([[[moderators, vip], [closed]]]);
    const helpers = roleOf('H', ['manageMessages']);
    made.push(helpers);
    const planned = () => runtime.redis.keys(`jobs:systems:${guard.botId}-${SYSTEM}-roles-${guildId}-*`);
    await waitFor('the job', async () => (await planned()).length > 0);
    await bots.service.app.get(DiscordRules).syncAnew(guard.botId, guildId);
    expect(exempt()).toEqual([[[moderators, vip, helpers], [closed]]]);
    await bots.harness.bots.change(guard.botId, { settings: { whitelistUsers: newMember() } });
    await settingsKnown();
    await bots.service.app.get(DiscordRules).sweep();
    expect(exempt()).toEqual([]);
    expect((await rowsOf(guard))[0]?.cells[3]).toContain('cannot exempt single members');
  });

  it('that blocked a message leads to a case, once however often Discord tells it', async () => {
    const guard = await aGuard();
    await add(guard, { name: 'w', words: 'secret', warn: true });
    const [rule] = rulesOnDiscord(guard);
    const memberId = newMember();
    bots.harness.discord.setMember(guard.bot.guildId, { id: memberId });
    bots.harness.discord.autoMod.block(guard.bot, { ruleId: rule?.id ?? '', memberId, content: 'secret' });
    expect(await bots.aCase(guard)).toMatchObject({
      detail: 'w',
      memberId,
      actions: ['delete', 'warn'],
      refused: [],
      warnings: 1,
    });
    bots.harness.discord.autoMod.block(guard.bot, { ruleId: '1', memberId, content: 'secret' });
    await bots.service.app.get(RuleStore).read({ botId: guard.botId, guildId: guard.bot.guildId });
    expect(await bots.casesOf(guard)).toHaveLength(1);
  });

  it('is left alone without the permission to manage the server, which the owner reads, and while it has no room', async () => {
    const guard = await aGuard({}, { permissions: ['viewChannel', 'sendMessages', 'manageMessages', 'readMessageHistory'] });
    await add(guard, { words: 'secret' });
    expect((await rowsOf(guard))[0]?.cells[3]).toContain('may manage the server');
    expect(await bots.problemsOf(guard)).toMatchObject([{ action: 'manage-automod-rules', permission: 'Manage Server' }]);
    await isGone(bots.write(guard, 'secret'));
    const full = await aGuard();
    for (let index = 0; index < 7; index++) await add(full, { name: `r${index}`, words: `word${index}` });
    expect((await rowsOf(full)).filter(({ cells }) => cells[3]?.includes('no room'))).toHaveLength(1);
    expect(rulesOnDiscord(full)).toHaveLength(6);
  });

  it('that Discord cannot take, for the length of its words or another reason, is checked by Kith alone, and no room is missing', async () => {
    const guard = await aGuard();
    await add(guard, { name: 'words', words: 'x'.repeat(61) });
    expect((await rowsOf(guard)).map(({ cells }) => cells[3])).toEqual(['no']);
    bots.harness.discord.rejectRequests({ path: '/auto-moderation/rules', method: 'POST', status: 400 });
    await add(guard, { name: 'odd', words: 'odd' });
    bots.harness.discord.acceptRequests();
    expect((await rowsOf(guard)).at(-1)?.cells[3]).toBe("Discord's AutoMod does not take this rule.");
    expect(rulesOnDiscord(guard)).toEqual([]);
    await isGone(bots.write(guard, 'odd'));
  });
});
