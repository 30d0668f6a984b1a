import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { dismissToast, toast, TOAST_MS } from '../lib/toast.js';
import { Toaster } from './toaster.js';

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <MemoryRouter>
      <Toaster />
    </MemoryRouter>,
  );
});
afterEach(() => {
  act(dismissToast);
  jest.useRealTimers();
});

describe('toasts', () => {
  it('are shown one at a time: the newest replaces the last one', () => {
    act(() => toast.success('First'));
    act(() => toast.error('Second', { text: 'Why' }));
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeTruthy();
    expect(screen.getByText('Why')).toBeTruthy();
  });

  it('are announced by screen readers: errors assertively, others politely', () => {
    act(() => toast.error('Broken'));
    expect(screen.getByRole('alert').textContent).toContain('Broken');
    act(() => toast.success('Done'));
    expect(screen.getByRole('status').textContent).toContain('Done');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('disappear five seconds after each was shown', () => {
    act(() => toast.success('First'));
    act(() => jest.advanceTimersByTime(TOAST_MS - 100));
    act(() => toast.success('Second'));
    act(() => jest.advanceTimersByTime(TOAST_MS - 100));
    expect(screen.getByText('Second')).toBeTruthy();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('stay while they have the focus, and can be dismissed', () => {
    act(() => toast.info('Read me'));
    const close = screen.getByRole('button', { name: 'Dismiss' });
    act(() => close.focus());
    act(() => jest.advanceTimersByTime(TOAST_MS * 3));
    expect(screen.getByText('Read me')).toBeTruthy();
    fireEvent.click(close);
    expect(screen.queryByText('Read me')).toBeNull();
  });
});
