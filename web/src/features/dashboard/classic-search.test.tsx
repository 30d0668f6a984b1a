import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { card, openDashboard, soughtIn } from '../../testing/dashboard.js';
import { deferred } from '../../testing/fake-server.js';
import { ClassicPage } from './dashboard-page.js';

const BOTS = [aBot(), aBot({ id: 'b', name: 'Ada' }), aBot({ id: 'c', name: 'JUNO' })];
type Operations = Parameters<typeof openDashboard>[0]['operations'];

async function open(operations: Operations = {}) {
  const world = openDashboard({ page: <ClassicPage />, path: '/dashboard/classic', bots: BOTS, operations });
  await card('Juniper');
  return world;
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search your bots...' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const names = () => screen.queryAllByRole('article').map((article) => article.querySelector('h3')?.textContent);
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
/** Makes the tab visible again, which loads the list. */
const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
const refuse = () => {
  throw new AppError('UNAVAILABLE', 'The companions cannot be searched right now.');
};

describe('the search of the classic dashboard', () => {
  it('shows what the server finds, with one request per settled input', async () => {
    const { sent } = await open();
    for (const text of [' j', ' jU', ' jUn']) type(text);
    await shows('Juniper', 'JUNO');
    expect(screen.getByText('2 companions found').getAttribute('role')).toBe('status');
    expect(sent('SearchBots')).toEqual([{ search: 'jUn', offset: 0 }]);
    type('jUn ');
    type('');
    await shows('Juniper', 'Ada', 'JUNO');
    expect(sent('SearchBots')).toHaveLength(1);
    expect(screen.queryByText(/companions found/)).toBeNull();
  });

  it('loads all pages of the result', async () => {
    const { sent } = await open({
      SearchBots: ({ search, offset }) => {
        const { bots, ...list } = soughtIn(BOTS, search);
        return { bots: { ...list, bots: bots.slice(Number(offset), Number(offset) + 1) } };
      },
    });
    type('jun');
    await shows('Juniper', 'JUNO');
    expect(sent('SearchBots').map(({ offset }) => offset)).toEqual([0, 1]);
  });

  it('keeps live updates of the bots that were found', async () => {
    await open();
    type('ada');
    await shows('Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Active');
    expect(names()).toEqual(['Ada']);
  });

  it('shows when nothing matches, and offers to clear the search', async () => {
    await open();
    type('zebra');
    await screen.findByRole('heading', { name: 'No bots found' });
    expect(names()).toEqual([]);
    expect(screen.getByText('0 companions found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await shows('Juniper', 'Ada', 'JUNO');
    expect(box().value).toBe('');
  });

  it('shows why the search failed, and tries again', async () => {
    const server = { answer: refuse as (search: unknown) => unknown };
    const { asked } = await open({ SearchBots: async ({ search }) => ({ bots: await server.answer(search) }) });
    type('ada');
    await screen.findByText('The companions cannot be searched right now.');
    expect(names()).toEqual([]);
    const slow = deferred();
    server.answer = (search) => slow.promise.then(() => soughtIn(BOTS, search));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    // The first search is repeated by itself, because the service may be back in a moment.
    await waitFor(() => expect(asked('SearchBots')).toBe(3));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    slow.resolve();
    await shows('Ada');
    expect(asked('SearchBots')).toBe(3);
    expect(screen.queryByText('The companions cannot be searched right now.')).toBeNull();
  });

  it('shows the whole list again when a failed search is cleared', async () => {
    await open({ SearchBots: refuse });
    type('ada');
    await screen.findByText('The companions cannot be searched right now.');
    type('');
    await shows('Juniper', 'Ada', 'JUNO');
    expect(screen.queryByText('The companions cannot be searched right now.')).toBeNull();
  });
});

describe('a search result of the classic dashboard', () => {
  it('stays visible until the next result arrives', async () => {
    const slow = deferred();
    const { asked } = await open({
      SearchBots: async ({ search }) => {
        if (search === 'ada') await slow.promise;
        return { bots: soughtIn(BOTS, search) };
      },
    });
    type('jun');
    await shows('Juniper', 'JUNO');
    type('ada');
    await waitFor(() => expect(asked('SearchBots')).toBe(2));
    expect(names()).toEqual(['Juniper', 'JUNO']);
    expect(screen.getByRole('region', { name: 'Your AI Companions' }).getAttribute('aria-busy')).toBe('true');
    slow.resolve();
    await shows('Ada');
    expect(screen.getByRole('region', { name: 'Your AI Companions' }).getAttribute('aria-busy')).toBe('false');
  });

  it('never replaces a newer result', async () => {
    const [slow, answered] = [deferred(), deferred()];
    const { asked } = await open({
      SearchBots: async ({ search }) => {
        if (search === 'a') await slow.promise;
        if (search === 'a') answered.resolve();
        return { bots: soughtIn(BOTS, search) };
      },
    });
    type('a');
    await waitFor(() => expect(asked('SearchBots')).toBe(1));
    type('jun');
    await shows('Juniper', 'JUNO');
    await act(async () => {
      slow.resolve();
      await answered.promise;
    });
    expect(names()).toEqual(['Juniper', 'JUNO']);
    expect(screen.getByText('2 companions found')).toBeTruthy();
  });

  it('is updated when bots are deleted, renamed and created', async () => {
    const { list, change, asked } = await open();
    type('jun');
    await shows('Juniper', 'JUNO');
    list.splice(2, 1);
    await look();
    await shows('Juniper');
    change('b', { name: 'June' });
    list.push(aBot({ id: 'd', name: 'Junebug' }));
    await look();
    await shows('Juniper', 'June', 'Junebug');
    change(aBot().id, { name: 'Oak' });
    await look();
    await shows('June', 'Junebug');
    const before = asked('SearchBots');
    change('b', { status: 'online', runtimeState: 'online' });
    await look();
    await screen.findByText('Active');
    expect(asked('SearchBots')).toBe(before);
  });

  it('is ignored when the list changed while it was requested', async () => {
    const [first, answered] = [deferred(), deferred()];
    const bots = [...BOTS];
    const { asked } = await open({
      DashboardBots: () => ({ bots: { __typename: 'BotList', total: bots.length, bots: [...bots] } }),
      SearchBots: async ({ search }) => {
        const found = soughtIn(bots, search);
        if (bots.length === BOTS.length) {
          await first.promise;
          answered.resolve();
        }
        return { bots: found };
      },
    });
    type('jun');
    await waitFor(() => expect(asked('SearchBots')).toBe(1));
    bots.push(aBot({ id: 'd', name: 'June' }));
    await look();
    await shows('Juniper', 'JUNO', 'June');
    await act(async () => {
      first.resolve();
      await answered.promise;
    });
    expect(names()).toEqual(['Juniper', 'JUNO', 'June']);
  });

  it('disappears with the last bot', async () => {
    const { list } = await open();
    type('ada');
    await shows('Ada');
    list.splice(0);
    await look();
    await screen.findByRole('heading', { name: 'Create your first AI companion' });
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
