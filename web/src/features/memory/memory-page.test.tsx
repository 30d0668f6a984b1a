import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { MemoryPage } from './memory-page.js';

const bot = aBot();
const aFact = (fields: object = {}) => ({
  __typename: 'MemoryFact',
  id: 'fact-1',
  key: 'Name',
  value: 'Ada',
  origin: 'said',
  saidAt: '2026-01-02T03:04:05.000Z',
  ...fields,
});
const aMemory = (facts: readonly object[], summary: string | null = null) => ({ __typename: 'Memory', summary, facts });

interface Answers {
  readonly overview?: object;
  readonly own?: object;
  readonly save?: () => unknown;
}

/** Opens the page; returns the variables of the changes that it sent. */
function open({ overview = {}, own = aMemory([]), save = () => own }: Answers = {}) {
  const sent: unknown[] = [];
  const change = (name: string, answer: () => unknown) => (variables: unknown) => {
    sent.push({ name, ...(variables as object) });
    return answer();
  };
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotMemory: () => ({
        bot: { __typename: 'Bot', id: bot.id, name: 'Juniper' },
        memoryOverview: { __typename: 'MemoryOverview', isOn: true, people: 0, facts: 0, ...overview },
        ownMemory: own,
      }),
      ClearMemory: change('clear', () => ({ clearMemory: { __typename: 'Message', message: 'Done' } })),
      SaveOwnFact: change('save', () => ({ saveOwnFact: save() })),
      ForgetOwnMemory: change('forget', () => ({ forgetOwnMemory: aMemory([]) })),
    }),
  });
  renderApp({ page: <MemoryPage />, path: '/bots/:id/memory', at: `/bots/${bot.id}/memory`, isProtected: true });
  return sent;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the memory of a companion', () => {
  it('shows of members how much is remembered, and forgets them after a question', async () => {
    const sent = open({ overview: { people: 3, facts: 1200 } });
    await screen.findByText('It remembers 3 members. 1,200 facts about them in all.');
    expect(screen.getByText(/You see how much it is, not what they said/)).toBeTruthy();
    press('Forget all members');
    expect(sent).toEqual([]);
    confirm('Forget all members');
    await waitFor(() => expect(sent).toEqual([{ name: 'clear', botId: bot.id }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Done')).toBeTruthy();
  });

  it('says that nobody is remembered, and that it is switched off with the way to the switch', async () => {
    open({ overview: { isOn: false } });
    await screen.findByText('It remembers no member yet.');
    expect(screen.getByText('Nothing yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Forget all members' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Switch it on' }).getAttribute('href')).toBe(`/bots/${bot.id}/edit`);
  });

  it('shows what is remembered of its user with origin, and corrects and forgets it', async () => {
    const facts = [aFact(), aFact({ id: 'fact-2', key: 'Likes', value: 'tea', origin: 'model' })];
    const sent = open({ own: aMemory(facts, 'You plan a trip.') });
    const list = within(await screen.findByRole('list', { name: 'Facts about you' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Name: Ada.*You said so/),
      expect.stringMatching(/^Likes: tea.*Understood from your messages/),
    ]);
    expect(screen.getByText('You plan a trip.')).toBeTruthy();
    press('Correct Name');
    write('To remember', ' Ace ');
    confirm('Save');
    await waitFor(() => expect(sent).toEqual([{ name: 'save', botId: bot.id, factId: 'fact-1', key: 'Name', value: 'Ace' }]));
    press('Forget Likes');
    await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'forget', botId: bot.id, factId: 'fact-2' }));
    press('Forget all of it');
    confirm('Forget all of it');
    await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'forget', botId: bot.id, factId: null }));
  });

  it('adds a fact, and keeps what was written when the server refuses it', async () => {
    const sent = open({
      save: () => {
        throw new AppError('BAD_INPUT', 'This looks like a password or a key.');
      },
    });
    await screen.findByText('Nothing yet.');
    press('Add a fact');
    confirm('Save');
    expect(screen.getByText('Please say what it is about')).toBeTruthy();
    expect(sent).toEqual([]);
    write('About', 'Favourite game');
    write('To remember', 'Chess');
    confirm('Save');
    await screen.findByText('This looks like a password or a key.');
    expect(sent).toEqual([{ name: 'save', botId: bot.id, factId: null, key: 'Favourite game', value: 'Chess' }]);
    expect(screen.getByLabelText<HTMLInputElement>('To remember').value).toBe('Chess');
  });
});
