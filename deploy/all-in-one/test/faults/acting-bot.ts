import { randomUUID } from 'node:crypto';
import { ApiClient, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';
import { COUNT_CODE, DAILY_REWARD, ECONOMY, EMOJI, FORBIDDEN, LEVELS, RULES, type ActingBot, type Place } from './acts.js';

const FIRST_MEMBER = 500_000_000_000_000_000n;
let members = 0n;
const newMember = (): string => String(FIRST_MEMBER + ++members);

/** A bot of a new account that is online, with all that members use in ACTS. */
export async function anActingBot({ baseUrl, discord, superAdmin }: Stack): Promise<ActingBot> {
  const { client: owner, user } = await new ApiClient(baseUrl).register(`kim-${randomUUID().slice(0, 8)}`);
  const admin = await new ApiClient(baseUrl).login(superAdmin.username, superAdmin.password);
  const send = async (method: 'post' | 'patch', path: string, body?: object, by = owner) => {
    const answer = await by[method](path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  await send('patch', `/api/admin/users/${user.id}/subscription`, { plan: 'premium' }, admin.client);
  const bot = await discord.addBot();
  const { guildId } = bot;
  const channel = async (name: string) => (await discord.addChannel(bot, { name })).id;
  const [greetings, picked, roles] = [await channel('greetings'), await channel('picked'), await channel('roles')];
  const [newcomer, red] = [await discord.addRole(guildId, { name: 'Newcomer' }), await discord.addRole(guildId, { name: 'Red' })];
  const permissions = ['moderateMembers', 'manageMessages', 'sendPolls'] as const;
  const moderator = await discord.addRole(guildId, { name: 'Moderator', permissions, position: 3 });
  const channelSettings = { mentionOnly: true, moderationMode: true, blockLinks: true, autoDelete: true, issueWarnings: true };
  const made = await send('post', '/api/bots', { name: 'Amber', discordToken: bot.token, channelSettings });
  const botId = String(made['id']);
  const custom = { name: 'Count', trigger: '!count', description: 'Counts the calls of each member', code: COUNT_CODE };
  const { id: count } = await send('post', '/api/user-commands', custom);
  for (const commandId of ['warn', 'timeout', 'purge', 'poll', 'remind', count])
    await send('post', `/api/bots/${botId}/commands`, { commandId });
  const systems: Record<string, object> = {
    [RULES]: { dryRun: false },
    [LEVELS]: {},
    [ECONOMY]: { dailyReward: DAILY_REWARD, streakBonus: 0 },
    'welcome-messages': { channel: greetings, greeting: 'Welcome, {member}!', role: newcomer, picture: false },
    'reaction-roles': { logChannel: picked },
  };
  for (const [systemId, settings] of Object.entries(systems)) {
    await send('post', `/api/bots/${botId}/systems`, { systemId });
    await send('patch', `/api/bots/${botId}/systems/${systemId}`, { settings });
  }
  await send('post', `/api/bots/${botId}/start`);
  const acted = (systemId: string, action: string, values: object) =>
    send('post', `/api/bots/${botId}/systems/${systemId}/servers/${guildId}/actions`, { action, values });
  await acted(RULES, 'add', { name: 'No nitro', trigger: 'words', words: FORBIDDEN, warn: true });
  await acted('reaction-roles', 'create', { channel: roles, text: 'Pick', roles: `${EMOJI} Red`, mode: 'reactions' });
  const roleMessage = (await discord.messages(roles))[0]?.id ?? '';
  for (const name of ['timeout', 'purge', 'remind', 'count', 'daily'])
    await waitFor(`/${name}`, async () => (await discord.commandsOf(bot)).some((command) => command.name === name), 20_000);
  return { discord, bot, botId, owner, greetings, picked, newcomer, red, moderator, roleMessage };
}

/** A member and another one, whom a moderator stands above, in a channel of their own. */
export async function aPlace(acting: ActingBot, isModerator: boolean): Promise<Place> {
  const { discord, bot, moderator } = acting;
  const [memberId, targetId] = [newMember(), newMember()];
  const { id: channelId } = await discord.addChannel(bot, { name: `of-${memberId}` });
  // Who is a member before Discord announces them is not greeted: only a few are in a minute.
  for (const authorId of [memberId, targetId])
    await discord.sendMessage({ bot, channelId: bot.channelId, authorId, content: 'hello', fromBot: true });
  if (isModerator) await discord.setMember(bot.guildId, { id: memberId, roles: [moderator] });
  return { ...acting, channelId, memberId, targetId };
}
