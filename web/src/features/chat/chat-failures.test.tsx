import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { refusal, type Answer } from '../../testing/fake-server.js';
import { answering, done, endless, input, openChat, reply, say, sent, type } from '../../testing/open-chat.js';

const DRAFT = `kith.draft.${aBot().id}`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const limit: Answer = () => {
  const resetsAt = new Date(Date.now() + 3 * 3_600_000 + 12 * 60_000).toISOString();
  return {
    status: 429,
    body: { statusCode: 429, code: 'DAILY_LIMIT', message: 'You have used all messages of today.', resetsAt },
  };
};

describe('a message that fails', () => {
  it('shows why, keeps the text, and is repeated as the same request', async () => {
    let isDown = true;
    const { calls } = openChat({
      answer: (call) => (isDown ? refusal(503, 'MODEL_UNAVAILABLE', 'The model is down.') : answering('Here I am'))(call),
    });
    await say('Are you there?');
    await screen.findByText('Your message was not sent');
    expect(screen.getByRole('alert').textContent).toContain('Error');
    expect(screen.getByRole('alert').textContent).toContain('The model is down.');
    expect((await input()).value).toBe('Are you there?');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Here I am');
    expect(screen.queryByText('Your message was not sent')).toBeNull();
    const [first, second] = sent(calls) as { requestId: string }[];
    expect(second?.requestId).toBe(first?.requestId);
  });

  it('shows the text of the specification when the server sent no message', async () => {
    openChat({ answer: () => new Response('', { status: 502 }) });
    await say('Hello?');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to send message. Please try again.'));
  });

  it('is a new request after its text was changed', async () => {
    const { calls } = openChat({ answer: refusal(503, 'UNAVAILABLE', 'Away.') });
    await say('One');
    await waitFor(async () => expect((await input()).value).toBe('One'));
    await say('Two');
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    const [first, second] = sent(calls) as { requestId: string }[];
    expect(second?.requestId).not.toBe(first?.requestId);
  });

  it('because of the own API key shows the sentence of the server and links to the key', async () => {
    const sentence = 'Your API key of OpenAI has expired. Please paste a new one. Nothing was charged.';
    openChat({ answer: refusal(422, 'OWN_KEY_FAILED', sentence) });
    await say('Hello?');
    await screen.findByText('Your message was not sent');
    expect(screen.getByRole('alert').textContent).toContain(sentence);
    expect(screen.getByRole('link', { name: 'Look at the API key' }).getAttribute('href')).toBe('/settings?tab=api');
  });

  it('at the daily limit shows the time of the reset and links to credits and plans', async () => {
    openChat({ answer: limit });
    await say('One more');
    const words = 'You have used all messages of today. They reset in 3 h 12 m.';
    await waitFor(() => expect(screen.getAllByText(words, { exact: false }).length).toBeGreaterThan(0));
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual(
      expect.arrayContaining([
        ['Buy message credits', '/credits'],
        ['Compare plans', '/pricing'],
      ]),
    );
    expect((await input()).value).toBe('One more');
  });
});

describe('a reply that came to be in another way', () => {
  it('says below itself which model answered in place of another, and that it broke off', async () => {
    const notes = ['GPT-4o did not answer, so GPT-6 Luna did.', 'The language model broke off here, so it cost nothing.'];
    openChat({ answer: reply({ type: 'delta', text: 'Half a' }, done('Half a', { truncated: true, notes })) });
    await say('Tell me');
    for (const note of [...notes, 'Cut short by the model']) await screen.findByText(note);
  });

  it('keeps what it says of itself when the page is opened again', async () => {
    const { leave } = openChat({ answer: reply(done('Here', { notes: ['GPT-4o did not answer, so GPT-6 Luna did.'] })) });
    fireEvent.click(await screen.findByRole('switch', { name: 'Persistent chat' }));
    await say('Tell me');
    await screen.findByText('GPT-4o did not answer, so GPT-6 Luna did.');
    leave();
    openChat();
    await screen.findByText('GPT-4o did not answer, so GPT-6 Luna did.');
  });
});

describe('the draft of a message', () => {
  it('survives a reload and is deleted after the reply', async () => {
    const { leave } = openChat();
    await type('Half a thought');
    expect(sessionStorage.getItem(DRAFT)).toBe('Half a thought');
    leave();
    openChat();
    expect((await input()).value).toBe('Half a thought');
    await say('Half a thought, and the rest');
    await screen.findByText('Ahoy!');
    expect(sessionStorage.getItem(DRAFT)).toBeNull();
  });

  it('survives leaving the page before the reply starts', async () => {
    const { leave } = openChat({ answer: endless('') });
    await say('Are you there?');
    await screen.findByText('Juniper is typing');
    leave();
    await waitFor(() => expect(sessionStorage.getItem(DRAFT)).toBe('Are you there?'));
  });
});

describe('a reply that is not streamed', () => {
  const whole =
    (body: object): Answer =>
    () =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json; charset=utf-8' } });

  it.each([
    ['one frame', reply(done('All at once'))],
    ['JSON', whole({ response: 'All at once' })],
  ])('as %s is shown after a pause', async (_how, answer) => {
    openChat({ answer });
    await input();
    const start = performance.now();
    await say('Hello');
    await screen.findByText('All at once');
    expect(performance.now() - start).toBeGreaterThanOrEqual(790);
  });

  it.each([
    ['a stream', reply(done(''))],
    ['JSON', whole({})],
  ])('that is empty, as %s, shows a notice', async (_how, answer) => {
    openChat({ answer });
    await say('Hello');
    await screen.findByText('No response received');
  });

  it('can be stopped during the pause', async () => {
    openChat({ answer: reply(done('All at once')) });
    await say('Hello');
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the reply' }));
    await waitFor(async () => expect((await input()).value).toBe('Hello'));
    expect(screen.queryByText('All at once')).toBeNull();
  });
});
