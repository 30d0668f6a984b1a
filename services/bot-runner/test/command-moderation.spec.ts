import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor, type PermissionName } from '@kith/kit/testing';
import { moderation, type ChannelSettings, type RunnableCommand } from '@kith/proto';
import { CommandsWorker } from '../src/commands/commands.worker.js';
import { MessagePoster } from '../src/discord/message-poster.js';
import { CaseStore } from '../src/moderation/case-store.js';
import { ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

const COMMANDS: RunnableCommand[] = ['warn', 'timeout', 'purge', 'slowmode'].map((commandId) => ({
  commandId,
  trigger: `!${commandId}`,
  custom: null,
}));
const NO_RULES = { blockLinks: false, blockInvites: false, profanityFilter: false, spamDetection: false };
const TIMES_OUT = { timeoutUsers: true, warningThreshold: 2, timeoutDuration: 30 };

let kiths: ModeratedBots;
beforeAll(async () => {
  kiths = await ModeratedBots.open({ isRateLimited: false });
});
afterAll(() => kiths.harness.close());

function aMember({ bot }: Moderated, permissions: PermissionName[] = [], position = 1): string {
  const id = newMember();
  const roles = [kiths.harness.discord.addRole(bot.guildId, { name: `role ${id}`, permissions, position })];
  kiths.harness.discord.setMember(bot.guildId, { id, roles });
  return id;
}

/** A bot that learned the commands of moderation, without rules about texts, and a member who may use them. */
async function aKith(settings: Partial<ChannelSettings> = {}, options: Parameters<ModeratedBots['add']>[1] = {}) {
  const kith = await kiths.add({ ...NO_RULES, ...settings, commands: COMMANDS }, options);
  // A member may call five commands in ten seconds, and roles that are made after the first call are known later.
  const others = Array.from({ length: 10 }, () => aMember(kith, ['manageMessages', 'manageChannels'], 10));
  const moderator = aMember(kith, ['moderateMembers', 'manageMessages', 'manageChannels'], 10);
  const say = async (content: string, author = moderator): Promise<{ messageId: string; text: string }> => {
    const messageId = kiths.write(kith, content, author);
    return { messageId, text: (await kiths.harness.discord.waitForReply(messageId)).content };
  };
  return { kith, moderator, others, say };
}
const untilOf = ({ bot }: Moderated, member: string) => kiths.harness.discord.member(bot.guildId, member)?.timedOutUntil ?? null;

/** The job of a call, as the intake makes it: as if the worker had ended before it was removed from the queue. */
async function repeat({ bot, botId, actor }: Moderated, messageId: string, content: string): Promise<void> {
  const [command = '', ...args] = content.split(' ');
  const author = { id: kiths.harness.discord.message(messageId)?.authorId ?? '', name: 'Mo' };
  const task = { kind: 'call' as const, commandId: command.slice(1), author, ownUserId: bot.applicationId, parentId: null };
  const { channelId, guildId } = bot;
  await kiths.service.app
    .get(CommandsWorker, { strict: false })
    .work(
      { ownerId: actor.userId, botId, messageId, channelId, guildId, task: { ...task, args: args.join(' '), content } },
      { isLastAttempt: false },
    );
}

describe('warnings by command', () => {
  it('lead to a timeout at the threshold, which the answer says, also while moderation only runs dry; then they are counted anew', async () => {
    const { kith, say } = await aKith({ ...TIMES_OUT, moderationMode: true, moderationDryRun: true });
    const member = aMember(kith);
    expect((await say(`!warn <@${member}> One`)).text).toBe(`⚠️ <@${member}>, this is a warning: One`);
    expect(untilOf(kith, member)).toBeNull();
    const { messageId, text } = await say(`!warn <@${member}> Two`);
    expect(text).toBe(`⚠️ <@${member}>, this is a warning: Two (number 2 in 30 days)\nYou cannot write for 30 minutes.`);
    const [found] = await kiths.casesOf(kith);
    expect(found).toMatchObject({ rule: 'command', actions: ['warn', 'timeout'], refused: [], warnings: 2, isDryRun: false });
    expect(untilOf(kith, member)).toBe(found?.timeoutUntil);
    await repeat(kith, messageId, `!warn <@${member}> Two`);
    expect(untilOf(kith, member)).toBe(found?.timeoutUntil);
    expect((await say(`!warn <@${member}> Three`)).text).toBe(`⚠️ <@${member}>, this is a warning: Three`);
    expect(await kiths.casesOf(kith)).toHaveLength(3);
  });

  it.each([{ timeoutUsers: false }, { moderationMode: false }])(
    'lead to none with %j, nor of members whom moderation leaves alone',
    async (settings) => {
      const off = await aKith({ ...TIMES_OUT, ...settings, warningThreshold: 1 });
      const exempt = newMember();
      const on = await aKith({ ...TIMES_OUT, warningThreshold: 1, whitelistUsers: exempt });
      kiths.harness.discord.setMember(on.kith.bot.guildId, { id: exempt, roles: [] });
      for (const [{ kith, say }, member] of [
        [off, aMember(off.kith)],
        [on, exempt],
        [on, aMember(on.kith, ['manageMessages'])],
      ] as const) {
        expect((await say(`!warn <@${member}> Hm`)).text).toBe(`⚠️ <@${member}>, this is a warning: Hm`);
        expect(untilOf(kith, member)).toBeNull();
        expect((await kiths.casesOf(kith))[0]).toMatchObject({ actions: ['warn'], timeoutUntil: null });
      }
    },
  );

  it('do not shorten a timeout that runs longer', async () => {
    const { kith, say } = await aKith({ ...TIMES_OUT, warningThreshold: 1 });
    const member = aMember(kith);
    await say(`!timeout <@${member}> 7d`);
    const until = untilOf(kith, member);
    await say(`!warn <@${member}> Hm`);
    expect(untilOf(kith, member)).toBe(until);
  });

  it('say when Discord does not let the bot time the member out, which its owner reads too', async () => {
    const permissions: PermissionName[] = ['viewChannel', 'sendMessages', 'readMessageHistory'];
    const { kith, say } = await aKith({ ...TIMES_OUT, warningThreshold: 1 }, { permissions });
    const member = aMember(kith);
    expect((await say(`!warn <@${member}> Hm`)).text).toContain('\nDiscord did not let me time them out.');
    expect((await kiths.casesOf(kith))[0]).toMatchObject({ actions: ['warn', 'timeout'], refused: ['timeout'] });
    expect(await kiths.problemsOf(kith)).toMatchObject([{ action: 'time-out-members', permission: 'Time out members' }]);
  });
});

describe('a timeout by command', () => {
  it('is a case with member, reason and moderator, which its owner takes back; repeated it is one, and not set again', async () => {
    const { kith, moderator, say } = await aKith();
    const member = aMember(kith);
    const content = `!timeout <@${member}> 2h too loud\nagain`;
    const { messageId } = await say(content);
    const [found] = await kiths.casesOf(kith);
    expect(found).toMatchObject({ memberId: member, rule: 'command', actions: ['timeout'], refused: [], warnings: null });
    expect(found?.detail).toBe(`By member-${moderator.slice(-4)} (${moderator}): too loud again`);
    expect(untilOf(kith, member)).toBe(found?.timeoutUntil);
    await repeat(kith, messageId, content);
    expect(await kiths.casesOf(kith)).toHaveLength(1);
    await kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: found?.id ?? '' });
    await waitFor('the end of the timeout', () => untilOf(kith, member) === null);
    await repeat(kith, messageId, content);
    expect(untilOf(kith, member)).toBeNull();
  });

  it('that is given over another one by command is the one that is taken back, without bringing the first one back', async () => {
    const { kith, say } = await aKith();
    const member = aMember(kith);
    await say(`!timeout <@${member}> 7d`);
    await say(`!timeout <@${member}> 5m`);
    const [second, first] = await kiths.casesOf(kith);
    await kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: second?.id ?? '' });
    await waitFor('the end of the timeout', () => untilOf(kith, member) === null);
    expect(first?.undoneAt).toBeNull();
  });

  it('that Discord refuses is noted as refused', async () => {
    const { kith, say } = await aKith();
    const { discord } = kiths.harness;
    const member = aMember(kith);
    const roles = [discord.addRole(kith.bot.guildId, { name: 'admin', permissions: ['administrator'], position: 1 })];
    discord.setMember(kith.bot.guildId, { id: member, roles });
    await say(`!timeout <@${member}> 5m`);
    expect(untilOf(kith, member)).toBeNull();
    expect(await kiths.casesOf(kith)).toMatchObject([{ actions: ['timeout'], refused: ['timeout'] }]);
  });

  it('leaves nothing about a member or a moderator who used /forget-me [S74]', async () => {
    const { kith, moderator, say } = await aKith();
    const [first, second] = [aMember(kith), aMember(kith)];
    for (const member of [first, second]) await say(`!timeout <@${member}> 5m Ann is too loud`);
    const store = kiths.service.app.get(CaseStore);
    await store.forgetMember(kith.botId, first);
    expect(await kiths.casesOf(kith, { member: second })).toMatchObject([{ detail: expect.stringContaining('too loud') }]);
    expect((await kiths.casesOf(kith))[1]).toMatchObject({ memberId: null, memberName: null });
    expect((await kiths.casesOf(kith))[1]?.detail).not.toContain('too loud');
    await store.forgetMember(kith.botId, moderator);
    expect((await kiths.casesOf(kith)).map(({ detail }) => detail)).toEqual([null, null]);
  });
});

