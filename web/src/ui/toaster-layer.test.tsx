import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { dismissToast, toast } from '../lib/toast.js';
import { Dialog } from './dialog.js';
import { Toaster } from './toaster.js';
import '../testing/dialog.js';

const showPopover = jest.fn();

// jsdom has no popovers.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'showPopover', { configurable: true, value: showPopover });
});
afterAll(() => {
  delete (HTMLElement.prototype as Partial<HTMLElement>).showPopover;
});

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <main>
        <button onClick={() => setOpen(true)}>open the window</button>
      </main>
      {isOpen && (
        <Dialog title="A window" onClose={() => setOpen(false)}>
          <button onClick={() => toast.error('Refused', { text: 'Why' })}>try</button>
        </Dialog>
      )}
      <Toaster />
    </>
  );
}

beforeEach(() => {
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
});
afterEach(() => act(dismissToast));

const place = () => screen.getByRole('region', { name: 'Notifications', hidden: true }).parentElement;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('toasts and dialogs', () => {
  it('are in the top layer', () => {
    expect(place()?.getAttribute('popover') ?? place()?.popover).toBe('manual');
    expect(showPopover).toHaveBeenCalled();
  });

  it('are rendered inside an open dialog, where they are not inert, and stay when it closes', async () => {
    press('open the window');
    const window = screen.getByRole('dialog');
    await waitFor(() => expect(window.contains(place())).toBe(true));
    press('try');
    expect(within(window).getByText('Refused')).toBeTruthy();
    fireEvent.click(within(window).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(place()?.parentElement).toBe(document.body));
    expect(screen.getByText('Refused')).toBeTruthy();
  });

  it('move into a dialog that opens later', async () => {
    act(() => toast.success('Saved'));
    press('open the window');
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('Saved')).toBeTruthy());
  });
});

describe('the Escape key and toasts', () => {
  it('dismisses the toast', () => {
    act(() => toast.info('Read me'));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByText('Read me')).toBeNull();
  });

  it('closes an open dialog first, unless the focus is in the toast', async () => {
    press('open the window');
    press('try');
    const opener = screen.getByRole('button', { name: 'try' });
    act(() => opener.focus());
    fireEvent.keyDown(opener, { key: 'Escape' });
    expect(screen.getByText('Refused')).toBeTruthy();
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    act(() => dismiss.focus());
    // Not default: the browser would close the window.
    expect(fireEvent.keyDown(dismiss, { key: 'Escape' })).toBe(false);
    expect(screen.queryByText('Refused')).toBeNull();
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(document.activeElement).toBe(opener);
  });
});
