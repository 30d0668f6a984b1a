import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Plan } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { dismissToast } from '../../../lib/toast.js';
import { aBot } from '../../../testing/bots.js';
import { fakeServer, graphqlAnswers, sentOperations, type Answer, type Call } from '../../../testing/fake-server.js';
import { field, follow, press, type } from '../../../testing/open-bot.js';
import { aUser, renderApp } from '../../../testing/render-app.js';
import { toastSays } from '../../../testing/settings.js';
import { CreateClassicPage, CreatePage } from '../create-page.js';

interface World {
  readonly plan?: Plan;
  readonly teach?: Answer;
}

const TEACH = `POST /api/bots/${aBot().id}/knowledge`;

function open({ plan = 'premium', teach = () => ({ body: {} }) }: World = {}) {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan }) }),
    [TEACH]: teach,
    'POST /graphql': graphqlAnswers({
      ToolServers: () => ({ toolServers: [] }),
      BotCount: () => ({ bots: { __typename: 'BotList', total: 0 } }),
      CreateBot: () => ({ createBot: { __typename: 'SavedBot', bot: aBot(), droppedTraits: [], warnings: [] } }),
    }),
  });
  const page = (
    <Routes>
      <Route path="/create" element={<CreatePage />} />
      <Route path="/create/classic" element={<CreateClassicPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  renderApp({ page, path: '*', at: '/create', isProtected: true });
  return { calls, operations: sentOperations(calls) };
}
const taught = (calls: readonly Call[]) =>
  calls.filter(({ method, path }) => `${method} ${path}` === TEACH).map(({ body }) => body);

beforeEach(() => dismissToast());

describe('a character card in the create page', () => {
  // Files of jsdom have no such method.
  const aFile = (text: string, name: string) =>
    Object.assign(new File([text], name), { arrayBuffer: async () => new TextEncoder().encode(text).buffer });
  const card = (data: object) => aFile(JSON.stringify({ spec: 'chara_card_v2', data }), 'amber.json');
  const entry = (name: string, at = 0) => ({ name, content: `About ${name}.`, keys: [`key ${at}`] });
  const choose = async (file: File) =>
    fireEvent.change(await screen.findByLabelText('Character card'), { target: { files: [file] } });
  const valueOf = (label: string) => (field(label) as HTMLInputElement).value;

  it('fills the form and shows what becomes knowledge and what is left out; the server learns both when the form is sent', async () => {
    const { calls, operations } = open({ plan: 'free' });
    await type('Status text', 'Watching');
    const entries = Array.from({ length: 7 }, (_, at) => entry(`Entry ${at}`, at));
    await choose(card({ name: 'Amber', first_mes: 'Ahoy!', alternate_greetings: ['Hi'], character_book: { entries } }));
    await screen.findByText('Imported from amber.json.');
    expect([valueOf('Bot Name'), valueOf('Greeting'), valueOf('Status text')]).toEqual(['Amber', 'Ahoy!', 'Watching']);
    expect(screen.getByText('Its other greetings are left out.')).toBeTruthy();
    expect(screen.getByText('2 entries are left out: the Free plan has no room for them.')).toBeTruthy();
    expect(screen.getByText('5 entries of its lorebook become knowledge')).toBeTruthy();
    expect(screen.getByText('Entry 4 (key 4)')).toBeTruthy();
    expect(taught(calls)).toEqual([]);
    await press('Create Bot');
    await waitFor(() => expect(taught(calls)).toHaveLength(5));
    const input = { name: 'Amber', greeting: 'Ahoy!', statusText: 'Watching' };
    expect(operations('CreateBot')).toMatchObject([{ input }]);
    expect(taught(calls)[0]).toEqual({
      title: 'Entry 0',
      content: 'About Entry 0.',
      activation: 'keywords',
      keywords: ['key 0'],
    });
  });

  it('says how many entries were added when one is refused', async () => {
    let added = 0;
    open({
      teach: () => {
        added += 1;
        return added === 2 ? { status: 403, body: { code: 'UPGRADE_REQUIRED', message: 'No room.' } } : { body: {} };
      },
    });
    await choose(card({ name: 'Amber', character_book: { entries: [entry('One'), entry('Two'), entry('Three')] } }));
    await screen.findByText('Imported from amber.json.');
    await press('Create Bot');
    await toastSays('Only 1 of 3 entries were added to its knowledge', 'No room.');
    expect(added).toBe(2);
  });

  it('that cannot be read changes nothing and says why', async () => {
    open();
    await type('Bot Name', 'Ada');
    await choose(aFile('PK', 'amber.zip'));
    await screen.findByText('This file is no character card of version 2 or 3.');
    expect(valueOf('Bot Name')).toBe('Ada');
  });

  it('stays with the form when its user goes on with sliders', async () => {
    open();
    await choose(card({ name: 'Amber', character_book: { entries: [entry('One')] } }));
    await screen.findByText('Imported from amber.json.');
    await follow('Use sliders with a live preview');
    expect(await screen.findByText('1 entry of its lorebook becomes knowledge')).toBeTruthy();
    expect(valueOf('Bot Name')).toBe('Amber');
  });
});
