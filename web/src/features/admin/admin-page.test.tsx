import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { storeToken } from '../../lib/session.js';
import { anAccount, asAdmin, openAdmin, refuse, STATS } from '../../testing/fake-admin.js';
import { refusal } from '../../testing/fake-server.js';
import { aUser } from '../../testing/render-app.js';
import { AdminPage } from './admin-page.js';

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (world: World = {}) => openAdmin({ page: <AdminPage />, path: '/admin', ...world });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the admin dashboard', () => {
  it('shows the statistics and the users', async () => {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' });
    await screen.findByText('12,345');
    expect(screen.getByText('10 on a paid plan')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'User Management' }).getAttribute('aria-selected')).toBe('true');
    await screen.findByText('helga');
  });

  it('explains why Delete Selected is disabled', async () => {
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete Selected' });
    const reason = 'Delete Selected is always off: everyone deletes their own account, in the settings.';
    expect([button.disabled, button.title]).toEqual([true, reason]);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  });

  it('shows dashes until the statistics are loaded', async () => {
    open({ operations: { AdminStats: () => new Promise(() => undefined) } });
    await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' });
    expect(screen.getAllByText('—')).toHaveLength(4);
  });

  it('shows shares and averages under Platform Analytics', async () => {
    open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Platform Analytics' }));
    await screen.findByText('30 · 75%');
    expect(screen.getByText('12 · 24%')).toBeTruthy();
    expect(screen.getByText('246.9')).toBeTruthy();
    expect(screen.getByText('Answers in 30 days').parentElement?.textContent).toContain('3');
  });

  it('shows shares of 0 % and a dash as average when there are no bots', async () => {
    const none = { ...STATS, bots: { ...STATS.bots, total: 0, active: 0 }, messages: 0 };
    open({ operations: { AdminStats: () => ({ adminStats: none }) } });
    fireEvent.click(await screen.findByRole('tab', { name: 'Platform Analytics' }));
    await screen.findAllByText('0 · 0%');
    expect(screen.getByText('—')).toBeTruthy();
  });

  it('links to credits and impersonation for the super-admin only', async () => {
    open();
    const credits = await screen.findByRole('link', { name: 'Manage User Credits' });
    expect(credits.getAttribute('href')).toBe('/admin/credits');
    expect(screen.getByRole('link', { name: 'User Impersonation' }).getAttribute('href')).toBe('/admin/impersonate');
    document.body.innerHTML = '';
    open({ user: asAdmin });
    await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' });
    expect(screen.queryByRole('link', { name: 'Manage User Credits' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'User Impersonation' })).toBeNull();
  });

  it('sends other users to the start page with an error toast', async () => {
    const { sent } = open({ user: aUser() });
    await screen.findByText('at /');
    await screen.findByText('Access Denied');
    expect(screen.getByText('Only administrators can access this page.')).toBeTruthy();
    expect(sent('AdminStats')).toHaveLength(0);
  });

  it('shows an error with a link back when the statistics cannot be loaded', async () => {
    open({ operations: { AdminStats: refuse('FORBIDDEN') } });
    await screen.findByText('Error Loading Admin Data');
    expect(screen.getByText('Could not load admin data. You may not have the necessary permissions.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  it('pages through the users on the server', async () => {
    const { sent } = open({ accounts: Array.from({ length: 30 }, (_, index) => anAccount(index + 10)) });
    await screen.findByText('1–25 of 30');
    await press('Next');
    await screen.findByText('26–30 of 30');
    await screen.findByText('user39');
    expect(sent('Accounts').at(-1)).toMatchObject({ limit: 25, offset: 25 });
  });
});

describe('the CSV exports of the admin dashboard', () => {
  const csv = (): Response => new Response('id\r\n', { headers: { 'content-type': 'text/csv' } });

  function watchDownloads() {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:kith/1';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  }

  it('are requested with the session token and saved as files', async () => {
    const names = watchDownloads();
    storeToken('bearer-1');
    const { calls } = open({
      rest: { 'GET /api/admin/export/users.csv': csv, 'GET /api/admin/export/analytics.csv': csv },
    });
    await press('Export Users');
    await waitFor(() => expect(names).toEqual(['users.csv']));
    fireEvent.click(screen.getByRole('tab', { name: 'Platform Analytics' }));
    await press('Download Analytics Report');
    await waitFor(() => expect(names).toEqual(['users.csv', 'analytics.csv']));
    const exported = calls.filter(({ path }) => path.endsWith('.csv'));
    expect(exported.map(({ headers }) => headers['authorization'])).toEqual(['Bearer bearer-1', 'Bearer bearer-1']);
    storeToken(null);
  });

  it('show why a download failed', async () => {
    const names = watchDownloads();
    open({ rest: { 'GET /api/admin/export/users.csv': refusal(403, 'FORBIDDEN', 'You do not have permission to do this.') } });
    await press('Export Users');
    await screen.findByText('Download Failed');
    expect(screen.getByText('You do not have permission to do this.')).toBeTruthy();
    expect(names).toEqual([]);
  });
});
