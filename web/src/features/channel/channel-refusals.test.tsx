import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { flip, open, press, save, saveButton, tab, type } from '../../testing/channel-settings.js';
import { paste } from '../../testing/paste.js';

describe('an invalid channel setting', () => {
  it.each([
    ['Response Delay (seconds)', '31', 'Must be a whole number from 0 to 30', 'Behavior'],
    ['Max Messages per Minute', '0', 'Must be a whole number from 1 to 60', 'Behavior'],
    ['Warning Threshold', '11', 'Must be a whole number from 1 to 10', 'Moderation'],
    ['Timeout Duration (minutes)', '1441', 'Must be a whole number from 1 to 1,440', 'Moderation'],
    ['Custom Prefix', '', 'Must be 1 to 5 characters', 'Behavior'],
    ['Custom Prefix', '!!!!!!', 'Must be 1 to 5 characters', 'Behavior'],
    ['Dedicated Channel ID', '12', 'Must be a Discord ID (17 to 20 digits)', 'Basic'],
    ['Dedicated Channel ID', '123456789012345678901', 'Must be a Discord ID (17 to 20 digits)', 'Basic'],
  ])('opens its tab and is not sent: %s %s', async (label, value, words, place) => {
    const { sent } = open({ settings: { moderationMode: true } });
    await saveButton();
    await tab('Advanced');
    paste(label, value);
    await save();
    await screen.findByText(words);
    await waitFor(() => expect(screen.getByRole('tab', { name: place }).getAttribute('aria-selected')).toBe('true'));
    expect(sent).toEqual([]);
  });

  it('is replaced by its default when it is an empty number', async () => {
    open({ settings: { maxMessagesPerMinute: 20 } });
    await saveButton();
    type('Max Messages per Minute', '');
    fireEvent.blur(screen.getByLabelText('Max Messages per Minute'));
    await waitFor(() => expect(screen.getByLabelText('Max Messages per Minute')).toMatchObject({ value: '10' }));
  });
});

describe('channel settings that the server refuses', () => {
  it('keep what was typed and show the reason in a toast and at the field', async () => {
    open({
      onSave: () => {
        throw new AppError('TRIGGER_TAKEN', 'The command Greet already uses ?hi.');
      },
    });
    await saveButton();
    type('Custom Prefix', '?');
    await save();
    await screen.findByText('Update Failed');
    expect(screen.getByText('Failed to update channel settings: The command Greet already uses ?hi.')).toBeTruthy();
    await screen.findByText('The command Greet already uses ?hi.');
    expect(screen.getByLabelText('Custom Prefix')).toMatchObject({ value: '?' });
    expect((await saveButton()).disabled).toBe(false);
  });

  it('show the message at the field that the server names', async () => {
    open({
      onSave: () => {
        throw new AppError('BAD_INPUT', 'Nope', {
          fields: { 'channelSettings.allowedChannels.0': 'x', 'channelSettings.customPrefix': 'Not this one' },
        });
      },
    });
    await flip('Auto-reply');
    await save();
    await screen.findByText('Not this one');
  });

  it('show a message of their own when the server sends none', async () => {
    open({
      onSave: () => {
        throw new Error('boom');
      },
    });
    await flip('Auto-reply');
    await save();
    await screen.findByText('Update Failed');
  });

  it('can be applied to a version that somebody else saved', async () => {
    const { sent, stored } = open();
    await flip('Auto-reply');
    stored.settings = { ...stored.settings, mentionOnly: true };
    stored.version = 8;
    await save();
    await screen.findByText('This bot was changed somewhere else while you were editing.');
    await press('Keep my changes');
    await screen.findByText('Your changes are on top of the latest settings now. Check them, and save.');
    expect(screen.getByRole('switch', { name: 'Mention only' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByRole('switch', { name: 'Auto-reply' }).getAttribute('aria-checked')).toBe('false');
    expect(screen.queryByText('This bot was changed somewhere else while you were editing.')).toBeNull();
    await save();
    await screen.findByText('Settings Updated');
    expect(sent.at(-1)).toEqual({ channelSettings: { autoReply: false }, expectedVersion: 8 });
  });

  it('can be discarded for a version that somebody else saved', async () => {
    const { stored } = open();
    await flip('Auto-reply');
    stored.version = 8;
    stored.settings = { ...stored.settings, customPrefix: '?' };
    await save();
    await press('Load the latest');
    await waitFor(() => expect(screen.getByLabelText('Custom Prefix')).toMatchObject({ value: '?' }));
    expect(screen.getByRole('switch', { name: 'Auto-reply' }).getAttribute('aria-checked')).toBe('true');
    expect((await saveButton()).disabled).toBe(true);
  });
});
