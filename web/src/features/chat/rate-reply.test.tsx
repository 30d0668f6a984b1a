import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { answering, say, sent, STREAM } from '../../testing/open-chat.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { ChatPage } from './chat-page.js';

describe('the thumbs below a reply', () => {
  it('rate it with a reason, can be changed and taken back, and say when a rating is not saved', async () => {
    const ratings: object[] = [];
    let isKept = true;
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({
        ChatBot: () => ({ bot: aBot(), chatEngine: { __typename: 'ChatEngine', engine: 'openai', label: null } }),
        RateReply: ({ requestId, input }) => {
          if (!isKept) throw new AppError('NOT_FOUND');
          ratings.push({ requestId, ...(input as object) });
          return { rateReply: { __typename: 'Rating', ...(input as object) } };
        },
      }),
      [STREAM]: answering('Ahoy!'),
    });
    renderApp({ page: <ChatPage />, path: '/bots/:id/chat', at: `/bots/${aBot().id}/chat`, isProtected: true });
    await say('Hello');
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    const isPressed = async (name: string, isOn: boolean) =>
      waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe(String(isOn)));
    await press('Good reply');
    await isPressed('Good reply', true);
    await press('Not good');
    await press('Incomplete');
    await isPressed('Incomplete', true);
    await isPressed('Good reply', false);
    isKept = false;
    await press('Not good');
    await screen.findByText('Rating not saved');
    await isPressed('Not good', true);
    isKept = true;
    await press('Not good');
    await isPressed('Not good', false);
    expect(screen.queryByRole('button', { name: 'Incomplete' })).toBeNull();
    const [{ requestId } = { requestId: '' }] = sent(calls) as { requestId: string }[];
    expect(ratings).toEqual([
      { requestId, isGood: true, reason: null },
      { requestId, isGood: false, reason: null },
      { requestId, isGood: false, reason: 'incomplete' },
      { requestId, isGood: null, reason: null },
    ]);
  });
});
