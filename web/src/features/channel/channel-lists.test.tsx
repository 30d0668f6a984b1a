import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { FIRST, open, press, save, saveButton, SECOND, type } from '../../testing/channel-settings.js';

describe('the channel lists', () => {
  const list = async (name: string) => within(await screen.findByRole('group', { name }));

  it('add a trimmed id with Enter or the button', async () => {
    const { sent } = open();
    const allowed = await list('Allowed Channels');
    const input = allowed.getByLabelText('Channel ID for Allowed Channels');
    fireEvent.change(input, { target: { value: ` ${FIRST} ` } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await allowed.findByText(FIRST);
    fireEvent.change(input, { target: { value: SECOND } });
    fireEvent.click(allowed.getByRole('button', { name: 'Add to Allowed Channels' }));
    await allowed.findByText(SECOND);
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({ allowedChannels: [FIRST, SECOND] });
  });

  it('refuse an invalid or duplicate id and keep what was typed', async () => {
    open({ settings: { restrictedChannels: [FIRST] } });
    const restricted = await list('Restricted Channels');
    const input = restricted.getByLabelText('Channel ID for Restricted Channels');
    const add = () => fireEvent.click(restricted.getByRole('button', { name: 'Add to Restricted Channels' }));
    add();
    expect(restricted.getByRole('alert').textContent).toBe('Must be a Discord ID (17 to 20 digits)');
    fireEvent.change(input, { target: { value: 'general' } });
    add();
    expect(restricted.getByRole('alert').textContent).toBe('Must be a Discord ID (17 to 20 digits)');
    expect(input).toMatchObject({ value: 'general' });
    fireEvent.change(input, { target: { value: FIRST } });
    add();
    expect(restricted.getByRole('alert').textContent).toBe('This channel is in the list already');
    expect((await saveButton()).disabled).toBe(true);
  });

  it('offer categories by name, as does the dedicated channel', async () => {
    const { sent } = open({
      settings: { dedicatedChannelId: SECOND },
      operations: {
        DiscordConnection: () => ({ discordConnection: aConnection({ servers: [aServer({ name: 'Elm Street' })] }) }),
        DiscordChannels: () => ({
          discordChannels: {
            __typename: 'DiscordChannels',
            channels: [],
            categories: [
              { __typename: 'DiscordCategory', id: FIRST, name: 'Lobby' },
              { __typename: 'DiscordCategory', id: SECOND, name: 'Games' },
            ],
          },
        }),
      },
    });
    await screen.findByText('Games (category) · Elm Street');
    const allowed = await list('Allowed Channels');
    fireEvent.change(allowed.getByLabelText('Channel ID for Allowed Channels'), { target: { value: 'Lob' } });
    fireEvent.mouseDown(await screen.findByText('Lobby (category)'));
    await allowed.findByText('Lobby (category) · Elm Street');
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({ allowedChannels: [FIRST] });
  });

  it('contain 100 channels at most', async () => {
    open({ settings: { allowedChannels: Array.from({ length: 100 }, (_, at) => String(BigInt(FIRST) + BigInt(at))) } });
    const allowed = await list('Allowed Channels');
    fireEvent.change(allowed.getByLabelText('Channel ID for Allowed Channels'), { target: { value: SECOND } });
    fireEvent.click(allowed.getByRole('button', { name: 'Add to Allowed Channels' }));
    expect(allowed.getByRole('alert').textContent).toBe('A list holds 100 channels at most');
  });

  it('remove an entry, which counts as a change, and mark an entry that is in both lists', async () => {
    const { sent } = open({ settings: { allowedChannels: [FIRST], restrictedChannels: [FIRST] } });
    const allowed = await list('Allowed Channels');
    expect(allowed.getByText('Also in the other list. Restricted wins: it stays silent there.')).toBeTruthy();
    await press(`Remove ${FIRST} from Allowed Channels`);
    await screen.findByText('Unsaved Changes');
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({ allowedChannels: [] });
  });

  it('count a typed id that is not added yet as unsaved, and never truncate it', async () => {
    open();
    const allowed = await list('Allowed Channels');
    const input = allowed.getByLabelText('Channel ID for Allowed Channels');
    expect(await saveButton()).toMatchObject({ disabled: true, title: 'Nothing has changed.' });
    expect(screen.getByRole('button', { name: 'Save Settings', description: 'Nothing has changed.' })).toBeTruthy();
    fireEvent.change(input, { target: { value: FIRST } });
    await screen.findByText('Unsaved Changes');
    expect(
      screen.getByRole('button', { name: 'Save Settings', description: 'Add the channel ID to its list first.' }),
    ).toBeTruthy();
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await press('Keep editing');
    expect(input).toMatchObject({ value: FIRST });
    fireEvent.change(input, { target: { value: '' } });
    await waitFor(() => expect(screen.queryByText('Unsaved Changes')).toBeNull());
    expect(input.hasAttribute('maxlength')).toBe(false);
  });

  it('show an error at a whitelist that is too long instead of truncating it', async () => {
    const { sent } = open({ settings: { moderationMode: true } });
    await saveButton();
    type('Whitelisted Users', 'x'.repeat(4001));
    expect(screen.getByLabelText('Whitelisted Users').hasAttribute('maxlength')).toBe(false);
    await save();
    await screen.findByText('Must be at most 4,000 characters');
    expect(sent).toEqual([]);
  });
});
