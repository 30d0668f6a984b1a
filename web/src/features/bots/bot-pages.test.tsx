import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { CreatePage } from './create-page.js';
import { EditPage } from './edit-page.js';

const operationsOf = (calls: ReturnType<typeof fakeServer>) =>
  calls.flatMap(({ body }) => (body as { operationName?: string } | undefined)?.operationName ?? []);

describe('the create page', () => {
  it('goes to the new bot without showing the limit page, even if the plan is full now', async () => {
    let total = 0;
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: 'free' }) }),
      'POST /graphql': graphqlAnswers({
        BotCount: () => ({ bots: { __typename: 'BotList', total } }),
        CreateBot: () => {
          total = 1;
          return { createBot: { __typename: 'SavedBot', bot: aBot(), droppedTraits: [], warnings: [] } };
        },
      }),
    });
    renderApp({ page: <CreatePage />, path: '/create', isProtected: true });
    fireEvent.change(await screen.findByLabelText('Bot Name'), { target: { value: 'Juniper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText(`at /bots/${aBot().id}`);
    // A count that was loaded now would show until the next page has loaded.
    expect(operationsOf(calls)).toEqual(['BotCount', 'CreateBot']);
  });
});

describe('the edit page', () => {
  it('waits for the current version instead of showing a cached one', async () => {
    let bot = aBot();
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({ Bot: () => ({ bot }) }),
    });
    renderApp({ page: <Reopened />, path: '/bots/:id/edit', at: `/bots/${bot.id}/edit`, isProtected: true });
    await screen.findByDisplayValue('Juniper');
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    bot = aBot({ name: 'Juno', version: 4 });
    fireEvent.click(screen.getByRole('button', { name: 'open' }));
    expect(screen.queryByDisplayValue('Juniper')).toBeNull();
    await screen.findByDisplayValue('Juno');
  });
});

function Reopened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'close' : 'open'}</button>
      {isOpen && <EditPage />}
    </>
  );
}
