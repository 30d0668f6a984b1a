import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { DEFAULTS, installedOf, openSystems } from '../../testing/open-systems.js';

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => sessionStorage.clear());

const [GENERAL, REGULARS] = ['300000000000000001', '310000000000000001'];
const channelOf = (id: string, name: string) => ({ __typename: 'DiscordChannel', id, name, kind: 'text', category: null });
/** What Discord tells of the server; two channels have the same name. */
const NAMES = {
  DiscordChannels: () => ({
    discordChannels: {
      __typename: 'DiscordChannels',
      channels: [channelOf(GENERAL, 'general'), channelOf('300000000000000002', 'twin'), channelOf('300000000000000003', 'twin')],
      categories: [],
    },
  }),
  DiscordRoles: () => ({
    discordChannels: {
      __typename: 'DiscordChannels',
      roles: [{ __typename: 'DiscordRole', id: REGULARS, name: 'Regulars' }],
    },
  }),
};

describe('the settings of a system', () => {
  const roles = (value: string) => fireEvent.change(screen.getByLabelText('Maximum roles'), { target: { value } });

  it('are sent with the type of each setting', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    roles('12');
    fireEvent.click(screen.getByRole('switch', { name: 'Remove on second reaction' }));
    fireEvent.change(screen.getByLabelText('Log channel'), { target: { value: '300000000000000001' } });
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    expect(sent('ConfigureSystem')).toEqual([
      {
        botId: aBot().id,
        systemId: 'reaction-roles',
        settings: { maxRoles: 12, removeOnReact: false, logChannel: '300000000000000001' },
      },
    ]);
  });

  it.each(['0', '51', '1.5', ''])('are validated before they are sent (%j roles)', async (value) => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    roles(value);
    await press('Save Settings');
    await screen.findByText('Must be a whole number from 1 to 50');
    expect(sent('ConfigureSystem')).toEqual([]);
  });

  it('that are a channel take its id or its name, and say so instead of sending anything else', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)], operations: NAMES });
    await press('Configure Reaction Roles');
    const channel = await screen.findByRole('combobox', { name: 'Log channel' });
    for (const value of ['generall', 'twin', '1234']) {
      fireEvent.change(channel, { target: { value } });
      await press('Save Settings');
      await screen.findByText('Pick one from the list, or paste its Discord ID (17 to 20 digits)');
    }
    expect(sent('ConfigureSystem')).toEqual([]);
    fireEvent.change(channel, { target: { value: 'general' } });
    fireEvent.blur(channel);
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    expect(sent('ConfigureSystem')).toMatchObject([{ settings: { logChannel: GENERAL } }]);
  });

  it('that are roles of levels take names that one role alone has, and name the line that is no role', async () => {
    const settings = { roles: '', keepRoles: true, announce: 'Off', announceChannel: '', message: 'Hi' };
    const { sent } = openSystems({ installed: [installedOf('leveling-xp', settings)], operations: NAMES });
    await press('Configure Leveling & XP');
    const field = screen.getByLabelText('Level roles');
    const write = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    };
    // The roles have been told once the channels are offered.
    await screen.findByRole('combobox', { name: 'Channel for levels' });
    await waitFor(() => {
      write('5 @Regulars\n10 Veteran');
      expect(field).toMatchObject({ value: `5 ${REGULARS}\n10 Veteran` });
    });
    expect(screen.getByText('Level 5: @Regulars · Elm Street')).toBeTruthy();
    await press('Save Settings');
    await screen.findByText(
      /^“10 Veteran” must be a level from 1 to 1000 and a role: the name of one in a server of this companion/,
    );
    expect(sent('ConfigureSystem')).toEqual([]);
    write(`5 regulars\n10: ${REGULARS}`);
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    expect(sent('ConfigureSystem')).toMatchObject([{ settings: { roles: `5 ${REGULARS}\n10: ${REGULARS}` } }]);
  });

  it('can be reset to their defaults', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', { ...DEFAULTS, maxRoles: 9 })] });
    await press('Configure Reaction Roles');
    await press('Reset to Default');
    await screen.findByText('Settings Reset');
    expect(sent('ConfigureSystem')).toMatchObject([{ reset: true, settings: {} }]);
    expect(screen.getByLabelText('Maximum roles')).toMatchObject({ value: '5' });
  });

  it('show, once saved, what a server does not grant for them, with the page that grants it', async () => {
    const missing = { current: [] as string[] };
    const inviteUrl = 'https://discord.com/oauth2/authorize?permissions=32';
    openSystems({
      installed: [installedOf('auto-moderation', { dryRun: true, logChannel: '' })],
      onMutation: () => {
        missing.current = ['manage_guild', 'speak'];
      },
      operations: {
        DiscordConnection: () => ({
          discordConnection: aConnection({ servers: [aServer({ missingPermissions: missing.current, inviteUrl })] }),
        }),
      },
    });
    await press('Configure Auto Moderation');
    fireEvent.click(await screen.findByRole('switch', { name: 'Dry run' }));
    await press('Save Settings');
    await screen.findByText('Missing there: Manage Server');
    expect(screen.getByRole('link', { name: /^Grant in Elm Street/ }).getAttribute('href')).toBe(inviteUrl);
  });

  it('keep what was typed when saving fails', async () => {
    openSystems({
      installed: [installedOf('reaction-roles', DEFAULTS)],
      onMutation: () => {
        throw new AppError('BAD_INPUT', 'Unknown setting');
      },
    });
    await press('Configure Reaction Roles');
    roles('7');
    await press('Save Settings');
    await screen.findByText('Update Failed');
    expect(screen.getByText('Unknown setting')).toBeTruthy();
    expect(screen.getByLabelText('Maximum roles')).toMatchObject({ value: '7' });
  });
});

describe('unsaved settings of a system', () => {
  const roles = () => screen.getByLabelText('Maximum roles');
  const type = (value: string) => fireEvent.change(roles(), { target: { value } });
  const isReloadAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('are kept while another panel is open, and cause a question before the page is left', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS), installedOf('music-bot')] });
    await press('Configure Reaction Roles');
    type('7');
    await press('Configure Reaction Roles');
    await press('Configure Music Bot');
    await press('Configure Reaction Roles');
    expect(roles()).toMatchObject({ value: '7' });
    expect(isReloadAsked()).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('What you changed here is not saved yet.');
    await press('Keep editing');
    await press('Save Settings');
    await screen.findByText('Settings Updated');
    await waitFor(() => expect(isReloadAsked()).toBe(false));
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('at /elsewhere');
  });

  it('are dropped when the system is removed', async () => {
    openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    type('7');
    await press('Remove System');
    await screen.findByText('System Removed');
    await waitFor(() => expect(isReloadAsked()).toBe(false));
  });

  it('are never truncated; a value that is too long gets an error at its field', async () => {
    const { sent } = openSystems({ installed: [installedOf('reaction-roles', DEFAULTS)] });
    await press('Configure Reaction Roles');
    const field = screen.getByLabelText('Log channel');
    fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
    await press('Save Settings');
    await screen.findByText('Must be at most 500 characters');
    expect(field.hasAttribute('maxlength')).toBe(false);
    expect(sent('ConfigureSystem')).toEqual([]);
  });
});
