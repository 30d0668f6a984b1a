import { describe, expect, it } from '@jest/globals';
import {
  ChannelSettings,
  COMMANDS,
  DISCORD_PERMISSIONS,
  inviteUrl,
  missingPermissions,
  neededPermissions,
  permissionBits,
  type BotAbilities,
  type DiscordPermission,
  type SystemInUse,
} from '../src/index.js';

const BARE = ChannelSettings.parse({ enableThreads: false });
const abilities = (changes: Partial<BotAbilities> = {}, settings: Partial<ChannelSettings> = {}): BotAbilities => ({
  channelSettings: { ...BARE, ...settings },
  preferences: { sendMedia: false },
  commandIds: [],
  systems: [],
  ...changes,
});
const on = (systemId: string, settings: SystemInUse['settings'] = {}): SystemInUse => ({ systemId, settings });
const ROLE = '123456789012345678';
const FEWEST = neededPermissions(abilities());
const beyondFewest = (changes: Partial<BotAbilities>, settings?: Partial<ChannelSettings>) =>
  neededPermissions(abilities(changes, settings)).filter((permission) => !FEWEST.includes(permission));

describe('neededPermissions', () => {
  it('are to see channels, write, read the history and embed links when nothing else is switched on', () => {
    expect(FEWEST.toSorted()).toEqual(['embed_links', 'read_history', 'send_messages', 'view_channels']);
  });

  it.each<[string, Partial<BotAbilities>, Partial<ChannelSettings>, DiscordPermission[]]>([
    ['media', { preferences: { sendMedia: true } }, {}, ['attach_files']],
    ['threads', {}, { enableThreads: true }, ['send_in_threads']],
    ['new threads', {}, { enableThreads: true, autoCreateThreads: true }, ['send_in_threads', 'create_public_threads']],
    ['new threads without threads', {}, { autoCreateThreads: true }, []],
    ['moderation that only watches', {}, { moderationMode: true, profanityFilter: true, issueWarnings: true }, []],
    ['moderation that deletes', {}, { moderationMode: true, autoDelete: true }, ['manage_messages']],
    ['moderation that times out', {}, { moderationMode: true, timeoutUsers: true }, ['moderate_members']],
    ['moderation in its dry run', {}, { moderationMode: true, moderationDryRun: true, autoDelete: true, timeoutUsers: true }, []],
    ['actions of moderation that is off', {}, { autoDelete: true, timeoutUsers: true }, []],
    ['commands that only answer', { commandIds: ['help', 'ping', 'roll'] }, {}, []],
    ['purge', { commandIds: ['purge'] }, {}, ['manage_messages']],
    [
      'slow mode, timeout and polls',
      { commandIds: ['slowmode', 'timeout', 'poll'] },
      {},
      ['send_polls', 'manage_channels', 'moderate_members'],
    ],
    ['commands that are switched off', { commandIds: ['purge', 'timeout'] }, { allowCommands: false }, []],
    ['roles', { systems: [on('reaction-roles')] }, {}, ['add_reactions', 'manage_roles']],
    ['music', { systems: [on('music-bot')] }, {}, ['connect', 'speak']],
    ['an unknown system', { systems: [on('constructor')] }, {}, []],
  ])('for %s', (_what, changes, settings, expected) => {
    expect(beyondFewest(changes, settings)).toEqual(expected);
  });

  it.each<[string, SystemInUse, DiscordPermission[]]>([
    ['rules as they are at first, in a dry run', on('auto-moderation'), []],
    ['rules in force', on('auto-moderation', { dryRun: false }), ['manage_messages', 'manage_guild', 'moderate_members']],
    ['a judging model as it is at first, in a dry run', on('ai-moderator'), []],
    ['a judging model that acts', on('ai-moderator', { dryRun: false }), ['manage_messages', 'moderate_members']],
    ['levels without roles', on('leveling-xp', { roles: '' }), ['attach_files']],
    ['levels with roles', on('leveling-xp', { roles: `5 ${ROLE}` }), ['attach_files', 'manage_roles']],
    ['a shop without roles', { ...on('economy-system'), givesUnnamedRoles: false }, []],
    ['a shop with roles', { ...on('economy-system'), givesUnnamedRoles: true }, ['manage_roles']],
    ['a shop of which nobody knows', on('economy-system'), ['manage_roles']],
    ['greetings as they are at first', on('welcome-messages'), ['attach_files']],
    ['greetings without a picture', on('welcome-messages', { picture: false }), []],
    ['a picture without a greeting', on('welcome-messages', { greeting: ' ' }), []],
    ['a role for new members', on('welcome-messages', { picture: false, role: ROLE }), ['manage_roles']],
    ['tickets', on('support-tickets'), ['send_in_threads', 'create_private_threads', 'manage_threads']],
    [
      'tickets with transcripts in a channel',
      on('support-tickets', { logChannel: ROLE }),
      ['send_in_threads', 'attach_files', 'create_private_threads', 'manage_threads'],
    ],
  ])('for %s', (_what, system, expected) => {
    expect(beyondFewest({ systems: [system] })).toEqual(expected);
  });

  it('name each permission once, never administrator, whatever is switched on together', () => {
    const all = neededPermissions(
      abilities(
        {
          preferences: { sendMedia: true },
          commandIds: COMMANDS.map(({ id }) => id),
          systems: ['auto-moderation', 'reaction-roles', 'support-tickets', 'event-manager', 'music-bot'].map((id) =>
            on(id, { dryRun: false }),
          ),
        },
        { enableThreads: true, autoCreateThreads: true, moderationMode: true, autoDelete: true, timeoutUsers: true },
      ),
    );
    expect(all).toEqual(DISCORD_PERMISSIONS);
    expect(BigInt(permissionBits(all)) & 8n).toBe(0n);
  });
});

describe('permissionBits', () => {
  it('is the decimal sum that Discord documents', () => {
    // https://discord.com/developers/docs/topics/permissions: 0x400, 0x800 and 0x10000000000.
    expect(permissionBits(['view_channels', 'send_messages', 'moderate_members'])).toBe(String(0x400 + 0x800 + 0x10000000000));
    expect(permissionBits([])).toBe('0');
  });
});

describe('missingPermissions', () => {
  it('are those whose bit was not granted, none for an administrator, all for a text that is no number', () => {
    const needed: DiscordPermission[] = ['view_channels', 'manage_messages'];
    expect(missingPermissions(permissionBits(['view_channels']), needed)).toEqual(['manage_messages']);
    expect(missingPermissions(permissionBits(needed), needed)).toEqual([]);
    expect(missingPermissions('8', needed)).toEqual([]);
    expect(missingPermissions('', needed)).toEqual(needed);
  });
});

describe('inviteUrl', () => {
  it('names the application, both scopes and the permissions, and a server where it is given', () => {
    const url = new URL(inviteUrl('123456789012345678', ['view_channels'], '223456789012345678'));
    expect(url.origin + url.pathname).toBe('https://discord.com/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '123456789012345678',
      scope: 'bot applications.commands',
      permissions: '1024',
      guild_id: '223456789012345678',
      disable_guild_select: 'true',
    });
    expect(new URL(inviteUrl('123456789012345678', [])).searchParams.has('guild_id')).toBe(false);
  });
});
