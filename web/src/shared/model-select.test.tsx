import { describe, expect, it } from '@jest/globals';
import { AppError, BUILT_IN_MODELS, type ModelEntry, type Plan, type User } from '@kith/proto';
import { screen } from '@testing-library/react';
import { aModelCatalogue, fakeServer, graphqlAnswers } from '../testing/fake-server.js';
import { aUser, renderApp } from '../testing/render-app.js';
import { useUser } from './auth.js';
import { ModelSelect } from './model-select.js';
import { useModelName } from './models.js';

interface World {
  readonly plan?: Plan;
  readonly value?: string;
  readonly user?: Partial<User>;
  readonly isConfigured?: boolean;
  readonly models?: readonly ModelEntry[];
  readonly localModel?: string | null;
  readonly refuse?: boolean;
}

function Chosen({ value }: { readonly value: string }) {
  return (
    <>
      <label htmlFor="model">AI Model</label>
      <ModelSelect id="model" plan={useUser().subscriptionPlan} value={value} onChange={() => undefined} />
      <p>Runs: {useModelName(value)}</p>
    </>
  );
}

function open(world: World = {}) {
  const {
    plan = 'free',
    value = 'gpt-4o',
    user,
    isConfigured = true,
    models = BUILT_IN_MODELS,
    localModel = null,
    refuse,
  } = world;
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan, ...user }) }),
    'POST /graphql': graphqlAnswers({
      ModelCatalogue: () => {
        if (refuse) throw new AppError('UNAVAILABLE');
        return { modelCatalogue: aModelCatalogue({ isConfigured, models, localModel }) };
      },
    }),
  });
  renderApp({ page: <Chosen value={value} />, path: '/create', isProtected: true });
}
const options = () =>
  [...(screen.getByLabelText('AI Model') as HTMLSelectElement).options].map(({ text, disabled }) =>
    disabled ? `(${text})` : text,
  );

describe('the choice of a model', () => {
  it.each([
    ['free', ['GPT-6 Luna', 'GPT-4o', '(GPT-6.1 Sol (Premium Plan))'], 'GPT-6 Luna'],
    ['basic', ['GPT-6 Luna', 'GPT-4o', '(GPT-6.1 Sol (Premium Plan))'], 'GPT-4o'],
    ['premium', ['GPT-6 Luna', 'GPT-4o', 'GPT-6.1 Sol'], 'GPT-4o'],
  ] as const)('names the models on the %s plan, each once, and what runs', async (plan, expected, running) => {
    open({ plan });
    await screen.findByText(`Runs: ${running}`);
    expect(options()).toEqual(expected);
    expect(screen.getByRole('link', { name: 'All models and their plans' }).getAttribute('href')).toBe('/models');
  });

  it('says what runs instead of a stored model above the plan', async () => {
    open({ plan: 'free', value: 'latest' });
    await screen.findByText('GPT-6.1 Sol needs the Premium plan. Your companion runs GPT-6 Luna.', { exact: false });
    expect(screen.getByLabelText('AI Model')).toHaveProperty('value', 'latest');
  });

  it('says what runs instead of a model that the provider has shut down, and offers it nobody else', async () => {
    const models = BUILT_IN_MODELS.map((entry) => (entry.label === 'gpt-4o' ? { ...entry, shutdownDate: '2026-01-01' } : entry));
    open({ plan: 'basic', models });
    await screen.findByText('The provider has shut down GPT-4o. Your companion runs GPT-6 Luna.', { exact: false });
  });

  it('shows a label that the provider has shut down as the model that it maps to', async () => {
    open({ value: 'gpt-3.5-turbo' });
    await screen.findByText('Runs: GPT-6 Luna');
    expect(options()[0]).toBe('GPT-6 Luna');
    expect(screen.queryByText(/gpt-3\.5/)).toBeNull();
  });

  it('is the built-in companion while no model is configured, unless the user has an own key', async () => {
    open({ isConfigured: false });
    await screen.findByText('Runs: Built-in companion');
    expect(screen.getByText('No language model is set up here, so your companion answers from what you teach it.')).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it.each([
    ['the local model', { defaultModelProvider: 'local' }, 'Llama 5'],
    ['a model for the own key', { defaultModelProvider: 'openai', apiKeyProvider: 'openai', ownModel: 'gpt-6-pro' }, 'gpt-6-pro'],
  ] as const)('is %s for all companions when it was chosen in the settings', async (_what, settings, name) => {
    open({ localModel: 'Llama 5', user: { apiSettings: { ...aUser().apiSettings, ...settings } } });
    await screen.findByText(name);
    await screen.findByText('Chosen in Settings. It answers for all your companions.');
    await screen.findByText(new RegExp(`^Runs: ${name}`));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('is a model of the catalogue for who chose the local model where there is none', async () => {
    open({ user: { apiSettings: { ...aUser().apiSettings, defaultModelProvider: 'local' } } });
    await screen.findByText('Runs: GPT-6 Luna');
    expect(screen.getByLabelText('AI Model')).toHaveProperty('value', 'gpt-4o');
  });

  it('keeps the choice while the models cannot be loaded', async () => {
    open({ refuse: true });
    await screen.findByText('The models could not be loaded. Your choice stays as it is.', { exact: false });
    expect(screen.getByLabelText('AI Model')).toHaveProperty('value', 'gpt-4o');
  });
});