describe('a warning by slash command', () => {
  it('notifies the member who is warned, and nobody else', async () => {
    const { kith, moderator } = await aKith();
    const { discord } = kiths.harness;
    const member = aMember(kith);
    await waitFor('the command', () => discord.commandsOf(kith.bot).some(({ name }) => name === 'warn') || undefined);
    const used = discord.invokeCommand({
      bot: kith.bot,
      name: 'warn',
      authorId: moderator,
      options: { member, reason: 'no @everyone' },
    });
    const answer = await waitFor('the answer', () => {
      const found = discord.responseTo(used);
      return found && !found.isDeferred ? found : undefined;
    });
    expect(answer.content).toContain(`<@${member}>, this is a warning`);
    expect(answer.allowedMentions).toEqual({ parse: [], users: [member] });
  });
});

describe('slow mode in a thread', () => {
  it('needs the permission for threads, of the member and of the bot, as on Discord', async () => {
    const { kith } = await aKith();
    const { discord } = kiths.harness;
    const thread = discord.addChannel(kith.bot, { name: 'thread', parentId: kith.bot.channelId }).id;
    const say = async (authorId: string) =>
      (await discord.waitForReply(discord.sendMessage({ bot: kith.bot, channelId: thread, content: '!slowmode 10s', authorId })))
        .content;
    const withRole = (permissions: ('manageChannels' | 'manageThreads')[]) => {
      const id = newMember();
      const roles = [discord.addRole(kith.bot.guildId, { name: `role ${id}`, permissions })];
      discord.setMember(kith.bot.guildId, { id, roles });
      return id;
    };
    const [ofChannels, ofThreads] = [withRole(['manageChannels']), withRole(['manageThreads'])];
    expect(await say(ofChannels)).toBe('You need the permission “Manage Threads” for this.');
    expect(await say(ofThreads)).toContain('every 10 s');
  });
});

