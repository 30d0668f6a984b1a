import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PermissionName } from '@kith/kit/testing';
import type { ChannelSettings, RunnableCommand } from '@kith/proto';
import { CommandsWorker } from '../src/commands/commands.worker.js';
import { ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

const COMMANDS: RunnableCommand[] = ['warn', 'timeout', 'purge', 'slowmode'].map((commandId) => ({
  commandId,
  trigger: `!${commandId}`,
  custom: null,
}));
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

/** A bot that learned the commands of moderation, which moderates nobody by itself, and a member who may use them. */
async function aKith(settings: Partial<ChannelSettings> = {}, options: Parameters<ModeratedBots['add']>[1] = {}) {
  const kith = await kiths.add({ moderationMode: false, ...settings, commands: COMMANDS }, options);
  const moderator = aMember(kith, ['moderateMembers', 'manageMessages', 'manageChannels'], 10);
  const say = async (content: string): Promise<{ messageId: string; text: string }> => {
    const messageId = kiths.write(kith, content, moderator);
    return { messageId, text: (await kiths.harness.discord.waitForReply(messageId)).content };
  };
  return { kith, moderator, say };
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

  it('lead to none where the setting is off, nor of members whom moderation leaves alone', async () => {
    const off = await aKith({ ...TIMES_OUT, timeoutUsers: false, warningThreshold: 1 });
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
  });

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
