import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openShell } from '../../testing/open-shell.js';

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

  it('marks the current page, and the dashboard on the pages of a bot', async () => {
    const { router } = openShell();
    await at('/dashboard');
    expect(current()).toEqual(['Dashboard: page']);
    await act(() => router.navigate('/settings'));
    expect(current()).toEqual(['Settings: page']);
    await act(() => router.navigate('/bots/1/chat'));
    expect(current()).toEqual(['Dashboard: true']);
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