describe('the log channel', () => {
  const withLog = async () => {
    const made = await aKith();
    const { kith } = made;
    const log = kiths.harness.discord.addChannel(kith.bot, { name: 'log' });
    await kiths.harness.bots.change(kith.botId, { settings: { moderationLogChannelId: log.id } });
    await waitFor('the setting', async () => {
      await made.say('!slowmode off', made.others.pop());
      return kiths.textsOf(log.id).length > 0;
    });
    return { ...made, log, lines: () => kiths.textsOf(log.id).filter((text) => !text.endsWith('I ended slow mode.')) };
  };

  it('gets one line about each command of moderation, also when its job is repeated', async () => {
    const { kith, moderator, others, say, lines } = await withLog();
    const member = newMember();
    kiths.harness.discord.setMember(kith.bot.guildId, { id: member, roles: [] });
    const who = `<@${member}> (\`member-${member.slice(-4)}\`, ${member}) in <#${kith.bot.channelId}>: a command of <@${moderator}>`;
    const { messageId } = await say(`!warn <@${member}> Be \`kind\``);
    await repeat(kith, messageId, `!warn <@${member}> Be \`kind\``);
    await say(`!timeout <@${member}> 10m`);
    await say(`!timeout <@${member}> off enough`);
    await say('!slowmode 10s');
    await say('!purge 2', others[0]);
    expect(lines()).toEqual([
      `${who} (Be 'kind'). I warned the member (warning 1).`,
      expect.stringMatching(/: a command of <@\d+>\. I timed the member out until <t:\d+:f>\.$/),
      `${who} (enough). I ended the timeout of the member.`,
      `In <#${kith.bot.channelId}>: a command of <@${moderator}>. I set slow mode: one message of each member every 10 s.`,
      `In <#${kith.bot.channelId}>: a command of <@${others[0]}>. I deleted 2 messages.`,
    ]);
  });

  it('that cannot be written to, or fails, keeps no command from being done and answered', async () => {
    const { kith, say, log, lines } = await withLog();
    const member = aMember(kith);
    const messages = kiths.service.app.get(MessagePoster);
    const failing = jest.spyOn(messages, 'post').mockRejectedValueOnce(new Error('the network is down'));
    expect((await say(`!timeout <@${member}> 10m`)).text).toContain('cannot write for 10 m');
    failing.mockRestore();
    kiths.harness.discord.deleteChannel(log.id);
    expect((await say(`!timeout <@${member}> off`)).text).toContain('may write again');
    expect(untilOf(kith, member)).toBeNull();
    expect(lines()).toEqual([]);
  });
});
