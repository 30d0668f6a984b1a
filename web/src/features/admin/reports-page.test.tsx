import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { asAdmin, openAdmin, refuse } from '../../testing/fake-admin.js';
import { ONLY_PAGE } from '../../testing/fake-server.js';
import { aUser } from '../../testing/render-app.js';
import { ReportsPage } from './reports-page.js';

const OWNER = '00000000-0000-4000-8000-000000000007';
const aReport = (changes: object = {}) => ({
  __typename: 'Report',
  id: '00000000-0000-4000-8000-000000000001',
  botId: '00000000-0000-4000-8000-000000000002',
  botName: 'Juniper',
  ownerId: OWNER,
  guildId: '200000000000000001',
  channelId: '300000000000000001',
  messageId: '400000000000000001',
  reason: 'spam',
  text: 'Buy now!',
  reporters: 2,
  state: 'open',
  createdAt: '2026-11-20T10:00:00.000Z',
  handledAt: null,
  ...changes,
});

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (reports: readonly object[] = [aReport()], { operations, ...world }: World = {}) =>
  openAdmin({
    page: <ReportsPage />,
    path: '/admin/reports',
    user: asAdmin,
    operations: {
      Reports: () => ({ reports: { __typename: 'ReportList', total: reports.length, ...ONLY_PAGE, reports } }),
      HandleReport: () => ({ handleReport: aReport({ state: 'dismissed' }) }),
      ...operations,
    },
    ...world,
  });
const row = async () => within((await screen.findByText('Juniper')).closest('li') ?? document.body);

describe('the reports about companions', () => {
  it('show reason, text, number of members, owner and the message on Discord', async () => {
    open();
    const report = await row();
    for (const text of ['Spam or fraud', 'Buy now!', '2 members']) expect(report.getByText(text)).toBeTruthy();
    expect(report.getByRole('link', { name: 'Open the page of the owner' }).getAttribute('href')).toBe(`/admin/users/${OWNER}`);
    expect(report.getByRole('link', { name: 'Open on Discord' }).getAttribute('href')).toBe(
      'https://discord.com/channels/200000000000000001/300000000000000001/400000000000000001',
    );
  });

  it('are dismissed at once, and taken down only after a question', async () => {
    const { sent } = open();
    fireEvent.click((await row()).getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('The report is dismissed');
    fireEvent.click((await row()).getByRole('button', { name: 'Take down' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take Juniper down?' }));
    expect(sent('HandleReport')).toHaveLength(1);
    fireEvent.click(dialog.getByRole('button', { name: 'Take down' }));
    await screen.findByText('Juniper is taken down');
    expect(sent('HandleReport').map(({ action }) => action)).toEqual(['dismiss', 'take_down']);
  });

  it('lead to the page before when nothing is left of the last one', async () => {
    const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const all = Array.from({ length: 51 }, (_, n) => aReport({ id: idOf(n), botName: `Bot ${n}` }));
    const pageAt = (offset: unknown) =>
      offset === 0
        ? { next: all.length > 50 ? 'second' : null, previous: null, reports: all.slice(0, 50) }
        : { next: null, previous: 'last', reports: all.slice(50) };
    open(all, {
      operations: {
        Reports: ({ offset }) => ({
          reports: { __typename: 'ReportList', total: all.length, isMoreThanTotal: false, ...pageAt(offset) },
        }),
        HandleReport: () => ({ handleReport: aReport({ ...all.pop(), state: 'dismissed' }) }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    const last = within((await screen.findByText('Bot 50')).closest('li') ?? document.body);
    fireEvent.click(last.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('Bot 49');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('that were taken down can be restored, and one of a deleted companion cannot be handled that way', async () => {
    open([aReport({ state: 'taken_down' })]);
    expect((await row()).getByRole('button', { name: 'Restore' })).toBeTruthy();
    open([aReport({ botName: null, text: null, messageId: null })]);
    const gone = within((await screen.findByText('Deleted companion')).closest('li') ?? document.body);
    expect([gone.queryByRole('button', { name: 'Take down' }), gone.queryByRole('link', { name: 'Open on Discord' })]).toEqual([
      null,
      null,
    ]);
  });

  it('are filtered by state, and say when there are none', async () => {
    const { sent } = open([]);
    await screen.findByText('No reports');
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'taken_down' } });
    await waitFor(() => expect(sent('Reports').at(-1)).toMatchObject({ state: 'taken_down', offset: 0 }));
  });

  it('say when one was not handled, and are for administrators alone', async () => {
    open([aReport()], { operations: { HandleReport: refuse('NOT_FOUND') } });
    fireEvent.click((await row()).getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('The report was not handled');
    open([], { user: aUser() });
    await screen.findByText('Only administrators can access this page.');
  });
});
