import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { asAdmin, openAdmin, refuse } from '../../testing/fake-admin.js';
import { aUser } from '../../testing/render-app.js';
import { PaymentEventsPage } from './payment-events-page.js';

const USER = '00000000-0000-4000-8000-000000000007';
const anEvent = (id: string, changes: object = {}) => ({
  __typename: 'WebhookEvent',
  id,
  type: 'invoice.paid',
  mode: 'live',
  state: 'applied',
  failure: null,
  note: null,
  attempts: 1,
  happenedAt: '2026-11-20T10:00:00.000Z',
  receivedAt: '2026-11-20T10:00:05.000Z',
  userId: USER,
  username: 'mara',
  ...changes,
});
const FAILED = anEvent('evt_2', { state: 'failed', failure: 'PAYMENT_UNAVAILABLE', attempts: 3, userId: null, username: null });

interface Page {
  readonly events?: readonly object[];
  readonly total?: number;
  readonly refused?: number;
}
const pageOf = ({ events = [anEvent('evt_1'), FAILED], total = events.length, refused = 0 }: Page = {}) => ({
  webhookEvents: {
    __typename: 'WebhookEventList',
    events,
    total,
    refused,
    next: events.length < total ? 'behind' : null,
    previous: null,
  },
});
type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (page: Page = {}, { operations, ...world }: World = {}) =>
  openAdmin({
    page: <PaymentEventsPage />,
    path: '/admin/payment-events',
    user: asAdmin,
    operations: { WebhookEvents: () => pageOf(page), ...operations },
    ...world,
  });
const rowOf = async (id: string) => within((await screen.findByText(id)).closest('li') ?? document.body);

beforeEach(() => {
  jest.restoreAllMocks();
});

describe('the events of the payment provider', () => {
  it('show type, state, mode, attempts, the user and why one failed', async () => {
    open();
    const failed = await rowOf('evt_2');
    for (const text of ['Failed', 'invoice.paid', 'Live', 'The payment provider could not be reached.', '3'])
      expect(failed.getByText(text)).toBeTruthy();
    const applied = await rowOf('evt_1');
    expect(applied.getByText('Applied')).toBeTruthy();
    expect(applied.getByRole('link', { name: 'mara' }).getAttribute('href')).toBe(`/admin/users/${USER}`);
  });

  it.each([
    ['of another error', { state: 'failed', failure: 'INTERNAL' }, /^Something went wrong on our side/],
    ['that changed nothing', { note: 'unused' }, 'Changed nothing: this type of event is not used.'],
    ['of an unknown customer', { note: 'unknown_customer' }, 'Changed nothing: the customer is not known here.'],
    ['about a deleted user', { username: null }, 'Deleted user'],
    ['of the sandbox', { mode: 'sandbox' }, 'Sandbox'],
  ])('say so for one %s', async (_what, changes, text) => {
    open({ events: [anEvent('evt_9', changes)] });
    expect((await rowOf('evt_9')).getByText(text)).toBeTruthy();
  });

  it('are filtered by state and paged on the server', async () => {
    const events = Array.from({ length: 50 }, (_, index) => anEvent(`evt_${index}`));
    const { sent } = open({ events, total: 120 });
    await screen.findByText('1–50 of 120');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(sent('WebhookEvents').at(-1)).toEqual({ state: null, limit: 50, offset: 50, cursor: 'behind' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'failed' } });
    await waitFor(() => expect(sent('WebhookEvents').at(-1)).toEqual({ state: 'failed', limit: 50, offset: 0, cursor: null }));
  });

  it('name how many deliveries were refused', async () => {
    open({ refused: 1204 });
    await screen.findByText(/^1,204 deliveries were refused in the last 30 days/);
  });

  it('have different empty states with and without a filter', async () => {
    open({ events: [] });
    await screen.findByText('No events yet');
    document.body.innerHTML = '';
    const { sent } = open({ events: [] }, { at: '/admin/payment-events?state=failed' });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(sent('WebhookEvents').at(-1)).toMatchObject({ state: null }));
  });

  it('show why they could not be loaded', async () => {
    open({}, { operations: { WebhookEvents: refuse('UNAVAILABLE') } });
    await screen.findByText('The events could not be loaded');
  });

  it('are closed to users', async () => {
    const { sent } = open({}, { user: aUser() });
    await screen.findByText('Only administrators can access this page.');
    expect(sent('WebhookEvents')).toHaveLength(0);
  });
});

describe('a replay', () => {
  it('asks first, and then shows what became of the event', async () => {
    let isApplied = false;
    const { sent } = open(
      {},
      {
        operations: {
          WebhookEvents: () => pageOf({ events: [isApplied ? anEvent('evt_2', { attempts: 4 }) : FAILED] }),
          ReplayWebhookEvent: ({ id }) => {
            isApplied = true;
            return { replayWebhookEvent: anEvent(String(id), { attempts: 4 }) };
          },
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Replay evt_2' }));
    await screen.findByText(/^The event is applied again/);
    expect(sent('ReplayWebhookEvent')).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Replay' }));
    await screen.findByText('Event Replayed');
    expect(sent('ReplayWebhookEvent')).toEqual([{ id: 'evt_2' }]);
    expect((await rowOf('evt_2')).getByText('Applied')).toBeTruthy();
  });

  it('that fails says why and leaves the event as it is', async () => {
    open({}, { operations: { ReplayWebhookEvent: refuse('PAYMENT_UNAVAILABLE', 'The provider is down.') } });
    fireEvent.click(await screen.findByRole('button', { name: 'Replay evt_2' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replay' }));
    await screen.findByText('The event could not be replayed');
    expect(screen.getByText('The provider is down.')).toBeTruthy();
    expect((await rowOf('evt_2')).getByText('Failed')).toBeTruthy();
  });
});
