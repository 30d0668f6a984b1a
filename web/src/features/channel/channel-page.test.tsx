import { describe, expect, it } from '@jest/globals';
import { AppError, ChannelSettings } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { flip, id, open, press, save, saveButton, tab, type } from '../../testing/channel-settings.js';

describe('the channel settings', () => {
  it('show a spinner, then four tabs and a link back to the bot', async () => {
    open();
    await screen.findByText('Loading channel settings...');
    await saveButton();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Basic',
      'Behavior',
      'Moderation',
      'Advanced',
    ]);
    expect(screen.getByRole('link', { name: 'Back to Bot' }).getAttribute('href')).toBe(`/bots/${id}`);
  });

  it('have a field for each of the settings', async () => {
    open({ settings: { moderationMode: true, profanityFilter: true, blockLinks: true } });
    await saveButton();
    const lists = screen.getAllByRole('group', { hidden: true }).length;
    const switches = screen.getAllByRole('switch', { hidden: true }).length;
    const others = [
      'Dedicated Channel ID',
      'Custom Prefix',
      'Whitelisted Users',
      'Forbidden Words',
      'Allowed Websites',
      'Log Channel',
      'Missed messages',
    ];
    const paces = ['Response Delay (seconds)', 'Max Messages per Minute', 'Direct Messages per Hour'];
    const numbers = [...paces, 'Warning Threshold', 'Timeout Duration (minutes)'];
    for (const label of [...others, ...numbers]) expect(screen.getByLabelText(label)).toBeTruthy();
    const messages = screen.getAllByRole('button', { name: 'Add a message', hidden: true }).length;
    expect(lists + switches + others.length + numbers.length + messages).toBe(Object.keys(ChannelSettings.shape).length);
  });

  it('can be saved only after a change, and explain why otherwise', async () => {
    open();
    expect((await saveButton()).disabled).toBe(true);
    await flip('Auto-reply');
    await screen.findByText('Unsaved Changes');
    expect((await saveButton()).disabled).toBe(false);
    await flip('Auto-reply');
    await waitFor(() => expect(screen.queryByText('Unsaved Changes')).toBeNull());
    expect((await saveButton()).disabled).toBe(true);
  });

  it('send the changes once, with the version they are based on, and are unchanged afterwards', async () => {
    let done = (): void => undefined;
    const { sent } = open({ onSave: () => new Promise<void>((resolve) => (done = resolve)) });
    await saveButton();
    await flip('Mention only');
    type('Response Delay (seconds)', '7');
    const button = await saveButton();
    await save();
    fireEvent.submit(button);
    expect((await screen.findByRole('button', { name: 'Saving...' })).getAttribute('aria-disabled')).toBe('true');
    done();
    await screen.findByText('Settings Updated');
    expect(screen.getByText('Channel settings have been saved successfully!')).toBeTruthy();
    expect(sent).toEqual([{ channelSettings: { mentionOnly: true, responseDelay: 7 }, expectedVersion: 3 }]);
    expect((await saveButton()).disabled).toBe(true);
    expect(screen.queryByText('Unsaved Changes')).toBeNull();
  });

  it('keep edits made while a save is running', async () => {
    let done = (): void => undefined;
    const { sent } = open({ onSave: () => new Promise<void>((resolve) => (done = resolve)) });
    await saveButton();
    await flip('Mention only');
    await save();
    await screen.findByRole('button', { name: 'Saving...' });
    type('Custom Prefix', '?');
    await waitFor(() => expect(sent).toHaveLength(1));
    done();
    await screen.findByText('Settings Updated');
    expect(screen.getByLabelText('Custom Prefix')).toMatchObject({ value: '?' });
    await save();
    await waitFor(() => expect(sent[1]).toEqual({ channelSettings: { customPrefix: '?' }, expectedVersion: 4 }));
    done();
    await waitFor(async () => expect((await saveButton()).disabled).toBe(true));
  });

  it('show the moderation details only while moderation mode is on', async () => {
    open();
    await tab('Moderation');
    expect(screen.queryByRole('switch', { name: 'Spam detection' })).toBeNull();
    await flip('Moderation mode');
    await screen.findByRole('switch', { name: 'Spam detection' });
    expect(screen.getByLabelText('Whitelisted Users')).toBeTruthy();
    expect(screen.getByText('It finds nothing yet: switch on what it should look for.')).toBeTruthy();
    await flip('Spam detection');
    await waitFor(() => expect(screen.queryByText(/It finds nothing yet/)).toBeNull());
    await flip('Moderation mode');
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Spam detection' })).toBeNull());
  });

  it('show auto-create threads only while threads are enabled', async () => {
    open();
    await tab('Advanced');
    await screen.findByRole('switch', { name: 'Auto-create threads' });
    await flip('Enable threads');
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Auto-create threads' })).toBeNull());
  });
});

describe('leaving the channel settings', () => {
  it('asks while changes are unsaved', async () => {
    open();
    await flip('Auto-reply');
    await screen.findByText('Unsaved Changes');
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('Leave without saving?');
    await press('Keep editing');
    await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
    expect(screen.getByText('Unsaved Changes')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await press('Discard changes');
    await screen.findByText('at /elsewhere');
  });

  it('asks before the tab is closed', async () => {
    open();
    await saveButton();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await flip('Auto-reply');
    // An effect after the bar is shown listens for it.
    await waitFor(() => expect(close()).toBe(true));
  });

  it('asks nothing after a save', async () => {
    open();
    await saveButton();
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByText('at /elsewhere');
  });
});

describe('channel settings that cannot be loaded', () => {
  it.each(['NOT_FOUND', 'BAD_INPUT'] as const)('show "Bot Not Found" for a missing or foreign bot (%s)', async (code) => {
    open({
      bot: () => {
        throw new AppError(code);
      },
    });
    await screen.findByRole('heading', { name: 'Bot Not Found' });
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toBeTruthy();
  });

  it('can be loaded again', async () => {
    let isDown = true;
    open({
      bot: () => {
        if (isDown) throw new AppError('UNAVAILABLE');
        return { __typename: 'Bot', id, name: 'Juniper', channelSettings: {}, version: 1 };
      },
    });
    await screen.findByText('This could not be loaded');
    isDown = false;
    await press('Try again');
    await saveButton();
  });
});
