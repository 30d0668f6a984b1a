import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { done, endless, input, openChat, reply, say } from '../../testing/open-chat.js';
import { aUser } from '../../testing/render-app.js';

const KEY = `kith.chat.${aUser().id}.${aBot().id}`;
const saved = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { content: string }[] | null;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const persistent = () => screen.findByRole('switch', { name: 'Persistent chat' });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the persistent chat', () => {
  it('is saved as it grows, restored on the next visit, and deleted when it is switched off', async () => {
    const { leave } = openChat();
    expect((await persistent()).getAttribute('aria-checked')).toBe('false');
    await say('Hello');
    await screen.findByText('Ahoy!');
    expect(saved()).toBeNull();
    fireEvent.click(await persistent());
    await screen.findByText('Persistent Chat Enabled');
    expect(saved()?.map(({ content }) => content)).toEqual(['Hello', 'Ahoy!']);
    await say('And more');
    await waitFor(() => expect(saved()).toHaveLength(4));
    leave();

    openChat();
    await screen.findByText('And more');
    expect((await persistent()).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(await persistent());
    await screen.findByText('Persistent Chat Disabled');
    expect(localStorage.getItem(KEY)).toBeNull();
    expect(screen.getByText('And more')).toBeTruthy();
  });

  it('that cannot be read starts empty, with a warning in the console', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    localStorage.setItem(KEY, '{broken');
    openChat();
    await screen.findByText('Start a Conversation');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  it('is switched off with a toast when the browser has no room', async () => {
    openChat();
    const control = await persistent();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.click(control);
    await screen.findByText('This browser has no room for the conversation, or does not allow saving it.');
    expect((await persistent()).getAttribute('aria-checked')).toBe('false');
  });
});

describe('clearing the chat', () => {
  it('asks first, can be cancelled, and focuses the input', async () => {
    openChat();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Clear chat' })).disabled).toBe(true);
    await say('Hello');
    await screen.findByText('Ahoy!');
    await press('Clear chat');
    await press('Cancel');
    expect(screen.getByText('Ahoy!')).toBeTruthy();
    await press('Clear chat');
    await press('Clear messages');
    await screen.findByText('Chat Cleared');
    await screen.findByText('Start a Conversation');
    expect(document.activeElement).toBe(await input());
  });

  it('empties the saved chat and keeps it persistent', async () => {
    localStorage.setItem(KEY, JSON.stringify([{ id: '1', content: 'Old words', isUser: true, timestamp: 1 }]));
    openChat();
    await screen.findByText('Old words');
    await press('Clear chat');
    await press('Clear messages');
    await waitFor(() => expect(saved()).toEqual([]));
  });
});

describe('the export', () => {
  it('is a text file named after the bot and the date', async () => {
    const blobs: Blob[] = [];
    const names: string[] = [];
    URL.createObjectURL = jest.fn((blob: Blob | MediaSource) => {
      blobs.push(blob as Blob);
      return 'blob:x';
    });
    URL.revokeObjectURL = jest.fn();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    openChat({ bot: { name: 'Jun/iper' } });
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox');
    fireEvent.change(box, { target: { value: 'Hello' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByText('Ahoy!');
    await press('Export chat');
    expect(names).toEqual([`Jun_iper_chat_${new Date().toISOString().slice(0, 10)}.txt`]);
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result));
      reader.readAsText(blobs[0] ?? new Blob());
    });
    expect(text).toMatch(/^\[[\d-]{10} [\d:]{8} UTC\] You:\nHello\n\n\[.+ UTC\] Jun\/iper:\nAhoy!$/);
  });
});

describe('the sound', () => {
  const started = jest.fn();
  const gains: number[] = [];
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    destination = {};
    resume = () => Promise.resolve();
    createGain = () => ({
      gain: { setValueAtTime: (value: number) => gains.push(value), exponentialRampToValueAtTime: () => undefined },
      connect: () => undefined,
    });
    createOscillator = () => ({
      type: '',
      frequency: { setValueAtTime: () => undefined },
      connect: () => undefined,
      start: started,
      stop: () => undefined,
    });
  }

  it('plays softly with a reply when switched on, and the setting is saved', async () => {
    Object.assign(globalThis, { AudioContext: FakeAudio });
    const { leave } = openChat();
    await say('Hello');
    await screen.findByText('Ahoy!');
    expect(started).not.toHaveBeenCalled();
    const toggle = screen.getByRole('button', { name: 'Sound for replies' });
    expect(toggle.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    await say('Once more');
    await waitFor(() => expect(started).toHaveBeenCalledTimes(1));
    expect(gains).toEqual([0.1]);
    leave();

    openChat();
    await press('Sound for replies');
    await say('Now quiet');
    await screen.findByText('Now quiet');
    await screen.findByText('Ahoy!');
    expect(started).toHaveBeenCalledTimes(1);
  });
});

describe('the keyboard', () => {
  it('stops a reply with Escape and focuses the input', async () => {
    openChat({ answer: endless('Once upon') });
    await say('Tell me');
    await screen.findByText('Once upon');
    expect((await input()).disabled).toBe(true);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await screen.findByText('Stopped');
    expect(document.activeElement).toBe(await input());
  });

  it('does not send on the Enter that confirms a suggestion of an input method', async () => {
    const { calls } = openChat();
    fireEvent.change(await input(), { target: { value: 'こんにちは' } });
    fireEvent.keyDown(await input(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(await input(), { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(await input(), { key: 'ArrowUp' });
    expect(calls.some(({ path }) => path.endsWith('/stream'))).toBe(false);
    expect((await input()).value).toBe('こんにちは');
  });

  it('does not stop a reply by the second click of a double click', async () => {
    openChat({ answer: endless('Once upon') });
    fireEvent.change(await input(), { target: { value: 'Tell me' } });
    await press('Send message');
    const stop = await screen.findByRole('button', { name: 'Stop the reply' });
    fireEvent.click(stop, { detail: 2 });
    await screen.findByText('Once upon');
    expect(screen.queryByText('Stopped')).toBeNull();
    fireEvent.click(stop, { detail: 1 });
    await screen.findByText('Stopped');
  });
});

describe('the chat page', () => {
  it('shows the back link, the hint and the description of the bot', async () => {
    openChat();
    await screen.findByText('Keeps the club informed');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByText(/\/generate image \[description\], upload files \(under 10MB\), ask questions/)).toBeTruthy();
    expect(screen.getByText('JU')).toBeTruthy();
    expect(screen.getByText('Offline')).toBeTruthy();
  });

  it('shows hostile names and descriptions as text [S43]', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    openChat({
      bot: { name: evil, description: evil },
      answer: reply({ type: 'delta', text: 'x' }, done('x', { sources: [evil] })),
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(evil);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: evil } });
    fireEvent.keyDown(await screen.findByRole('textbox'), { key: 'Enter' });
    await waitFor(() => expect(document.querySelector('.footnotes')?.textContent).toContain(evil));
    expect(document.querySelectorAll('img')).toHaveLength(0);
  });
});
