import { describe, expect, it } from '@jest/globals';
import { BUILT_IN_IMAGE_MODEL, BUILT_IN_MODELS } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aModelCatalogue } from '../../testing/fake-server.js';
import { asAdmin, openAdmin, refuse } from '../../testing/fake-admin.js';
import { AdminModelsPage } from './models-page.js';

const image = {
  ...BUILT_IN_IMAGE_MODEL,
  label: 'image',
  contextWindow: null,
  seesPictures: null,
  usesTools: null,
  reasoningTokens: null,
};
const stored = [...BUILT_IN_MODELS, image].map((entry) => ({
  __typename: 'EditableModel',
  ...entry,
  isListed: entry.label === 'gpt-4' ? false : entry.label === 'image' ? null : true,
  announcedShutdown: entry.label === 'latest' ? '2027-05-06' : entry.shutdownDate,
  isChanged: entry.label === 'latest',
  version: entry.label === 'latest' ? 3 : 0,
}));
const answer = { __typename: 'EditableModel', label: 'gpt-4o', version: 1 };

type World = Partial<Parameters<typeof openAdmin>[0]>;
const open = (world: World = {}) =>
  openAdmin({
    page: <AdminModelsPage />,
    path: '/admin/models',
    ...world,
    operations: {
      EditableModels: () => ({ editableModels: stored }),
      ChangeModel: () => ({ changeModel: answer }),
      ResetModel: () => ({ resetModel: { ...answer, label: 'latest', version: 4 } }),
      ...world.operations,
    },
  });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const openDialog = async () => fireEvent.click(await screen.findByRole('button', { name: 'Change gpt-4o' }));
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save model' }));

describe('the page of the model catalogue for the operator', () => {
  it('shows what each label runs, with plan, window, prices and shutdown date', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Model catalogue' }));
    const [first] = list.getAllByRole('listitem');
    for (const words of ['GPT-4o', 'Standard', 'gpt-4o', 'OpenAI, gpt-4o', '128,000 tokens', '$0.0025 in, $0.01 out', /14, 2027/])
      expect(within(first ?? document.body).getAllByText(words).length).toBeGreaterThan(0);
  });

  it('shows what a model can do that the catalogue leaves open, and stores it only when the operator says it', async () => {
    const local = { provider: 'local', model: 'gemma3:4b' } as const;
    const open4o = { ...local, seesPictures: null, usesTools: null };
    const runs = BUILT_IN_MODELS.map((entry) =>
      entry.label === 'gpt-4o' ? { ...entry, ...local, seesPictures: true, usesTools: false } : entry,
    );
    const { sent } = open({
      operations: {
        EditableModels: () => ({ editableModels: stored.map((row) => (row.label === 'gpt-4o' ? { ...row, ...open4o } : row)) }),
        ModelCatalogue: () => ({ modelCatalogue: aModelCatalogue({ models: runs }) }),
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Model catalogue' }));
    await waitFor(() => expect(list.getAllByRole('listitem')[0]?.textContent).toContain('Sees picturesYesUses toolsNo'));
    await openDialog();
    save();
    await screen.findByText('Model Saved');
    expect(sent('ChangeModel')).toMatchObject([{ input: { seesPictures: null, usesTools: null } }]);
  });

  it('sends a change with the version that was shown; an empty price and date are unknown', async () => {
    const { sent } = open();
    await openDialog();
    type('Model', 'Sonnet');
    type('Provider', 'anthropic');
    type("Provider's model ID", 'claude-sonnet-5-5');
    type('From plan', 'premium');
    type('Sees pictures', 'no');
    type('Room for thinking in tokens (empty: as its server or name tells)', '');
    type('US dollars per 1,000 tokens in', '0,002');
    type('The same for what the provider kept (empty: as above)', '0.001');
    type('US dollars per 1,000 tokens out', '');
    type('Shutdown date', '');
    save();
    await screen.findByText('Model Saved');
    expect(sent('ChangeModel')).toEqual([
      {
        label: 'gpt-4o',
        version: 0,
        input: {
          name: 'Sonnet',
          provider: 'anthropic',
          model: 'claude-sonnet-5-5',
          plan: 'premium',
          contextWindow: 128_000,
          inputPrice: 0.002,
          cachedPrice: 0.001,
          outputPrice: null,
          shutdownDate: null,
          seesPictures: false,
          usesTools: true,
          reasoningTokens: null,
        },
      },
    ]);
  });

  it('warns of a model that its provider does not list any more, and of a shutdown that the catalogue does not name', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Model catalogue' }));
    const [gpt4o, gpt4, , latest, picture] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(gpt4).toContain('Its provider does not list it any more');
    expect(latest).toMatch(/Its provider shuts it down on .*2027/);
    for (const text of [gpt4o, picture]) expect(text).not.toMatch(/Its provider/);
  });

  it('changes the model that draws pictures, which has no context window', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Change image' }));
    expect(screen.queryByLabelText('Context window in tokens')).toBeNull();
    type("Provider's model ID", 'gpt-image-3');
    type('US dollars per 1,000 tokens out', '0.04');
    save();
    await screen.findByText('Model Saved');
    const input = { ...BUILT_IN_IMAGE_MODEL, model: 'gpt-image-3', outputPrice: 0.04 };
    expect(sent('ChangeModel')).toEqual([{ label: 'image', version: 0, input }]);
  });

  it('refuses what cannot be right before it is sent, and shows what the server refuses, at the field', async () => {
    const { sent } = open({
      operations: { ChangeModel: refuse('BAD_INPUT', 'At least one model must be in the Free plan.') },
    });
    await openDialog();
    type('Context window in tokens', 'many');
    save();
    await waitFor(() => expect(screen.getByLabelText('Context window in tokens').getAttribute('aria-invalid')).toBe('true'));
    expect(sent('ChangeModel')).toEqual([]);
    type('Context window in tokens', '8192');
    save();
    await screen.findByText('At least one model must be in the Free plan.');
  });

  it('gives a changed label its start value again after a confirmation', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Use the start value of latest' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Use the start value' }));
    await waitFor(() => expect(sent('ResetModel')).toEqual([{ label: 'latest', version: 3 }]));
  });

  it('is for the super-admin alone', async () => {
    open({ user: asAdmin });
    await screen.findAllByText('You do not have permission to access this page.');
  });
});
