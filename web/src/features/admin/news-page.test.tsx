import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { asAdmin, openAdmin } from '../../testing/fake-admin.js';
import { ONLY_PAGE } from '../../testing/fake-server.js';
import { NewsPage } from './news-page.js';

const SENT = {
  __typename: 'News',
  id: 'a1',
  title: 'Voices',
  text: 'Companions listen.',
  createdAt: '2026-11-20T10:00:00.000Z',
  reached: 1200,
  finishedAt: '2026-11-20T10:01:00.000Z' as string | null,
};

function openNews({ fails = false, user }: { fails?: boolean; user?: typeof asAdmin } = {}) {
  const news = [SENT];
  const sent: Record<string, unknown>[] = [];
  openAdmin({
    page: <NewsPage />,
    path: '/admin/news',
    ...(user && { user }),
    operations: {
      News: () => ({ news: { __typename: 'NewsList', news: [...news], total: news.length, ...ONLY_PAGE, subscribers: 1234 } }),
      SendNews: (variables) => {
        sent.push(variables);
        if (fails) throw new AppError('UNAVAILABLE', 'The server is busy.');
        news.unshift({ ...SENT, ...variables, reached: 200, finishedAt: null } as typeof SENT);
        return { sendNews: { __typename: 'News', id: variables['id'] } };
      },
    },
  });
  return sent;
}
const write = async (title: string, text: string) => {
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: title } });
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
};
const confirm = async () => fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));

describe('the page for product news', () => {
  it('sends what was confirmed, and shows how far it is', async () => {
    const sent = openNews();
    await screen.findByText('1,234 people want product news.');
    await write(' Faster replies ', 'Replies come in half the time.');
    expect((await screen.findByRole('dialog')).textContent).toContain('“Faster replies” goes to 1,234 people.');
    expect(sent).toEqual([]);
    await confirm();
    await screen.findByText('Being sent: 200 people told so far');
    expect(sent).toEqual([{ id: expect.any(String), title: 'Faster replies', text: 'Replies come in half the time.' }]);
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
    expect(screen.getByText('Told 1,200 people')).toBeTruthy();
  });

  it('names what is missing and sends nothing', async () => {
    const sent = openNews();
    await write('No', 'Short');
    expect(await screen.findByText('Title must be at least 3 characters')).toBeTruthy();
    expect(screen.getByText('Text must be at least 10 characters')).toBeTruthy();
    expect([screen.queryByRole('dialog'), sent]).toEqual([null, []]);
  });

  it('sends the same id again after a failure, so that nobody is told twice', async () => {
    const sent = openNews({ fails: true });
    await write('Faster replies', 'Replies come in half the time.');
    await confirm();
    await screen.findByText('The news could not be sent');
    await confirm();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
  });

  it('is not for administrators', async () => {
    openNews({ user: asAdmin });
    expect(await screen.findByText('You do not have permission to access this page.')).toBeTruthy();
  });
});
