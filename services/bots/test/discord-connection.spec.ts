import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, aSnowflake } from '@kith/kit/testing';
import { AppError, bots, commands, discord, MAX_CHECKED_ROLES, systems, type Actor, type Call, type InputOf } from '@kith/proto';
import { AgreementEntity } from '../src/discord/agreement.entity.js';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  changePlan,
  codeOf,
  databaseOf,
  impersonated,
  plansApplied,
  type BotsUnderTest,
} from './bots-under-test.js';

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

/** A bot whose token Discord confirms, in one server that gives it the permissions in `granted`. */
async function aConnectedBot(actor: Actor, granted = '0') {
  const applicationId = aSnowflake();
  const discordToken = aToken(applicationId);
  stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Juniper#1234', hasMessageContent: true });
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
  const account = { applicationId, name: 'Juniper#1234', about: '', hasMessageContent: false, hasServerMembers: false };
  const server = { id: aSnowflake(), name: 'Elm Street', memberCount: 12, permissions: granted };
  stack.accounts.set(bot.id, { account, servers: [server] });
  return { botId: bot.id, applicationId, account, server };
}
const connectionOf = (actor: Actor, botId: string) => stack.ask(discord.connection, { actor, botId });

describe('the connection of a bot', () => {
  it('is what a runner reports, with what each server has to grant and the page that grants it', async () => {
    const actor = anActor();
    const { botId, applicationId, account, server } = await aConnectedBot(actor, String(0x400 + 0x800));
    const found = await connectionOf(actor, botId);
    expect(found).toMatchObject({ botId, applicationId, account, problem: null });
    const { permissions: _granted, ...shown } = server;
    expect(found.servers).toEqual([
      { ...shown, missingPermissions: expect.arrayContaining(['read_history']), inviteUrl: expect.stringContaining(server.id) },
    ]);
    expect(found.servers[0]?.missingPermissions).not.toContain('send_messages');
    expect(found.inviteUrl).toContain(`client_id=${applicationId}`);
  });

  it('needs the permissions of the enabled commands and installed systems, and no others', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    expect((await connectionOf(actor, botId)).permissions).not.toContain('manage_messages');
    const purge = await stack.ask(commands.learn, { actor, botId, commandId: 'purge' });
    await stack.ask(systems.install, { actor, botId, systemId: 'reaction-roles' });
    expect((await connectionOf(actor, botId)).permissions).toEqual(expect.arrayContaining(['manage_messages', 'manage_roles']));
    await stack.ask(commands.updateLearned, { actor, botId, botCommandId: purge.id, isEnabled: false });
    expect((await connectionOf(actor, botId)).permissions).not.toContain('manage_messages');
  });

  it('needs the permissions of a system only with the settings that use them', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const systemId = 'auto-moderation';
    await stack.ask(systems.install, { actor, botId, systemId });
    const before = await connectionOf(actor, botId);
    expect(before.permissions).not.toContain('manage_guild');
    await stack.ask(systems.configure, { actor, botId, systemId, settings: { dryRun: false } });
    const after = await connectionOf(actor, botId);
    expect(after.permissions).toEqual(expect.arrayContaining(['manage_guild', 'manage_messages', 'moderate_members']));
    expect(after.servers[0]?.missingPermissions).toContain('manage_guild');
    expect(after.servers[0]?.inviteUrl).not.toBe(before.servers[0]?.inviteUrl);
  });

  it('needs to manage roles for a shop in which roles are sold, and when nobody can say so', async () => {
    const actor = aPremiumOwner();
    const { botId } = await aConnectedBot(actor);
    await stack.ask(systems.install, { actor, botId, systemId: 'economy-system' });
    const permissions = async () => (await connectionOf(actor, botId)).permissions;
    expect(await permissions()).not.toContain('manage_roles');
    const sold = { roleId: aSnowflake(), guildId: aSnowflake(), systemId: 'economy-system' };
    stack.usedPlaces.set(botId, { roles: [sold] });
    expect(await permissions()).toContain('manage_roles');
    stack.usedPlaces.set(botId, { roles: Array.from({ length: MAX_CHECKED_ROLES }, () => ({ ...sold, systemId: 'gone' })) });
    expect(await permissions()).toContain('manage_roles');
  });

  it('needs nothing for a system that the plan of the owner does not include any more', async () => {
    const actor = aPremiumOwner();
    const { botId } = await aConnectedBot(actor);
    await stack.ask(systems.install, { actor, botId, systemId: 'event-manager' });
    expect((await connectionOf(actor, botId)).permissions).toContain('manage_events');
    await changePlan(stack, actor.userId, 'free');
    await plansApplied(stack);
    expect((await connectionOf(actor, botId)).permissions).not.toContain('manage_events');
  });

  it('without a token has no application, no problem and no invite', async () => {
    const actor = anActor();
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
    expect(await connectionOf(actor, bot.id)).toMatchObject({
      applicationId: null,
      account: null,
      servers: [],
      problem: null,
      inviteUrl: null,
      agreedAt: null,
    });
  });

  it.each([
    [new AppError('TOKEN_INVALID'), 'TOKEN_INVALID', 'Discord refused the token'],
    [new AppError('DISCORD_UNREACHABLE', 'Discord is away.'), 'DISCORD_UNREACHABLE', 'Discord is away.'],
    [new AppError('UNAVAILABLE'), 'UNAVAILABLE', 'Discord cannot be asked right now'],
  ])('says why Discord could not be asked, and keeps the invite (%s)', async (error, code, text) => {
    const actor = anActor();
    const { botId, applicationId } = await aConnectedBot(actor);
    stack.accounts.set(botId, error);
    const found = await connectionOf(actor, botId);
    expect(found).toMatchObject({
      applicationId,
      account: null,
      servers: [],
      problem: { code, text: expect.stringContaining(text) },
    });
    expect(found.inviteUrl).not.toBeNull();
  });
});

