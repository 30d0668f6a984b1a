import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { screen, waitFor, within } from '@testing-library/react';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { aCase, flip, open, press, save, saveButton, tab, type } from '../../testing/channel-settings.js';

const list = () => screen.findByRole('list', { name: 'Moderation cases' });

describe('the cases of moderation', () => {
  it('are loaded when their tab is opened, and say who, where, why and what was done', async () => {
    const asked: unknown[] = [];
    open({
      cases: [
        aCase({ actions: ['delete', 'warn', 'timeout'], refused: ['timeout'] }),
        aCase({ id: 'c3', actions: ['warn', 'timeout'], timeoutUntil: '2026-01-02T03:14:05.000Z' }),
        aCase({ id: 'c2', memberId: null, memberName: null, rule: 'auto_moderation', detail: 'No nitro', isDryRun: true }),
      ],
      onCases: (variables) => asked.push(variables),
    });
    await saveButton();
    expect(asked).toEqual([]);
    await tab('Moderation');
    const [first, timeout, second] = within(await list()).getAllByRole('listitem');
    for (const words of ['Link', 'Ann', '100000000000000001', 'deleted, warned (warning 2)'])
      expect(first?.textContent).toContain(words);
    expect(first?.textContent).toContain('Discord did not let it: timed out');
    expect(timeout?.textContent).toMatch(/warned \(warning 2\), timed out until Jan 2, 2026, .+ · /);
    expect(second?.textContent).toContain('A member who asked to be forgotten');
    for (const words of ['Dry run', 'Auto Moderation', 'No nitro', 'would be deleted'])
      expect(second?.textContent).toContain(words);
    expect(within(second ?? document.body).queryByRole('button')).toBeNull();
  });

  it('name channels and servers that are known, and show the ids of others', async () => {
    const connection = aConnection({ servers: [aServer({ id: '200000000000000001', name: 'Elm Street' })] });
    const channel = { __typename: 'DiscordChannel', id: '300000000000000001', name: 'general', kind: 'text', category: null };
    open({
      cases: [
        aCase(),
        aCase({ id: 'c2', channelId: '300000000000000009' }),
        aCase({ id: 'c3', channelId: '300000000000000008', guildId: '200000000000000008' }),
      ],
      pauses: [{ guildId: '200000000000000001', pausedAt: '2026-01-02T03:04:05.000Z' }],
      search: '?tab=moderation',
      operations: {
        DiscordConnection: () => ({ discordConnection: connection }),
        DiscordChannels: () => ({ discordChannels: { __typename: 'DiscordChannels', channels: [channel], categories: [] } }),
      },
    });
    await screen.findByText(/#general · Elm Street$/);
    const places = within(await list()).getAllByRole('listitem');
    expect(places.map(({ textContent }) => /· ((?:Channel|#).+?)(?:Take back|$)/.exec(textContent)?.[1])).toEqual([
      '#general · Elm Street',
      'Channel 300000000000000009 · Elm Street',
      'Channel 300000000000000008 · 200000000000000008',
    ]);
    await screen.findByText(/Moderation is paused in Elm Street since/);
  });

  it('are read again when their owner comes back from Discord, while their tab is open', async () => {
    const asked: unknown[] = [];
    open({ onCases: (variables) => asked.push(variables) });
    await saveButton();
    dispatchEvent(new Event('focus'));
    expect(asked).toEqual([]);
    await tab('Moderation');
    await waitFor(() => expect(asked).toHaveLength(1));
    dispatchEvent(new Event('focus'));
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('can be taken back once', async () => {
    const { undone } = open({ cases: [aCase()], search: '?tab=moderation' });
    await press('Take back: Ann, Link');
    await screen.findByText('Case taken back');
    expect(undone).toEqual(['c1']);
    expect((await list()).textContent).toContain('Taken back');
    expect(screen.queryByRole('button', { name: 'Take back: Ann, Link' })).toBeNull();
  });

  it('are searched by member on the server, without saving the settings', async () => {
    const asked: unknown[] = [];
    const { sent } = open({ cases: [aCase()], search: '?tab=moderation', onCases: ({ member }) => asked.push(member) });
    await list();
    type('Search by member', 'Zoe');
    await screen.findByText('No case matches your search.');
    expect(asked).toEqual([null, 'Zoe']);
    expect(sent).toEqual([]);
  });

  it('say that there are none, and why they could not be loaded', async () => {
    open({ search: '?tab=moderation' });
    await screen.findByText('No cases yet');
  });

  it('can be loaded again after a failure', async () => {
    let isDown = true;
    open({
      cases: [aCase()],
      search: '?tab=moderation',
      onCases: () => {
        if (isDown) throw new AppError('NOT_FOUND');
      },
    });
    await screen.findByText('Cases could not be loaded');
    isDown = false;
    await press('Try again');
    await list();
  });

  it('name the servers in which moderation is paused, and let it go on', async () => {
    open({ pauses: [{ guildId: '200000000000000001', pausedAt: '2026-01-02T03:04:05.000Z' }], search: '?tab=moderation' });
    await screen.findByText(/Moderation is paused in Elm Street since .* more than 10 messages/);
    await press('Let it go on');
    await screen.findByText('Moderation goes on');
    await waitFor(() => expect(screen.queryByText(/Moderation is paused/)).toBeNull());
  });
});

describe('the settings of moderation', () => {
  it('that belong to a rule are shown with it, and are saved', async () => {
    const { sent } = open({ settings: { moderationMode: true }, search: '?tab=moderation' });
    await saveButton();
    expect(screen.queryByLabelText('Forbidden Words')).toBeNull();
    await flip('Profanity filter');
    await screen.findByLabelText('Forbidden Words');
    type('Forbidden Words', 'kumquat, two words');
    await flip('Dry run');
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({
      profanityFilter: true,
      blockedWords: 'kumquat, two words',
      moderationDryRun: true,
    });
  });
});

describe('direct messages', () => {
  it('are shown as what is in force, and only sent when they were switched', async () => {
    const { sent } = open();
    const row = await screen.findByRole('switch', { name: 'Answer direct messages' });
    expect(row.getAttribute('aria-checked')).toBe('true');
    await flip('Answer direct messages');
    await save();
    await screen.findByText('Settings Updated');
    expect(sent[0]?.channelSettings).toEqual({ allowDirectMessages: false });
  });
});
