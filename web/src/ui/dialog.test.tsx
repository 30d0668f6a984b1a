import { expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import '../testing/dialog.js';
import '../testing/messages.js';
import { Dialog } from './dialog.js';

const cancelled = () => new Event('cancel', { bubbles: true, cancelable: true });

it('a dialog closes on its own cancel event, not on that of a file chooser inside it', () => {
  const onClose = jest.fn();
  render(
    <Dialog title="Add Knowledge" onClose={onClose}>
      <input type="file" aria-label="File" />
    </Dialog>,
  );
  fireEvent(screen.getByLabelText('File'), cancelled());
  expect(onClose).not.toHaveBeenCalled();
  fireEvent(screen.getByRole('dialog'), cancelled());
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a dialog with a text field focuses it', () => {
  render(
    <Dialog title="Add Knowledge" onClose={() => undefined}>
      <input type="radio" aria-label="Text" />
      <input type="text" aria-label="Address" readOnly />
      <input type="text" aria-label="Title" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(screen.getByRole('dialog').querySelector('[autofocus]')).toBeNull();
});

it('a dialog without a text field focuses its heading, not its close button', () => {
  render(
    <Dialog title="Delete this?" onClose={() => undefined}>
      <button type="button">Delete</button>
    </Dialog>,
  );
  // Where jsdom has no window to open, the browser looks for this.
  expect(screen.getByRole('dialog').querySelector('[autofocus]')).toBe(screen.getByRole('heading', { name: 'Delete this?' }));
});
