import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AuditPage } from './audit-page.js';
import { asAdmin, HELGA, openAdmin, refuse, ROOT } from '../../testing/fake-admin.js';

const anEntry = (number: number, changes: object = {}) => ({
  __typename: 'AuditEvent',
  id: `entry-${number}`,
  at: '2026-11-20T10:00:00.000Z',
  action: 'plan_set',
  actorId: ROOT.id,
  actorName: 'root',
  effectiveUserId: ROOT.id,
  target: HELGA.id,
  ip: '203.0.113.7',
  requestId: `request-${number}`,
  details: { plan: 'premium' },
  ...changes,
});

interface Log {
  readonly events?: readonly object[];
  readonly total?: number;
  readonly isIntact?: boolean;
}
const logOf = ({ events = [anEntry(1)], total = events.length, isIntact = true }: Log = {}) => ({
  auditLog: {
    __typename: 'AuditLog',
    events,
    names: [],
    total,
    isMoreThanTotal: false,
    next: events.length < total ? 'behind' : null,
    previous: null,
    isIntact,
  },
});
type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (log: Log = {}, world: World = {}) =>
  openAdmin({ page: <AuditPage />, path: '/admin/audit', operations: { AuditLog: () => logOf(log) }, ...world });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the audit log', () => {
  it('shows actor, effective user, target and address of each entry', async () => {
    const acted = anEntry(2, { action: 'impersonation_ended', effectiveUserId: HELGA.id, target: 'somebody' });
    open({ events: [anEntry(1), acted] });
    await screen.findByText('somebody');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('premium', { selector: 'li:first-child dd' })).toBeTruthy();
    expect(screen.getAllByText('203.0.113.7')).toHaveLength(2);
    expect(screen.getByText(HELGA.id, { selector: '.audit-who code' })).toBeTruthy();
    expect(screen.getByText('Chain intact')).toBeTruthy();
  });

  it('labels known details in words and unknown details by their key', async () => {
    open({ events: [anEntry(1, { details: { removed: true, tone: 'calm' } })] });
    const labels = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
    expect(labels).toEqual(['Target', 'Removed', 'tone', 'Address', 'Request']);
    expect(screen.getByText('Yes')).toBeTruthy();
  });

  it.each([
    ['System', { systemId: 'auto-moderation' }],
    ['Action', { action: 'add' }],
    ['Server', { guildId: '112233445566778899' }],
    ['Case', { caseId: 'efc964ea-1ff2-48ec-bd4d-9089f88ebe2b' }],
    ['Report', { reportId: 'efc964ea-1ff2-48ec-bd4d-9089f88ebe2b' }],
    ['Host', { host: 'tools.example.org' }],
    ['Method', { method: 'discord' }],
    ['Discord account', { discordId: '112233445566778899' }],
    ['Rights', { scopes: 'bots:read chat' }],
    ['Title', { title: 'Voice is here' }],
  ])('calls a detail by a word: %s', async (label, details) => {
    open({ events: [anEntry(1, { details })] });
    await screen.findByText(label, { selector: 'dt' });
  });

  it('keeps the whole id in the title of a shortened id', async () => {
    open();
    const target = await screen.findByText(HELGA.id, { selector: 'dd code' });
    expect(target.title).toBe(HELGA.id);
  });

  it('warns of a broken hash chain', async () => {
    open({ isIntact: false });
    await screen.findByText('The chain is broken: an entry was changed or removed outside of Kith.');
    expect(screen.queryByText('Chain intact')).toBeNull();
  });

  it('is filtered by action and user on the server', async () => {
    const { sent } = open();
    await screen.findByText('request-1');
    fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'login_failed' } });
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: ` ${HELGA.id} ` } });
    await press('Filter');
    await waitFor(() => expect(sent('AuditLog').at(-1)).toMatchObject({ action: 'login_failed', userId: HELGA.id, offset: 0 }));
  });

  it('refuses an incomplete user id', async () => {
    const { sent } = open();
    await screen.findByText('request-1');
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: 'helga' } });
    await press('Filter');
    await screen.findByText('Please enter a whole user ID.');
    expect(sent('AuditLog')).toHaveLength(1);
  });

  it('filters by a user after a click on the name, and keeps the filter of the link', async () => {
    const { sent } = open({}, { at: '/admin/audit?action=plan_set' });
    await press('Show only entries of root');
    await waitFor(() => expect(sent('AuditLog').at(-1)).toMatchObject({ action: 'plan_set', userId: ROOT.id }));
    expect((screen.getByLabelText('User ID') as HTMLInputElement).value).toBe(ROOT.id);
  });

  it('is paged on the server', async () => {
    const { sent } = open({ events: Array.from({ length: 50 }, (_, index) => anEntry(index)), total: 120 });
    await screen.findByText('1–50 of 120');
    await press('Next');
    await waitFor(() => expect(sent('AuditLog').at(-1)).toMatchObject({ limit: 50, offset: 50, cursor: 'behind' }));
  });

  it('has different empty states with and without filters', async () => {
    open({ events: [] });
    await screen.findByText('No entries yet');
    document.body.innerHTML = '';
    const { sent } = open({ events: [] }, { at: '/admin/audit?action=login' });
    await press('Clear filters');
    await waitFor(() => expect(sent('AuditLog').at(-1)).toMatchObject({ action: null, userId: null }));
  });

  it('shows why it could not be loaded', async () => {
    open({}, { operations: { AuditLog: refuse('OVERLOADED', 'The log is being checked.') } });
    await screen.findByText('The audit log could not be loaded');
    expect(screen.getByText('The log is being checked.')).toBeTruthy();
  });

  it('is closed to administrators who are not the super-admin', async () => {
    const { sent } = open({}, { user: asAdmin });
    await screen.findByText('at /');
    await screen.findByText('You do not have permission to access this page.');
    expect(sent('AuditLog')).toHaveLength(0);
  });
});
