import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { showPalette } from '../../shared/palette-view.js';
import { aPaletteBot, isUnavailable, openShell } from '../../testing/open-shell.js';

beforeEach(() => {
  showPalette(null);
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

const field = () => screen.findByRole('combobox', { name: 'Search pages, companions and actions' });
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const press = async (key: string) => fireEvent.keyDown(await field(), { key });
const names = () => screen.queryAllByRole('option').map((option) => option.textContent?.replace(/^[A-Z]{2}(?=[A-Z])/, ''));
const at = (path: string) => screen.findByRole('heading', { name: `at ${path}` });

async function open(options?: Parameters<typeof openShell>[0]) {
  const shell = openShell(options);
  await at('/dashboard');
  // React shows the page before it runs the effect that listens to keys.
  await act(async () => undefined);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await field();
  return shell;
}
const bots = () => waitFor(() => expect(names()).toContain('Juniper: Overview'));

describe('the palette', () => {
  it('opens with Ctrl or ⌘ and K, closes with them again, and from the sidebar', async () => {
    await open();
    expect(document.activeElement).toBe(await field());
    fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Search or jump to' })[0] ?? document.body);
    await field();
  });

  it('shows pages, bots and actions at first', async () => {
    await open();
    await bots();
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'));
    expect(groups).toEqual(['palette-group-bots', 'palette-group-pages', 'palette-group-actions']);
    expect(names()).toEqual(
      expect.arrayContaining(['Dashboard', 'Create Bot', 'Settings', 'Privacy', 'Terms', 'Start Tour', 'Log out']),
    );
  });

  it('offers no page that the user may not open', async () => {
    await open();
    await type('admin');
    expect(names()).not.toContain('Admin Dashboard');
  });

  it('offers administrators their pages', async () => {
    await open({ user: { isAdmin: true, role: 'super_admin' } });
    await type('admin');
    expect(names()).toContain('Admin Dashboard');
  });

  it('opens a page of a bot that was found by a few letters', async () => {
    await open();
    await bots();
    await type('jun cha');
    expect(names()[0]).toBe('Juniper: Chat');
    await press('Enter');
    await at('/bots/11111111-1111-4111-8111-111111111111/chat');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('offers every page of a bot', async () => {
    await open();
    await bots();
    await type('juniper');
    expect(names()[0]).toBe('Juniper: Overview');
    for (const part of ['Chat', 'Edit', 'Commands', 'Knowledge', 'Analytics', 'Channel Settings', 'Systems', 'Delete', 'Start']) {
      expect(names()).toContain(`Juniper: ${part}`);
    }
  });

  it.each(['paused_by_plan', 'taken_down'])('offers no start of a bot that is %s', async (runtimeState) => {
    await open({ bots: [aPaletteBot({ runtimeState })] });
    await bots();
    await type('juniper');
    expect(names()).toContain('Juniper: Chat');
    expect(names()).not.toContain('Juniper: Start');
  });

  it("ranks a bot's own page first for its name, whatever was used last", async () => {
    localStorage.setItem(
      'kith.recent.7c0f8a4e-6f5b-4a1e-9d1c-0a3f6a6f1a11',
      JSON.stringify(['bot 11111111-1111-4111-8111-111111111111 chat']),
    );
    await open({ bots: [aPaletteBot({ id: 'other', name: 'Juniperus' }), aPaletteBot()] });
    await bots();
    await type('juniper');
    expect(names().slice(0, 2)).toEqual(['Juniper: Overview', 'Juniperus: Overview']);
    await type('juniper ch');
    expect(names()[0]).toBe('Juniper: Chat');
  });

  it('finds every page of a companion that has a name on the screen', async () => {
    await open({ bots: [aPaletteBot()] });
    await bots();
    for (const name of ['Inbox', 'Memory', 'Check-up', 'Connect to Discord', 'Versions', 'Channel Settings']) {
      await type(`juniper ${name}`);
      expect(names()[0]).toBe(`Juniper: ${name}`);
    }
  });

  it('moves with the arrow keys, wraps around, and exposes the active option', async () => {
    await open();
    await bots();
    const options = screen.getAllByRole('option');
    const active = async () => (await field()).getAttribute('aria-activedescendant');
    expect(await active()).toBe(options[0]?.id);
    await press('ArrowUp');
    expect(await active()).toBe(options.at(-1)?.id);
    await press('ArrowDown');
    await press('ArrowDown');
    expect(await active()).toBe(options[1]?.id);
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  });

  it('lists recent commands first, for this user only', async () => {
    const first = await open();
    await bots();
    await type('knowledge');
    await press('Enter');
    await at('/bots/11111111-1111-4111-8111-111111111111/knowledge');
    first.unmount();
    await (
      await open()
    ).unmount;
    await bots();
    const recent = within(screen.getAllByRole('group')[0] ?? document.body);
    expect(recent.getByText('Recent')).toBeTruthy();
    expect(recent.getByRole('option').textContent).toContain('Juniper: Knowledge');
    expect(Object.keys(localStorage)).toEqual(['kith.recent.7c0f8a4e-6f5b-4a1e-9d1c-0a3f6a6f1a11']);
  });

  it('starts a bot and shows a toast', async () => {
    const { calls } = await open({
      operations: { StartBot: () => ({ startBot: aPaletteBot({ status: 'online', runtimeState: 'online' }) }) },
    });
    await bots();
    await type('start jun');
    await press('Enter');
    await screen.findByText('Bot Started!');
    expect(calls.filter(({ body }) => JSON.stringify(body)?.includes('StartBot'))).toHaveLength(1);
  });

  it('offers to stop a running bot', async () => {
    await open({
      bots: [aPaletteBot({ status: 'online', runtimeState: 'online' })],
      operations: { StopBot: () => ({ stopBot: aPaletteBot() }) },
    });
    await bots();
    await type('stop');
    expect(names()[0]).toBe('Juniper: Stop');
    await press('Enter');
    await screen.findByText('Bot Stopped');
  });

  it('changes the theme, starts the tour and logs out', async () => {
    await open({ answers: { 'POST /api/auth/logout': () => ({ body: {} }) } });
    await type('dark');
    await press('Enter');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await type('start tour');
    await press('Enter');
    const tour = await screen.findByRole('dialog', { name: 'Guided tour' });
    fireEvent.click(within(tour).getByRole('button', { name: 'Close tour' }));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await type('sign out');
    await press('Enter');
    await screen.findByText('sign in here');
    await screen.findByText('Logged out');
  });

  it('shows a message when nothing matches', async () => {
    await open();
    await type('xylophone');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(await screen.findAllByText('Nothing found for “xylophone”')).toHaveLength(2);
    await press('Enter');
    await field();
  });

  it('offers pages and actions when bots cannot be loaded', async () => {
    await open({ operations: { PaletteBots: isUnavailable } });
    await screen.findByText('Your companions could not be loaded.');
    expect(names()).toContain('Settings');
  });

  it('does not open above another dialog', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: '/', ctrlKey: true });
    const window = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    fireEvent.click(within(window).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByText('begin the tour'));
    await screen.findByRole('dialog', { name: 'Guided tour' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('lists the shortcuts after a question mark in the empty field', async () => {
    await open();
    await press('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(list.getByText('Open or close the palette')).toBeTruthy();
  });
});