describe('the service-provider agreement', () => {
  it('is accepted by saving the first token, and keeps its time', async () => {
    const actor = anActor({ plan: 'premium' });
    const { botId } = await aConnectedBot(actor);
    const { agreedAt } = await connectionOf(actor, botId);
    expect(Date.parse(agreedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await stack.ask(bots.update, { actor, botId, discordToken: aToken() });
    expect((await connectionOf(actor, botId)).agreedAt).toBe(agreedAt);
  });

  it('is not accepted when the token is not saved, and is forgotten with the account', async () => {
    const [holder, actor] = [anActor(), anActor()];
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
    const discordToken = aToken();
    await stack.ask(bots.create, { actor: holder, name: 'Vega', discordToken });
    expect(await codeOf(stack.ask(bots.update, { actor, botId: bot.id, discordToken }))).toBe('TOKEN_IN_USE');
    expect((await connectionOf(actor, bot.id)).agreedAt).toBeNull();
    const rows = databaseOf(stack).getRepository(AgreementEntity);
    expect(await rows.countBy({ userId: holder.userId })).toBe(1);
    await stack.ask(bots.removeAllOf, { userId: holder.userId });
    expect(await rows.countBy({ userId: holder.userId })).toBe(0);
  });
});

describe('the check of a pasted token', () => {
  it('answers what Discord says and stores nothing', async () => {
    const token = aToken();
    stack.inspections.set(token, {
      verdict: 'valid',
      applicationId: '1'.repeat(18),
      botName: 'Juniper#1234',
      hasMessageContent: false,
    });
    const check = (text: string) => stack.ask(discord.checkToken, { actor: anActor(), token: text });
    expect(await check(` Bot ${token} `)).toEqual({
      verdict: 'valid',
      applicationId: '1'.repeat(18),
      name: 'Juniper#1234',
      hasMessageContent: false,
    });
    stack.inspections.set(token, { verdict: 'invalid' });
    expect(await check(token)).toEqual({ verdict: 'invalid', applicationId: null, name: null, hasMessageContent: null });
    expect(await databaseOf(stack).query('select 1 from bots.bot where token_hint = $1', [token.slice(-4)])).toEqual([]);
  });
});

describe('requests to Discord for a bot', () => {
  it('are passed to a runner for the owner', async () => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const [serverId, channelId, helloId] = [aSnowflake(), aSnowflake(), randomUUID()];
    stack.accountCalls.length = 0;
    expect((await stack.ask(discord.channels, { actor, botId, serverId })).channels).toHaveLength(1);
    expect(await stack.ask(discord.enableIntent, { actor, botId, intent: 'message_content' })).toMatchObject({
      hasMessageContent: true,
    });
    await stack.ask(discord.updateProfile, { actor, botId, name: 'June' });
    expect(await stack.ask(discord.sayHello, { actor, botId, channelId, helloId })).toEqual({ message: 'Nova said hello.' });
    expect(stack.accountCalls).toEqual([
      { name: 'channels', input: { botId, serverId } },
      { name: 'enableIntent', input: { botId, intent: 'message_content' } },
      { name: 'updateProfile', input: { botId, name: 'June' } },
      { name: 'sayHello', input: { botId, botName: 'Nova', channelId, helloId } },
    ]);
  });

  const CALLS: readonly [string, Call, object][] = [
    ['connection', discord.connection, {}],
    ['channels', discord.channels, { serverId: '2'.repeat(18) }],
    ['updateProfile', discord.updateProfile, { name: 'June' }],
    ['enableIntent', discord.enableIntent, { intent: 'server_members' }],
    ['sayHello', discord.sayHello, { channelId: '3'.repeat(18), helloId: randomUUID() }],
  ];

  it.each(CALLS)('answer NOT_FOUND for a bot of another user: %s', async (_name, call, input) => {
    const { botId } = await aConnectedBot(anActor());
    stack.accountCalls.length = 0;
    expect(await codeOf(stack.ask(call, { actor: anActor(), botId, ...input } as InputOf<typeof call>))).toBe('NOT_FOUND');
    expect(stack.accountCalls).toEqual([]);
  });

  it.each(CALLS.filter(([, call]) => call !== discord.connection))(
    'answer TOKEN_MISSING for a bot without a token: %s',
    async (_name, call, input) => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect(await codeOf(stack.ask(call, { actor, botId: bot.id, ...input } as InputOf<typeof call>))).toBe('TOKEN_MISSING');
    },
  );

  it.each(CALLS.filter(([, call]) => !call.isRead))('are no act of an impersonation: %s', async (_name, call, input) => {
    const actor = anActor();
    const { botId } = await aConnectedBot(actor);
    const acting = impersonated(actor);
    expect(await codeOf(stack.ask(call, { actor: acting, botId, ...input } as InputOf<typeof call>))).toBe('IMPERSONATING');
    expect(await codeOf(stack.ask(discord.checkToken, { actor: acting, token: aToken() }))).toBe('IMPERSONATING');
  });
});
