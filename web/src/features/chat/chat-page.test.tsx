import { describe, expect, it } from '@jest/globals';
import { AppError, BUILTIN_LABEL } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers, refusal, type Answer, type Call } from '../../testing/fake-server.js';
import { answering, done, endless, input, openChat, reply, say, sent } from '../../testing/open-chat.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { ChatPage } from './chat-page.js';

const open = (answer: Answer, label: string | null = null): Call[] => openChat({ answer, label }).calls;
const requestIds = (calls: Call[]) => sent(calls).map((body) => (body as { requestId: string }).requestId);

describe('the test chat', () => {
  it('shows the message and the reply with its sources', async () => {
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

  it('begins with the greeting of the companion, to the user by name, without asking the server for anything', async () => {
    const { calls } = openChat({ bot: { greeting: 'Ahoy **{{user}}**, I am {{char}}.' } });
    expect((await screen.findByText(aUser().username)).tagName).toBe('STRONG');
    expect(screen.getByText(/I am Juniper\./)).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  it('raises the numbers by which a model cites, and shows the passages of each source when it is opened', async () => {
    const citations = [
      { itemId: '4f9c0a52-9d0e-4b43-8b5c-0d5f6d0a7f11', title: 'Ferry', passages: ['The ferry leaves at nine.'] },
      { itemId: '4f9c0a52-9d0e-4b43-8b5c-0d5f6d0a7f12', title: 'Pier', passages: ['Pier two.', 'It is red.'] },
    ];
    open(reply(done('At nine [1], from `pier[2]` [2]. Not [3].', { engine: 'openai', sources: ['Ferry', 'Pier'], citations })));
    await say('When?');
    const passage = await screen.findByText('The ferry leaves at nine.');
    const marks = screen.getAllByText(/^\[[12]\]$/, { selector: 'sup' });
    expect(marks.map(({ textContent, title }) => [textContent, title])).toEqual([
      ['[1]', 'Ferry'],
      ['[2]', 'Pier'],
    ]);
    expect(screen.getByText('pier[2]').tagName).toBe('CODE');
    expect(screen.getByText(/Not \[3\]\./)).toBeTruthy();
    const details = passage.closest('details');
    expect(details?.open).toBe(false);
    expect(details?.querySelector('summary')?.textContent).toBe('Source: 1 Ferry');
    expect(screen.getByText('It is red.').closest('details')?.querySelector('summary')?.textContent).toBe('Source: 2 Pier');
  });

  it('loads the passages of a reply that was saved in the browser when a source is opened, and says when they are gone or cannot be loaded', async () => {
    const saved = ['known', 'gone', 'down'].map((requestId) => ({
      id: requestId,
      content: `About ${requestId} [1].`,
      isUser: false,
      timestamp: 1,
      engine: 'openai',
      requestId,
      sources: [`Source ${requestId}`],
    }));
    localStorage.setItem(`kith.chat.${aUser().id}.${aBot().id}`, JSON.stringify(saved));
    const asked: unknown[] = [];
    const cited = { __typename: 'Citation', itemId: aBot().id, title: 'x', passages: ['The ferry leaves at nine.'] };
    openChat({
      operations: {
        Citations: ({ requestId }) => {
          asked.push(requestId);
          if (requestId === 'down') throw new AppError('UNAVAILABLE');
          return { citations: requestId === 'known' ? [cited] : [] };
        },
      },
    });
    const open = async (name: string) => {
      const details = (await screen.findByText(`Source ${name}`)).closest('details');
      if (!details) throw new Error('the source cannot be opened');
      details.open = true;
      fireEvent(details, new Event('toggle'));
    };
    await open('known');
    await screen.findByText('The ferry leaves at nine.');
    await open('gone');
    await screen.findByText('What it rests on is not kept any more.');
    expect(asked).toEqual(['known', 'gone']);
    await open('down');
    await screen.findByText('What it rests on could not be loaded.');
    localStorage.clear();
  });

  it('shows in developer mode what the model was sent and what it took, and saves none of it', async () => {
    const prompt = {
      model: 'GPT-4o',
      messages: [
        { role: 'system' as const, content: 'You are Amber.', pictures: 0 },
        { role: 'user' as const, content: 'What is this?', pictures: 2 },
        { role: 'call' as const, content: 'calculate {"term":"6*7"}', pictures: 0 },
        { role: 'result' as const, content: '42', pictures: 0 },
      ],
      tools: [{ name: 'calculate', description: 'Computes a term.', parameters: '{"type":"object"}' }],
      toolCalls: [{ name: 'calculate', hasFailed: false, ms: 3 }],
      isCut: true,
      promptTokens: 1234,
      cachedTokens: 1024,
      completionTokens: 1,
      costDollars: 0.000_192_3,
    };
    const developer = { apiSettings: { ...aUser().apiSettings, developerMode: true } };
    const { calls, leave } = openChat({ answer: reply(done('A boat', { prompt })), user: developer });
    fireEvent.click(await screen.findByRole('switch', { name: 'Persistent chat' }));
    await say('What?');
    const figures =
      'Prompt · GPT-4o · 1,234 tokens read · 1,024 of them reused · 1 token written · 1 tool call · at most $0.00019';
    const summary = await screen.findByText(figures);
    expect(summary.closest('details')?.textContent).toBe(
      `${figures}Rules and characterYou are Amber.To the model · 2 picturesWhat is this?What the model calledcalculate {"term":"6*7"}What it was told of the call42May call calculateComputes a term.\n{"type":"object"}Tool calculate, 3 msThe prompt is longer than what is shown here.`,
    );
    expect(sent(calls)).toMatchObject([{ message: 'What?', showPrompt: true }]);
    leave();
    expect(JSON.stringify({ ...localStorage })).toContain('A boat');
    expect(JSON.stringify({ ...localStorage })).not.toContain('You are Amber.');
  });

  it('sends no blank message, and Shift+Enter does not send', async () => {
    const calls = open(reply(done('x')));
    await say('   ');
    fireEvent.change(await input(), { target: { value: 'one' } });
    fireEvent.keyDown(await input(), { key: 'Enter', shiftKey: true });
    expect(requestIds(calls)).toHaveLength(0);
  });

  it('restores the text when sending fails, and repeats the same request', async () => {
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

  it('keeps the partial reply when the stream breaks off', async () => {
    open(reply({ type: 'delta', text: 'Well, I think' }));
    await say('Hm?');
    await screen.findByText('Broke off');
    expect(screen.getByText('Well, I think')).toBeTruthy();
  });

  it('stops a reply and keeps the partial text', async () => {
    open(endless('Once upon'));
    await say('Tell me a story');
    await screen.findByText('Once upon');
    fireEvent.click(screen.getByRole('button', { name: 'Stop the reply' }));
    await screen.findByText('Stopped');
    expect(screen.getByText('Once upon')).toBeTruthy();
    expect((await input()).disabled).toBe(false);
  });

  it('shows Bot Not Found for a missing or foreign bot', async () => {
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({
        ChatBot: () => {
          throw new AppError('NOT_FOUND');
        },
      }),
    });
    renderApp({ page: <ChatPage />, path: '/bots/:id/chat', at: '/bots/b/chat', isProtected: true });
    await screen.findByRole('heading', { name: 'Bot Not Found' });
    expect(document.title).toBe('Bot Not Found · Kith');
    expect(screen.getByText("This bot doesn't exist or you don't have permission to chat with it.")).toBeTruthy();
  });

  it('opens the sign-in page when the session has ended', async () => {
    open(refusal(401, 'UNAUTHENTICATED', 'Please sign in.'));
    await say('Hello?');
    await screen.findByText(/^at \/auth\?return=/);
    expect(await screen.findByText('Your session has ended')).toBeTruthy();
  });

  it('shows an error when the bot was deleted meanwhile', async () => {
    open(refusal(404, 'NOT_FOUND', 'Not found.'));
    await say('Hello?');
    await screen.findByText("This bot doesn't exist or you don't have permission to chat with it.");
  });

  it('scrolls with a growing reply unless the user has scrolled up', async () => {
    const grown: (() => void)[] = [];
    class FakeObserver {
      constructor(private readonly callback: () => void) {}
      observe = () => void grown.push(this.callback);
      unobserve = () => undefined;
      disconnect = () => undefined;
    }
    const real = globalThis.ResizeObserver;
    Object.assign(globalThis, { ResizeObserver: FakeObserver });
    open(answering('Once upon a time'));
    const log = await screen.findByRole('log');
    Object.defineProperties(log, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } });
    const grow = () => {
      for (const callback of grown) callback();
    };
    grow();
    expect(log.scrollTop).toBe(2000);
    log.scrollTop = 300;
    fireEvent.scroll(log);
    grow();
    expect(log.scrollTop).toBe(300);
    // What somebody says brings them back to it.
    await say('Tell me everything');
    await screen.findByText('Once upon a time');
    expect(log.scrollTop).toBe(2000);
    Object.assign(globalThis, { ResizeObserver: real });
  });
});
