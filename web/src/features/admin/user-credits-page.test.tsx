import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { anAccount, asAdmin, openAdmin, refuse } from '../../testing/fake-admin.js';
import { UserCreditsPage } from './user-credits-page.js';

const MARA = anAccount(7, { username: 'mara', messageCredits: 40 });

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (world: World = {}) => openAdmin({ page: <UserCreditsPage />, path: '/admin/credits', accounts: [MARA], ...world });
const addButton = () => screen.getByRole('button', { name: 'Add Credits' }) as HTMLButtonElement;
const openDialog = async () => fireEvent.click(await screen.findByRole('button', { name: 'Add credits to mara' }));
const type = (value: string) => fireEvent.change(screen.getByLabelText('Credits to add'), { target: { value } });

beforeEach(() => {
  jest.restoreAllMocks();
  // jsdom has none.
  let count = 0;
  Object.defineProperty(crypto, 'randomUUID', { value: () => `key-${++count}`, configurable: true });
});

describe('the credit management', () => {
  it('adds credits once after a double click', async () => {
    const world = open({
      operations: {
        GrantCredits: ({ userId, credits }) => {
          world.change(userId, { messageCredits: 40 + Number(credits) });
          return { grantCredits: { __typename: 'CreditGrant', credits: 40 + Number(credits), message: 'Added' } };
        },
      },
    });
    await openDialog();
    type('500');
    fireEvent.click(addButton());
    fireEvent.click(addButton());
    await screen.findByText('Credits Added');
    expect(screen.getByText('mara has 540 credits now.')).toBeTruthy();
    await screen.findByText('540 credits');
    expect(world.sent('GrantCredits')).toEqual([{ userId: MARA.id, credits: 500, idempotencyKey: 'key-1' }]);
  });

  it('repeats a failed grant with the same idempotency key and uses a new key in a new dialog', async () => {
    const { sent } = open({
      operations: { GrantCredits: refuse('OUTCOME_UNKNOWN', 'It is unknown whether this request was completed.') },
    });
    await openDialog();
    type('5');
    fireEvent.click(addButton());
    await screen.findByText('Failed to Add Credits');
    expect(screen.getAllByText('It is unknown whether this request was completed.').length).toBe(2);
    expect((screen.getByLabelText('Credits to add') as HTMLInputElement).value).toBe('5');
    fireEvent.click(addButton());
    await waitFor(() => expect(sent('GrantCredits')).toHaveLength(2));
    await waitFor(() => expect(addButton().disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await openDialog();
    type('5');
    fireEvent.click(addButton());
    await waitFor(() => expect(sent('GrantCredits')).toHaveLength(3));
    const [first, second, third] = sent('GrantCredits').map(({ idempotencyKey }) => idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each(['', '  ', 'ten', '0', '-5'])('cannot be submitted with the amount %j', async (amount) => {
    open();
    await openDialog();
    type(amount);
    expect(addButton().disabled).toBe(true);
  });

  it('refuses a fraction with the text of the specification', async () => {
    const { sent } = open();
    await openDialog();
    type('1.5');
    fireEvent.click(addButton());
    await screen.findByText('Invalid Credit Amount');
    expect(screen.getAllByText('Please enter a positive number.').length).toBe(2);
    expect(sent('GrantCredits')).toHaveLength(0);
  });

  it('reloads the users with Refresh', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sent('Accounts')).toHaveLength(2));
  });

  it('shows an error with a retry button when the users cannot be loaded', async () => {
    open({ operations: { Accounts: refuse('UNAVAILABLE') } });
    await screen.findByText('Error loading users. Please try again.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is closed to administrators who are not the super-admin', async () => {
    open({ user: asAdmin });
    await screen.findByText('at /');
    await screen.findByText('Access Denied');
    expect(screen.getByText('You do not have permission to access this page.')).toBeTruthy();
  });
});
