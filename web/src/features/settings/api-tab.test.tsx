import { beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { aUser } from '../../testing/render-app.js';
import { openSettings, press, refuse, toastSays, type } from '../../testing/settings.js';

beforeEach(() => {
  localStorage.clear();
  dismissToast();
});

type ApiSettings = User['apiSettings'];
const OWN_KEY: ApiSettings = {
  ...aUser().apiSettings,
  hasApiKey: true,
  apiKeyHint: 'wxyz',
  apiKeyProvider: 'openai',
  apiKeyState: 'working',
};
const options = (fields: object = {}) => ({
  ModelOptions: () => ({
    modelOptions: {
      __typename: 'ModelOptions',
      offeredProviders: ['openai'],
      ownModels: ['gpt-6.1-sol', 'gpt-6-luna'],
      keyProblem: null,
      ...fields,
    },
  }),
});
const openTab = (apiSettings: ApiSettings, operations = {}) =>
  openSettings({ tab: 'api', user: { apiSettings }, operations: { ...options(), ...operations } });
const saved = (apiSettings: ApiSettings) => () => ({ updateApiSettings: { ...aUser({ apiSettings }), __typename: 'User' } });
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the API tab', () => {
  it('says what the test of the saved key showed, and who writes and pays the replies', async () => {
    openTab(aUser().apiSettings, { UpdateApiSettings: saved(OWN_KEY) });
    await screen.findByText(/Without a key of your own your companions use the models of this installation/);
    type('Personal API Key', 'sk-secret-wxyz');
    await screen.findByText(/written with your own key. They cost no messages and no credits here; OpenAI charges you/);
    press('Save API Settings');
    await toastSays('API Settings Updated');
    await screen.findByText('Your API key works. OpenAI accepted it.');
    await screen.findByText('A key is stored; it ends in wxyz. (OpenAI)');
  });

  it.each([
    ['out_of_quota', /no credit or quota left/],
    ['expired', /has expired/],
    ['wrong', /does not accept your API key/],
    ['untested', /could not be asked about your API key yet/],
  ] as const)('says in words that a stored key is %s', async (apiKeyState, words) => {
    openTab({ ...OWN_KEY, apiKeyState });
    await screen.findByText(words);
  });

  it('shows the sentence of the server beside a key that its provider refuses, and keeps what was typed', async () => {
    const sentence = 'OpenAI does not accept your API key: it is wrong or was revoked. Please paste a valid one.';
    openTab(aUser().apiSettings, { UpdateApiSettings: refuse('BAD_INPUT', sentence, { fields: { apiKey: sentence } }) });
    await screen.findByLabelText('Personal API Key');
    type('Personal API Key', 'sk-secret');
    press('Save API Settings');
    await toastSays('Failed to save API settings', sentence);
    await waitFor(() => expect(screen.getByLabelText('Personal API Key').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Personal API Key')).toHaveProperty('value', 'sk-secret');
  });

  it('offers the models of the stored key, and saves the chosen one', async () => {
    const { sent } = openTab(OWN_KEY, { UpdateApiSettings: saved({ ...OWN_KEY, ownModel: 'gpt-6.1-sol' }) });
    await screen.findByRole('option', { name: 'gpt-6.1-sol' });
    choose('Model for your own key', 'gpt-6.1-sol');
    press('Save API Settings');
    await toastSays('API Settings Updated');
    expect(sent('UpdateApiSettings')).toEqual([
      { input: { defaultModelProvider: 'openai', developerMode: false, ownModel: 'gpt-6.1-sol' } },
    ]);
  });

  it('keeps a chosen model that the key does not list', async () => {
    openTab({ ...OWN_KEY, ownModel: 'ft:own' });
    await waitFor(() => expect(screen.getByLabelText('Model for your own key')).toHaveProperty('value', 'ft:own'));
  });

  it('says that a key of another provider is not used, and offers no model of it', async () => {
    openTab(OWN_KEY);
    await screen.findByLabelText('Model for your own key');
    choose('Default Model Provider', 'claude');
    await screen.findByText(/Your stored key is one of OpenAI: it is not used while another provider is chosen/);
    expect(screen.queryByLabelText('Model for your own key')).toBeNull();
  });

  it.each([
    [['openai', 'local'], /answered by the local model of this installation/],
    [['openai'], /This installation has no local model. Its other models answer/],
    [[], /the built-in companion answers/],
  ])('says who answers with the local model where the installation offers %j', async (offeredProviders, words) => {
    openTab(aUser().apiSettings, options({ offeredProviders }));
    await screen.findByLabelText('Default Model Provider');
    choose('Default Model Provider', 'local');
    await screen.findByText('The local model needs no key.');
    await screen.findByText(words);
    await waitFor(() => expect(screen.getByLabelText('Personal API Key')).toHaveProperty('disabled', true));
  });
});
