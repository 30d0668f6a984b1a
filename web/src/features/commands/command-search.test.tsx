import { describe, expect, it } from '@jest/globals';
import { AppError, COMMANDS } from '@kith/proto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../testing/fake-server.js';
import { learned, learnedOf, offers, openCommands, OWN, PING, press } from '../../testing/open-commands.js';

const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search commands...' });
const type = async (text: string) => fireEvent.change(await box(), { target: { value: text } });
const names = async () => (await offers()).textContent;
const count = async () => within(await offers()).queryAllByRole('listitem').length;
const shows = (expected: number) => waitFor(async () => expect(await count()).toBe(expected));
const look = () => act(async () => void window.dispatchEvent(new Event('focus')));

describe('the search for commands', () => {
  it('shows what the server finds by name or description, with one request per settled input', async () => {
    const { sent } = openCommands();
    for (const text of ['D', 'DI', ' DICE ']) await type(text);
    await shows(1);
    expect(within(await offers()).getByText('Roll')).toBeTruthy();
    expect(screen.getByText('1 command found')).toBeTruthy();
    expect(sent('SearchCommands')).toEqual([{ search: 'DICE' }]);
  });

  it('searches a category on the server, with or without a text', async () => {
    const { sent } = openCommands();
    await press('Moderation');
    expect(screen.getByRole('button', { name: 'Moderation' }).getAttribute('aria-pressed')).toBe('true');
    await shows(COMMANDS.filter(({ category }) => category === 'moderation').length);
    await type('dice');
    await screen.findByText('No commands found');
    expect(await count()).toBe(0);
    expect(sent('SearchCommands')).toEqual([
      { search: '', category: 'moderation' },
      { search: 'dice', category: 'moderation' },
    ]);
    await press('Show all commands');
    await shows(COMMANDS.length + 1);
    expect((await box()).value).toBe('');
    expect(sent('SearchCommands')).toHaveLength(2);
    await press('Custom');
    await shows(1);
    expect(await names()).toContain('Greet');
  });

  it('links to custom commands when the user has none', async () => {
    openCommands({ own: false });
    await press('Custom');
    await screen.findByText('No custom commands yet');
    expect(screen.getByRole('link', { name: 'Write a custom command' }).getAttribute('href')).toBe('/custom-commands');
  });

  it('does not claim that there are no custom commands when all are learned', async () => {
    openCommands({ learned: [learnedOf(OWN)] });
    await press('Custom');
    await screen.findByText('No commands found');
    expect(screen.queryByText('No custom commands yet')).toBeNull();
  });

  it('shows when everything is learned', async () => {
    openCommands({ learned: [...COMMANDS, OWN].map((command) => learnedOf(command)) });
    await screen.findByText('Everything learned');
    await type('zebra');
    await screen.findByText('0 commands found');
    expect(screen.queryByText('No commands found')).toBeNull();
  });

  it('hides a learned command at once, and offers it again after it was removed', async () => {
    const { sent } = openCommands({ learned: [learnedOf(PING)] });
    await type('dice');
    await shows(1);
    await press('Add Roll');
    await screen.findByText('Command Added!');
    await screen.findByText('No commands found');
    expect(within(await learned()).getByText('Roll')).toBeTruthy();
    await press('Remove Roll');
    await screen.findByText('Command Removed');
    await shows(1);
    expect(sent('SearchCommands')).toHaveLength(1);
  });

  it('shows why the search failed, and tries again', async () => {
    const server = { isDown: true };
    const { sent } = openCommands({
      onSearch: () => {
        if (server.isDown) throw new AppError('UNAVAILABLE', 'Commands cannot be searched right now.');
      },
    });
    await type('dice');
    await screen.findByText('Commands cannot be searched right now.');
    expect(await count()).toBe(0);
    await press('Try again');
    await waitFor(() => expect(sent('SearchCommands')).toHaveLength(2));
    await screen.findByText('Commands cannot be searched right now.');
    server.isDown = false;
    await press('Try again');
    await shows(1);
    expect(screen.queryByText('Commands cannot be searched right now.')).toBeNull();
  });

  it('keeps the list after a failed search, and repeats the search on refresh', async () => {
    const server = { isDown: true };
    openCommands({
      onSearch: () => {
        if (server.isDown) throw new AppError('UNAVAILABLE', 'Commands cannot be searched right now.');
      },
    });
    await press('Fun');
    await screen.findByText('Commands cannot be searched right now.');
    await press('All');
    await shows(COMMANDS.length + 1);
    await press('Fun');
    await screen.findByText('Commands cannot be searched right now.');
    server.isDown = false;
    await press('Refresh');
    await shows(COMMANDS.filter(({ category }) => category === 'fun').length);
  });

  it('never replaces a newer result by an older one', async () => {
    const [slow, answered] = [deferred(), deferred()];
    const { sent } = openCommands({
      onSearch: async ({ search }) => {
        if (search !== 'e') return;
        await slow.promise;
        answered.resolve();
      },
    });
    await type('e');
    await waitFor(() => expect(sent('SearchCommands')).toHaveLength(1));
    expect(await count()).toBe(COMMANDS.length + 1);
    await type('dice');
    await shows(1);
    await act(async () => {
      slow.resolve();
      await answered.promise;
    });
    expect(await count()).toBe(1);
  });

  it('is updated when custom commands are created, renamed and deleted elsewhere', async () => {
    const { all } = openCommands();
    await press('Custom');
    await type('greet');
    await shows(1);
    all.current = [...COMMANDS, OWN, { ...OWN, id: 'other', name: 'Greet all' }];
    await look();
    await shows(2);
    all.current = [...COMMANDS, { ...OWN, name: 'Wave' }, { ...OWN, id: 'other', name: 'Greet all' }];
    await look();
    await waitFor(async () => expect(await names()).not.toContain('Wave'));
    expect(await count()).toBe(1);
    all.current = COMMANDS;
    await look();
    await screen.findByText('No commands found');
  });
});
