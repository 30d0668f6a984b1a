import type { Plan, ReplyFrame } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { Profiler, type ProfilerOnRenderCallback } from 'react';
import { ChatPage } from '../features/chat/chat-page.js';
import { aBot } from './bots.js';
import { bodyOf, fakeServer, graphqlAnswers, type Answer, type Call } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

export const STREAM = `POST /api/bots/${aBot().id}/chat/stream`;

/** A reply that consists of these frames. */
export const reply =
  (...frames: ReplyFrame[]): Answer =>
  () =>
    new Response(bodyOf(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)));

/** A reply in one delta. */
export const answering = (text: string): Answer => reply({ type: 'delta', text }, done(text));

export const done = (response: string, more: Partial<Extract<ReplyFrame, { type: 'done' }>> = {}): ReplyFrame => ({
  type: 'done',
  response,
  engine: 'openai',
  sources: [],
  truncated: false,
  ...more,
});

interface World {
  readonly answer?: Answer;
  /** Label of the built-in companion; null when a model answers. */
  readonly label?: string | null;
  readonly bot?: Parameters<typeof aBot>[0];
  readonly plan?: Plan;
  readonly user?: Parameters<typeof aUser>[0];
  /** Answers of further GraphQL operations. */
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
  /** Called on each render. */
  readonly onRender?: ProfilerOnRenderCallback;
}

export function openChat({
  answer = answering('Ahoy!'),
  label = null,
  bot,
  plan = 'premium',
  user = {},
  operations = {},
  onRender = () => undefined,
}: World = {}): {
  calls: Call[];
  leave: () => void;
} {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan, ...user }) }),
    'POST /graphql': graphqlAnswers({
      ChatBot: () => ({ bot: aBot(bot), chatEngine: { __typename: 'ChatEngine', engine: label ? 'builtin' : 'openai', label } }),
      ...operations,
    }),
    [STREAM]: answer,
  });
  const { unmount } = renderApp({
    page: (
      <Profiler id="chat" onRender={onRender}>
        <ChatPage />
      </Profiler>
    ),
    path: '/bots/:id/chat',
    at: `/bots/${aBot().id}/chat`,
    isProtected: true,
  });
  return { calls, leave: unmount };
}

export const input = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Juniper' });

export async function type(text: string): Promise<void> {
  fireEvent.change(await input(), { target: { value: text } });
}

export async function say(text: string): Promise<void> {
  await type(text);
  fireEvent.keyDown(await input(), { key: 'Enter' });
}

/** A reply that starts and ends only when it is aborted. */
export const endless =
  (begin: string): Answer =>
  ({ signal }) =>
    new Response(
      new ReadableStream({
        start(controller) {
          if (begin !== '')
            controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ type: 'delta', text: begin })}\n\n`));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );

/** The sent messages in order: objects, or FormData when they have files. */
export const sent = (calls: readonly Call[]) =>
  calls.filter(({ method, path }) => `${method} ${path}` === STREAM).map(({ body }) => body);
