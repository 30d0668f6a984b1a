import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { FREE, HERE, press, type } from '../../testing/settings.js';
import { SettingsPage } from './settings-page.js';

beforeEach(() => localStorage.clear());

function open(tab: string) {
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      Subscription: () => ({ subscription: FREE }),
      Sessions: () => ({ sessions: [HERE] }),
      UpdateProfile: ({ input }) => ({ updateProfile: { ...aUser(input as object), __typename: 'User' } }),
      UpdateApiSettings: () => ({ updateApiSettings: { ...aUser(), __typename: 'User' } }),
      DeleteAccount: () => ({ deleteAccount: { __typename: 'Message', message: 'Deleted.' } }),
    }),
  });
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/settings?tab=api">API</Link>
      <SettingsPage />
    </>
  );
  renderApp({ page, path: '/settings', at: `/settings?tab=${tab}`, isProtected: true });
}
const go = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
const asked = () => screen.findByText('What you changed here is not saved yet.');
const isReloadAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('leaving the settings', () => {
  it.each([
    ['profile', 'Username', 'maren'],
    ['security', 'Current Password', 'old horse'],
    ['api', 'Personal API Key', 'sk-new'],
  ])('asks while typed text is unsaved: %s', async (tab, label, typed) => {
    open(tab);
    const before = await screen.findByLabelText<HTMLInputElement>(label);
    const stored = before.value;
    type(label, typed);
    await waitFor(() => expect(isReloadAsked()).toBe(true));
    go('Elsewhere');
    await asked();
    press('Keep editing');
    expect(screen.getByLabelText(label)).toHaveProperty('value', typed);
    type(label, stored);
    await waitFor(() => expect(isReloadAsked()).toBe(false));
    type(label, typed);
    go('Elsewhere');
    await asked();
    press('Discard changes');
    await screen.findByText('at /elsewhere');
  });

  it('asks for a changed switch too', async () => {
    open('notifications');
    fireEvent.click((await screen.findAllByRole('switch'))[0] ?? document.body);
    go('Elsewhere');
    await asked();
  });

  it.each([
    ['profile', 'Username', 'Save Changes'],
    ['api', 'Personal API Key', 'Save API Settings'],
  ])('asks nothing after a save: %s', async (tab, label, button) => {
    open(tab);
    await screen.findByLabelText(label);
    type(label, 'something');
    await waitFor(() => expect(isReloadAsked()).toBe(true));
    press(button);
    await waitFor(() => expect(isReloadAsked()).toBe(false));
    go('Elsewhere');
    await screen.findByText('at /elsewhere');
  });

  it('keeps what was typed when the tab changes, also by a link', async () => {
    open('profile');
    await screen.findByLabelText('Username');
    go('API');
    await screen.findByLabelText('Personal API Key');
    type('Personal API Key', 'sk-new');
    fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
    fireEvent.click(screen.getByRole('tab', { name: 'API & Advanced' }));
    expect(screen.getByLabelText('Personal API Key')).toHaveProperty('value', 'sk-new');
  });

  it('asks nothing after the account is deleted', async () => {
    open('security');
    await screen.findByLabelText('Current Password');
    type('Current Password', 'old horse');
    await waitFor(() => expect(isReloadAsked()).toBe(true));
    press('Delete account');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(dialog.querySelector('input') ?? document.body, { target: { value: 'old horse' } });
    fireEvent.submit(dialog.querySelector('form') ?? document.body);
    await screen.findByText(/^at \/$/);
  });
});

describe('the button "Change Password"', () => {
  it('explains why it is disabled', async () => {
    open('security');
    const button = await screen.findByRole('button', { name: 'Change Password', description: 'Fill in all three fields first.' });
    expect(button).toMatchObject({ disabled: true, title: 'Fill in all three fields first.' });
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) type(label, 'new horse');
    await waitFor(() => expect(button).toMatchObject({ disabled: false, title: '' }));
    expect(screen.queryByText('Fill in all three fields first.')).toBeNull();
  });
});
