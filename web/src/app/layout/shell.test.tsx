import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPaletteBot, isUnavailable, openShell } from '../../testing/open-shell.js';

const FIRST = aPaletteBot().id;
const OTHER = '22222222-2222-4222-8222-222222222222';

const at = (path: string) => screen.findByRole('heading', { name: `at ${path}` });
const current = () =>
  within(screen.getByRole('navigation', { name: 'Menu' }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => `${link.textContent}: ${link.getAttribute('aria-current')}`);
const menu = () => screen.queryByRole('dialog', { name: 'Menu' });

async function openMenu() {
  openShell();
  await at('/dashboard');
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  return within(await screen.findByRole('dialog', { name: 'Menu' }));
}

describe('the frame of the app', () => {
  it('starts with a link that skips the navigation', async () => {
    openShell();
    await at('/dashboard');
    expect(screen.getByText('Skip to content').getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });

  it('marks the current page', async () => {
    const { router } = openShell();
    await at('/dashboard');
    expect(current()).toEqual(['Dashboard: page']);
    await act(() => router.navigate('/settings'));
    expect(current()).toEqual(['Settings: page']);
  });

  it('shows the next user no state of the last one', async () => {
    const { unmount } = openShell();
    await at('/dashboard');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await screen.findByRole('combobox');
    unmount();
    openShell();
    await at('/dashboard');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the side bar of a companion', () => {
  const bots = [aPaletteBot({ status: 'online' }), aPaletteBot({ id: OTHER, name: 'Quill' })];
  const openBot = async (path: string, operations: Parameters<typeof openShell>[0] = {}) => {
    const shell = openShell({
      bots,
      operations: {
        WorkspaceBot: ({ id }) => ({ bot: bots.find((bot) => bot.id === id) ?? null }),
        OtherBots: () => ({ bots: { __typename: 'BotList', total: bots.length, bots } }),
        ...operations.operations,
      },
    });
    await at('/dashboard');
    await act(() => shell.router.navigate(path));
    return shell;
  };
  const entries = async () => within(await screen.findByRole('navigation', { name: "Juniper's pages" })).getAllByRole('link');

  it('has its pages and its state in place of the entries of the app, and the way back', async () => {
    await openBot(`/bots/${FIRST}/chat`);
    expect((await entries()).map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Chat',
      'Knowledge',
      'Memory',
      'Inbox',
      'Commands',
      'Systems',
      'Channels',
      'Analytics',
      'Settings',
    ]);
    // In the side bar, and in the drawer of narrow screens.
    expect(screen.getAllByText('Online')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('link', { name: 'Create Bot' })).toBeNull();
  });

  it.each([
    ['', 'Overview: page'],
    ['/knowledge', 'Knowledge: page'],
    ['/edit', 'Settings: page'],
    ['/delete', 'Settings: true'],
    ['/connect', 'Overview: true'],
  ])('marks the section of %s', async (tool, expected) => {
    await openBot(`/bots/${FIRST}${tool}`);
    const marked = (await entries()).filter((link) => link.hasAttribute('aria-current'));
    expect(marked.map((link) => `${link.textContent}: ${link.getAttribute('aria-current')}`)).toEqual([expected]);
  });

  it('leads to the same page of another companion, and closes with Escape', async () => {
    await openBot(`/bots/${FIRST}/knowledge`);
    const button = await screen.findByRole('button', { name: /Switch to another companion/ });
    fireEvent.click(button);
    const others = within(await screen.findByRole('list', { name: 'Other companions' }));
    expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/bots/${OTHER}/knowledge`]);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('list', { name: 'Other companions' })).toBeNull();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('link', { name: /Quill/ }));
    await at(`/bots/${OTHER}/knowledge`);
    await screen.findByRole('navigation', { name: "Quill's pages" });
  });

  it('says when the other companions cannot be loaded', async () => {
    await openBot(`/bots/${FIRST}`, { operations: { OtherBots: isUnavailable } });
    fireEvent.click(await screen.findByRole('button', { name: /Switch to another companion/ }));
    await screen.findByText('Your companions could not be loaded.');
  });

  it('says when the companion cannot be loaded, leads to its pages nevertheless, and asks again', async () => {
    let isAway = true;
    const shell = openShell({ bots, operations: { WorkspaceBot: () => (isAway ? isUnavailable() : { bot: bots[0] }) } });
    await at('/dashboard');
    jest.useFakeTimers();
    try {
      await act(() => shell.router.navigate(`/bots/${FIRST}`));
      await act(() => jest.advanceTimersByTimeAsync(5000));
      // In the side bar, and in the drawer of narrow screens.
      expect(screen.getAllByText('This companion could not be loaded.')).toHaveLength(2);
      expect(within(screen.getByRole('navigation', { name: "This companion's pages" })).getAllByRole('link')).toHaveLength(10);
      isAway = false;
      await act(() => jest.advanceTimersByTimeAsync(11_000));
      expect(screen.queryByText('This companion could not be loaded.')).toBeNull();
      screen.getByRole('navigation', { name: "Juniper's pages" });
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives way to the entries of the app where there is no such companion', async () => {
    await openBot('/bots/33333333-3333-4333-8333-333333333333/edit');
    await waitFor(() => expect(current()).toEqual([]));
    expect(screen.getByRole('link', { name: 'Create Bot' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Switch to another companion/ })).toBeNull();
  });
});

describe('the drawer', () => {
  it('opens the page of the tapped entry and closes', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('link', { name: 'Settings' }));
    await at('/settings');
    expect(menu()).toBeNull();
  });

  it('closes when the current page is tapped', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(menu()).toBeNull());
  });

  it('closes with Escape and returns the focus', async () => {
    await openMenu();
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' });
    // What a browser does with Escape.
    act(() => {
      dialog.close();
      dialog.dispatchEvent(new Event('close'));
    });
    expect(menu()).toBeNull();
    expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('closes when the palette opens', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('button', { name: 'Search or jump to' }));
    await screen.findByRole('combobox');
    expect(menu()).toBeNull();
  });
});
