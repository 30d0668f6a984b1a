import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { endless, input, openChat, say, sent, type } from '../../testing/open-chat.js';

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const isReloadAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  sessionStorage.clear();
  URL.createObjectURL = jest.fn(() => 'blob:thumbnail');
  URL.revokeObjectURL = jest.fn();
});

describe('a message above the limit', () => {
  const words = 'This message is too long: 4,001 of at most 4,000 characters.';

  it('keeps its text, shows that it is too long, and cannot be sent', async () => {
    const { calls } = openChat();
    await say('x'.repeat(4001));
    expect(await input()).toMatchObject({ value: 'x'.repeat(4001), ariaInvalid: 'true' });
    const button = screen.getByRole('button', { name: 'Send message', description: words });
    expect(button).toMatchObject({ disabled: true, title: words });
    expect(screen.getByText(words)).toBeTruthy();
    expect(sent(calls)).toEqual([]);
    await type(` ${'x'.repeat(4000)} `);
    expect(button).toMatchObject({ disabled: false, title: '' });
    expect(screen.queryByText(/too long/)).toBeNull();
    await press('Send message');
    await screen.findByText('Ahoy!');
  });
});

describe('leaving with unsent files', () => {
  const attach = async () => {
    await input();
    fireEvent.change(screen.getByTestId('file-picker'), {
      target: { files: [new File(['hello'], 'notes.txt', { type: 'text/plain' })] },
    });
    await screen.findByText('notes.txt');
  };

  it('asks for confirmation', async () => {
    openChat();
    await input();
    expect(isReloadAsked()).toBe(false);
    await attach();
    expect(isReloadAsked()).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await screen.findByText('Leave without sending?');
    await press('Stay here');
    expect(screen.getByText('notes.txt')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await press('Discard files');
    await screen.findByText('at /dashboard');
  });

  it('does not ask after they were sent or removed', async () => {
    openChat();
    await attach();
    await press('Remove notes.txt');
    expect(isReloadAsked()).toBe(false);
    await attach();
    await say('Read this');
    await screen.findByText('Ahoy!');
    expect(isReloadAsked()).toBe(false);
  });
});

describe('disabled tools of the chat', () => {
  it('say why they are disabled', async () => {
    openChat({ answer: endless('Once upon') });
    for (const name of ['Export chat', 'Clear chat']) {
      const button = await screen.findByRole('button', { name, description: 'Nothing has been said yet.' });
      expect(button).toMatchObject({ disabled: true, title: `${name}: Nothing has been said yet.` });
    }
    await say('Tell me');
    await screen.findByText('Once upon');
    expect(screen.getByRole('button', { name: 'Clear chat', description: 'A reply is on its way.' })).toHaveProperty(
      'disabled',
      true,
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export chat' })).toHaveProperty('disabled', false));
  });
});
