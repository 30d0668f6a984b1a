import { describe, expect, it } from '@jest/globals';
import { AppError, BUILTIN_LABEL, type ReplyFrame } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { bodyOf, fakeServer, graphqlAnswers, refusal, type Answer, type Call } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { ChatPage } from './chat-page.js';

const STREAM = `POST /api/bots/${aBot().id}/chat/stream`;
const reply =
  (...frames: ReplyFrame[]): Answer =>
  () =>
    new Response(bodyOf(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)));
const done = (response: string, more: Partial<Extract<ReplyFrame, { type: 'done' }>> = {}): ReplyFrame => ({
  type: 'done',
  response,
  engine: 'openai',
  sources: [],
  truncated: false,
  ...more,
});

function open(answer: Answer, label: string | null = null): Call[] {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      ChatBot: () => ({ bot: aBot(), chatEngine: { __typename: 'ChatEngine', engine: label ? 'builtin' : 'openai', label } }),
    }),
    [STREAM]: answer,
  });
  renderApp({ page: <ChatPage />, path: '/bots/:id/chat', at: `/bots/${aBot().id}/chat`, isProtected: true });
  return calls;
}
const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Juniper' });
async function say(text: string) {
  fireEvent.change(await input(), { target: { value: text } });
  fireEvent.keyDown(await input(), { key: 'Enter' });
}
/** A reply that comes as it is pushed. */
function openBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const push = (frame: ReplyFrame) => void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`));
  return { body: readable, push };
}
const requestIds = (calls: Call[]) =>
  calls.filter((call) => `POST ${call.path}` === STREAM).map((call) => (call.body as { requestId: string }).requestId);

describe('the test chat', () => {
  it('shows what was said and the reply with its sources', async () => {
    open(
      reply({ type: 'delta', text: 'On ' }, done('On **Friday**', { sources: ['Game nights'], engine: 'builtin' })),
      BUILTIN_LABEL,
    );
    await screen.findByText('Start a Conversation');
    expect(screen.getByText(BUILTIN_LABEL)).toBeTruthy();
    await say('When?');
    expect((await screen.findByText('Friday')).tagName).toBe('STRONG');
    expect(screen.getByText('When?')).toBeTruthy();
    expect(screen.getByText('Game nights')).toBeTruthy();
    expect(screen.getByText('Built-in companion')).toBeTruthy();
    expect((await input()).value).toBe('');
  });

  it('sends nothing that is blank, and breaks the line on Shift+Enter', async () => {
    const calls = open(reply(done('x')));
    await say('   ');
    fireEvent.change(await input(), { target: { value: 'one' } });
    fireEvent.keyDown(await input(), { key: 'Enter', shiftKey: true });
    expect(requestIds(calls)).toHaveLength(0);
  });

  it('gives the words back when sending fails, and sends them again as the same request', async () => {
    let isDown = true;
    const calls = open((call) =>
      isDown ? refusal(503, 'MODEL_UNAVAILABLE', 'The model is down.')(call) : reply(done('Here I am'))(call),
    );
    await say('Are you there?');
    await screen.findByText('The model is down.');
    await waitFor(async () => expect((await input()).value).toBe('Are you there?'));
    isDown = false;
    await say('Are you there?');
    await screen.findByText('Here I am');
    expect(screen.getAllByText('Are you there?')).toHaveLength(1);
    const [first, second] = requestIds(calls);
    expect(second).toBe(first);
  });

  it('keeps what has come when a reply breaks off', async () => {
    open(reply({ type: 'delta', text: 'Well, I think' }));
    await say('Hm?');
    await screen.findByText('Broke off');
    expect(screen.getByText('Well, I think')).toBeTruthy();
  });

  it('stops a reply on request and keeps what has come', async () => {
    open(({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(`data: {"type":"delta","text":"Once upon"}\n\n`));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body);
    });
    await say('Tell me a story');
    await screen.findByText('Once upon');
    fireEvent.click(screen.getByRole('button', { name: 'Stop the reply' }));
    await screen.findByText('Stopped');
    expect(screen.getByText('Once upon')).toBeTruthy();
    expect((await input()).disabled).toBe(false);
  });

  it('S44: runs nothing and loads nothing that a reply names', async () => {
    const evil =
      '<img src=x onerror=alert(1)> ![pixel](https://evil.example/p.png) [x](javascript:alert(1)) <script>alert(1)</script>';
    open(reply(done(evil)));
    await say('Hi');
    const link = await screen.findByRole('link', { name: 'pixel' });
    expect(link.getAttribute('href')).toBe('https://evil.example/p.png');
    expect(document.querySelectorAll('.bubble img, .bubble script')).toHaveLength(0);
    expect([...document.querySelectorAll('.bubble a')].map((a) => a.getAttribute('href'))).not.toContainEqual(
      expect.stringContaining('javascript'),
    );
  });

  it('has a page for a companion that is missing or not yours', async () => {
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({
        ChatBot: () => {
          throw new AppError('NOT_FOUND');
        },
      }),
    });
    renderApp({ page: <ChatPage />, path: '/bots/:id/chat', at: '/bots/b/chat', isProtected: true });
    await screen.findByText('Bot Not Found');
    expect(screen.getByText("This bot doesn't exist or you don't have permission to chat with it.")).toBeTruthy();
  });

  it('leaves the page when the session is over', async () => {
    open(refusal(401, 'UNAUTHENTICATED', 'Please sign in.'));
    await say('Hello?');
    await screen.findByText('at /auth');
    expect(await screen.findByText('Your session has ended')).toBeTruthy();
  });

  it('says that the companion is gone when it was deleted meanwhile', async () => {
    open(refusal(404, 'NOT_FOUND', 'Not found.'));
    await say('Hello?');
    await screen.findByText("This bot doesn't exist or you don't have permission to chat with it.");
  });

  it('leaves who has scrolled up alone while the reply comes', async () => {
    const { body, push } = openBody();
    open(() => new Response(body));
    await say('Tell me everything');
    const log = await screen.findByRole('log');
    Object.defineProperties(log, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } });
    push({ type: 'delta', text: 'Once ' });
    await screen.findByText('Once');
    log.scrollTop = 300;
    fireEvent.scroll(log);
    push({ type: 'delta', text: 'upon a time' });
    await screen.findByText('Once upon a time');
    expect(log.scrollTop).toBe(300);
  });

  it('shows a link with a harmful address as its words', async () => {
    open(reply(done('Press [here](javascript:alert(1)) or [there](https://kith.example)')));
    await say('Where?');
    expect((await screen.findByRole('link', { name: 'there' })).getAttribute('href')).toBe('https://kith.example');
    expect(screen.queryByRole('link', { name: 'here' })).toBeNull();
  });
});
