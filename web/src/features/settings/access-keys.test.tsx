import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { openSettings, press, refuse, toastSays, type } from '../../testing/settings.js';

const KEY = {
  __typename: 'AccessKey',
  id: 'k1',
  name: 'Nightly report',
  hint: 'wxyz',
  scopes: ['bots:read', 'analytics:read'],
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null as string | null,
};
const CREATED = {
  createAccessKey: { __typename: 'NewAccessKey', key: 'kith_the-new-key', accessKey: { __typename: 'AccessKey', id: 'k2' } },
};

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

describe('the access keys', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Access keys for your scripts' }));

  it('are listed with what they may do and when they were used', async () => {
    const used = { ...KEY, id: 'k3', name: 'Old', lastUsedAt: '2026-11-21T10:00:00.000Z' };
    openSettings({ tab: 'api', operations: { AccessKeys: () => ({ accessKeys: [KEY, used] }) } });
    const keys = await section();
    await keys.findByText('Nightly report');
    expect(keys.getAllByText('See companions, knowledge and commands · See analytics')).toHaveLength(2);
    expect(keys.getByText(/Never used$/)).toBeTruthy();
    expect(keys.getByText(/Last used Nov 21, 2026/)).toBeTruthy();
  });

  it('are created with a name, scopes and the password, and shown once', async () => {
    const { sent } = openSettings({ tab: 'api', operations: { CreateAccessKey: () => CREATED } });
    await (await section()).findByText('You have no access keys.');
    press('Create access key');
    const dialog = within(screen.getByRole('dialog', { name: 'Create access key' }));
    type('Name', ' Report ');
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Chat with companions/ }));
    fireEvent.change(dialog.getByLabelText('Current Password'), { target: { value: 'correct horse' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create access key' }));
    await screen.findByText('kith_the-new-key');
    expect(sent('CreateAccessKey')).toEqual([
      { input: { name: 'Report', scopes: ['bots:read', 'chat'], currentPassword: 'correct horse' } },
    ]);
    const write = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
    press('Copy');
    await toastSays('Access Key Copied');
    expect(write).toHaveBeenCalledWith('kith_the-new-key');
    press('Done');
    expect(screen.queryByText('kith_the-new-key')).toBeNull();
  });

  it('are not requested without a name or a scope', async () => {
    const { sent } = openSettings({ tab: 'api' });
    await section();
    press('Create access key');
    const dialog = within(screen.getByRole('dialog', { name: 'Create access key' }));
    fireEvent.click(dialog.getByRole('checkbox', { name: /^See companions/ }));
    fireEvent.change(dialog.getByLabelText('Current Password'), { target: { value: 'correct horse' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create access key' }));
    await dialog.findByText('Please enter a name');
    expect(dialog.getByText('Please choose at least one permission')).toBeTruthy();
    expect(sent('CreateAccessKey')).toEqual([]);
  });

  it.each(['WRONG_PASSWORD', 'PASSWORD_MISSING', 'IMPERSONATING'] as const)('say why none was created: %s', async (code) => {
    openSettings({ tab: 'api', operations: { CreateAccessKey: refuse(code) } });
    await section();
    press('Create access key');
    const dialog = within(screen.getByRole('dialog', { name: 'Create access key' }));
    type('Name', 'Report');
    fireEvent.change(dialog.getByLabelText('Current Password'), { target: { value: 'wrong' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create access key' }));
    await toastSays('Failed to create the access key');
    expect(dialog.getByLabelText('Current Password')).toHaveProperty('ariaInvalid', 'true');
  });

  it('are revoked after a question', async () => {
    let accessKeys = [KEY];
    const { sent } = openSettings({
      tab: 'api',
      operations: {
        AccessKeys: () => ({ accessKeys }),
        RevokeAccessKey: () => {
          accessKeys = [];
          return { revokeAccessKey: { __typename: 'Message', message: 'Revoked.' } };
        },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke the access key Nightly report' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await toastSays('Access Key Revoked');
    expect(sent('RevokeAccessKey')).toEqual([{ id: 'k1' }]);
    await screen.findByText('You have no access keys.');
  });

  it('are ten at most', async () => {
    const accessKeys = Array.from({ length: 10 }, (_, at) => ({ ...KEY, id: `k${at}`, name: `Key ${at}` }));
    openSettings({ tab: 'api', operations: { AccessKeys: () => ({ accessKeys }) } });
    await screen.findByText('Key 9');
    expect(screen.getByRole('button', { name: 'Create access key' })).toHaveProperty('disabled', true);
    expect(screen.getByText('You have 10 access keys, the most that there can be.')).toBeTruthy();
  });
});
