import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ThemeSwitch } from './theme-switch.js';

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

// The page's attribute is watched, and observers are called after the event.
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

describe('the theme switch', () => {
  it('switches from light to dark and stores the choice under the key theme', async () => {
    render(<ThemeSwitch />);
    await press('Switch to dark theme');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await press('Switch to light theme');
    expect(localStorage.getItem('theme')).toBe('light');
  });
});

describe('the theme', () => {
  it('follows a change in another tab', async () => {
    render(<ThemeSwitch />);
    const heard = (newValue: string | null) =>
      act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));
    await heard('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeTruthy();
    await heard(null);
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it('sets the toolbar colour of the browser', async () => {
    const meta = Object.assign(document.createElement('meta'), { name: 'theme-color', content: 'none' });
    document.head.append(meta);
    document.documentElement.style.setProperty('--color-bg', 'midnight');
    render(<ThemeSwitch />);
    await press('Switch to dark theme');
    expect(meta.content).toBe('midnight');
    meta.remove();
  });
});
