import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
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

describe('taking credits from a user', () => {
  const openTaking = async () => fireEvent.click(await screen.findByRole('button', { name: 'Take credits from mara' }));
  const fill = (credits: string, reason: string): void => {
    fireEvent.change(screen.getByLabelText('Credits to take'), { target: { value: credits } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
  };

  it('sends number, reason and one idempotency key per dialog, and shows the new balance', async () => {
    const world = open({
      operations: {
        CorrectCredits: ({ userId, credits }) => {
          world.change(userId, { messageCredits: 40 - Number(credits) });
          return { correctCredits: { __typename: 'CreditCorrection', credits: 40 - Number(credits), message: 'Taken' } };
        },
      },
    });
    await openTaking();
    fill(' 15 ', ' Granted twice ');
    fireEvent.submit(screen.getByLabelText('Reason'));
    await screen.findByText('Credits Taken');
    expect(screen.getByText('mara has 25 credits now.')).toBeTruthy();
    expect(world.sent('CorrectCredits')).toEqual([
      { userId: MARA.id, credits: 15, reason: 'Granted twice', idempotencyKey: expect.any(String) },
    ]);
  });

  it('shows the refusal of the server beside the number', async () => {
    const words = 'mara has 40 credits. Nothing was taken.';
    open({
      operations: {
        CorrectCredits: () => {
          throw new AppError('BAD_INPUT', words, { fields: { credits: words } });
        },
      },
    });
    await openTaking();
    fill('41', 'Granted twice');
    fireEvent.submit(screen.getByLabelText('Reason'));
    await screen.findByText('Failed to Take Credits');
    expect(screen.getByLabelText('Credits to take').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  });

  it.each([
    ['0', 'Granted twice', 'Credits to take'],
    ['1.5', 'Granted twice', 'Credits to take'],
    ['', 'Granted twice', 'Credits to take'],
    ['5', '  ', 'Reason'],
  ])('refuses the number %j with the reason %j before anything is sent', async (credits, reason, field) => {
    const { sent } = open();
    await openTaking();
    fill(credits, reason);
    fireEvent.submit(screen.getByLabelText('Reason'));
    await waitFor(() => expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true'));
    expect(sent('CorrectCredits')).toHaveLength(0);
  });

  it('is not offered for a user without credits', async () => {
    open({ accounts: [anAccount(8, { username: 'nina' })] });
    await screen.findByRole('button', { name: 'Add credits to nina' });
    expect(screen.queryByRole('button', { name: 'Take credits from nina' })).toBeNull();
  });
});
