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

describe('the frame', () => {
  it('begins with a way past the navigation', async () => {
    openShell();
    await at('/dashboard');
    expect(screen.getByText('Skip to content').getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });

  it('marks the page that is open, and the dashboard on the pages of a companion', async () => {
    const { router } = openShell();
    await at('/dashboard');
    expect(current()).toEqual(['Dashboard: page']);
    await act(() => router.navigate('/settings'));
    expect(current()).toEqual(['Settings: page']);
    await act(() => router.navigate('/bots/1/chat'));
    expect(current()).toEqual(['Dashboard: true']);
  });

  it('leaves no choice of the last user on the screen of the next', async () => {
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

describe('the slide-in menu', () => {
  it('closes when an entry is tapped, and leads there', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('link', { name: 'Settings' }));
    await at('/settings');
    expect(menu()).toBeNull();
  });

  it('closes when the page that is open already is tapped', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(menu()).toBeNull());
  });

  it('closes with Escape and gives the focus back', async () => {
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

  it('makes way for the palette', async () => {
    const inside = await openMenu();
    fireEvent.click(inside.getByRole('button', { name: 'Search or jump to' }));
    await screen.findByRole('combobox');
    expect(menu()).toBeNull();
  });
});
