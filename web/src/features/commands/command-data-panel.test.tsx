import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { learnedOf, openCommands, OWN, PING, press } from '../../testing/open-commands.js';

const panel = () => screen.findByRole('region', { name: 'What custom commands keep and read' });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the storage and the websites of custom commands', () => {
  it('are not shown for a companion without custom commands', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    await screen.findByText('Learning progress');
    expect(screen.queryByText('Allowed websites')).toBeNull();
    expect(sent('CommandData')).toEqual([]);
  });

  it('are shown with how much is stored, which is deleted after a question', async () => {
    const { sent } = openCommands({ learned: [learnedOf(OWN)] });
    expect(await within(await panel()).findByText('3 values stored, 2 of 100 KB')).toBeTruthy();
    await press('Delete stored values');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete stored values' }));
    await screen.findByText('0 values stored, 0 of 100 KB');
    expect(sent('ClearCommandData')).toEqual([{ botId: aBot().id }]);
  });

  it('takes websites by name or address, refuses what is none beside its field, and removes them', async () => {
    const { sent } = openCommands({ learned: [learnedOf(OWN)] });
    await panel();
    await screen.findByLabelText('Website');
    type('Website', '127.0.0.1');
    await press('Allow');
    await screen.findByText('Must be the name of a website, like api.example.org');
    type('Website', 'https://API.example.org/v1');
    await press('Allow');
    await screen.findByText('api.example.org');
    expect(screen.queryByText('Must be the name of a website, like api.example.org')).toBeNull();
    await press('No longer allow api.example.org');
    await screen.findByText('None yet: custom commands read no website.');
    const botId = aBot().id;
    expect(sent('SetCommandHosts')).toEqual([
      { botId, hosts: ['api.example.org'] },
      { botId, hosts: [] },
    ]);
  });

  it('stay as they were when the server refuses a change', async () => {
    openCommands({
      learned: [learnedOf(OWN)],
      onMutation: () => {
        throw new AppError('UNAVAILABLE');
      },
    });
    await panel();
    await screen.findByLabelText('Website');
    type('Website', 'api.example.org');
    await press('Allow');
    await screen.findByText('Failed to save websites');
    expect(screen.getByLabelText('Website')).toMatchObject({ value: 'api.example.org' });
  });
});

describe('the limits of a learned command', () => {
  it('are sent when they change, and refused when they cannot be', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING, { cooldownS: 5 })] });
    await press('Configure Ping');
    expect(screen.getByLabelText('Cooldown in seconds')).toMatchObject({ value: '5' });
    type('Cooldown in seconds', 'soon');
    type('Required role', 'admins');
    await press('Save Changes');
    await screen.findByText('Must be a whole number of seconds, at most 86400 (a day)');
    await screen.findByText('Must be a Discord ID (17 to 20 digits)');
    type('Cooldown in seconds', '60');
    type('Required role', '123456789012345678');
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateLearnedCommand')).toHaveLength(1));
    expect(sent('UpdateLearnedCommand')[0]?.['input']).toEqual({
      isEnabled: true,
      customTrigger: null,
      cooldownS: 60,
      requiredRoleId: '123456789012345678',
    });
  });

  it('offer the roles of its servers by name, and take a name that only one of them has', async () => {
    const { sent } = openCommands({
      learned: [learnedOf(PING)],
      operations: {
        DiscordRoles: () => ({
          discordChannels: {
            __typename: 'DiscordChannels',
            roles: [{ __typename: 'DiscordRole', id: '310000000000000001', name: 'Regulars' }],
          },
        }),
      },
    });
    await press('Configure Ping');
    const role = await screen.findByRole('combobox', { name: 'Required role' });
    fireEvent.change(role, { target: { value: 'regulars' } });
    fireEvent.blur(role);
    await screen.findByText('@Regulars · Elm Street');
    await press('Save Changes');
    await waitFor(() =>
      expect(sent('UpdateLearnedCommand')).toMatchObject([{ input: { requiredRoleId: '310000000000000001' } }]),
    );
  });
});
