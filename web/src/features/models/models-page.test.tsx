import { describe, expect, it } from '@jest/globals';
import { AppError, BUILT_IN_MODELS } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { aModelCatalogue, fakeServer, graphqlAnswers, refusal } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { ModelsPage } from './models-page.js';

function open({ isVisitor = false, isConfigured = true, models = BUILT_IN_MODELS, isDown = (): boolean => false } = {}) {
  fakeServer({
    'GET /api/auth/user': isVisitor ? refusal(401, 'UNAUTHENTICATED', 'Please sign in.') : () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      ModelCatalogue: () => {
        if (isDown()) throw new AppError('NOT_FOUND');
        return { modelCatalogue: aModelCatalogue({ isConfigured, models }) };
      },
    }),
  });
  renderApp({ page: <ModelsPage />, path: '/models', isProtected: !isVisitor });
}

describe('the page of the models', () => {
  it.each([false, true])(
    'lists every model once with its labels, provider, plan, window, prices and shutdown date, and what draws pictures (visitor: %s)',
    async (isVisitor) => {
      open({ isVisitor });
      const list = within(await screen.findByRole('list', { name: 'Model catalogue' }));
      expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
        'GPT-4o',
        'GPT-6 Luna',
        'GPT-6.1 Sol',
        'GPT Image 2.5 Flare',
      ]);
      const [gpt4o, luna, , image] = list.getAllByRole('listitem');
      expect(gpt4o?.textContent).toContain('EndsJan 14, 2027');
      expect(luna?.textContent).toContain('gpt-4, gpt-3.5-turbo');
      expect(image?.textContent).toContain('Used forDrawing pictures');
      expect(image?.textContent).not.toContain('Context window');
      expect(list.getAllByText('Premium')).toHaveLength(2);
      expect(luna?.textContent).toContain('Sees picturesYesUses toolsYes');
      expect(image?.textContent).not.toContain('Uses tools');
      for (const words of ['OpenAI, gpt-6.1-sol', '$0.002 in, $0.01 out']) expect(list.getByText(words)).toBeTruthy();
      expect(screen.queryByText(/No language model is set up/)).toBeNull();
    },
  );

  it('keeps labels apart that run the same model on other terms', async () => {
    open({ models: BUILT_IN_MODELS.map((entry) => (entry.label === 'gpt-4' ? { ...entry, plan: 'basic' } : entry)) });
    const list = within(await screen.findByRole('list', { name: 'Model catalogue' }));
    expect(list.getAllByRole('heading', { name: 'GPT-6 Luna' })).toHaveLength(2);
  });

  it('says that the built-in companion answers while no model is configured', async () => {
    open({ isConfigured: false });
    await screen.findByText(/No language model is set up on this installation/);
  });

  it('offers to try again when the catalogue cannot be loaded', async () => {
    let isDown = true;
    open({ isDown: () => isDown });
    await screen.findByText('This could not be loaded');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('GPT-6.1 Sol');
  });
});
