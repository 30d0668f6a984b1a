import { describe, expect, it } from '@jest/globals';
import { AppError, Preferences } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { VersionsPage } from './versions-page.js';

const bot = aBot();

const aVersion = (version: number, fields: object = {}) => ({
  __typename: 'BotVersion',
  version,
  savedAt: '2026-01-02T03:04:05.000Z',
  isByAdministrator: false,
  fields: ['instructions'],
  restoredFrom: null,
  ...fields,
});

const aCharacter = (fields: object = {}) => ({
  __typename: 'Character',
  name: 'Juniper',
  description: null,
  instructions: null,
  greeting: null,
  exampleDialogues: null,
  timeZone: 'UTC',
  model: 'gpt-4o',
  responseStyle: 'balanced',
  personality: {},
  preferences: { __typename: 'Preferences', ...Preferences.parse({}) },
  ...fields,
});

const OLD = aCharacter({ instructions: 'Be brief.\nSuggest a game.', personality: { humor: 60 } });
const YOUNG = aCharacter({ instructions: 'Be brief.\nSuggest two games.', personality: { humor: 60, wit: true } });

function open(
  restore: () => unknown = () => ({ restoreBotVersion: { bot: { ...bot, version: 8 }, droppedTraits: ['wit'], warnings: [] } }),
) {
  const sent: unknown[] = [];
  const versions = [aVersion(7, { restoredFrom: 2 }), aVersion(5, { isByAdministrator: true })];
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotVersions: () => ({
        bot: { __typename: 'Bot', id: bot.id, name: 'Juniper', version: 7 },
        botVersions: { __typename: 'BotVersionList', versions, total: 2 },
      }),
      SavedConversations: () => ({ savedConversations: [] }),
      BotVersion: () => ({
        botVersion: { __typename: 'BotVersionDetails', version: versions[0], character: YOUNG, before: OLD },
      }),
      RestorePreview: () => ({
        wanted: { __typename: 'BotVersionDetails', character: OLD },
        present: { __typename: 'BotVersionDetails', character: YOUNG },
      }),
      RestoreVersion: (variables) => {
        sent.push(variables);
        return restore();
      },
    }),
  });
  renderApp({ page: <VersionsPage />, path: '/bots/:id/versions', at: `/bots/${bot.id}/versions`, isProtected: true });
  return sent;
}
const item = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li') ?? document.body);
const linesIn = (element: HTMLElement) => [...element.querySelectorAll('ins, del')].map(({ textContent }) => textContent);

describe('the versions of a companion', () => {
  it('say when and by whom they were saved, what changed, and which one is in force', async () => {
    open();
    const latest = await item('Version 7');
    expect(latest.getByText(/Saved by you · Restored from version 2$/)).toBeTruthy();
    expect(latest.getByText('Now')).toBeTruthy();
    expect(latest.queryByRole('button')).toBeNull();
    const earlier = await item('Version 5');
    expect(earlier.getByText(/Saved by an administrator for you$/)).toBeTruthy();
    expect(earlier.getByText('Instructions')).toBeTruthy();
  });

  it('show what they changed, line by line, once they are opened', async () => {
    open();
    const latest = await item('Version 7');
    fireEvent.click(latest.getByText('What changed'));
    const details = latest.getByText('What changed').closest('details');
    if (details) fireEvent(details, new Event('toggle'));
    await waitFor(() =>
      expect(details && linesIn(details)).toEqual([
        '− Removed: Suggest a game.',
        '+ Added: Suggest two games.',
        '+ Added: Wit: On',
      ]),
    );
    expect(latest.getByText('Be brief.').tagName).toBe('P');
  });

  it('are restored after a look at what changes, with what the plan leaves out', async () => {
    const sent = open();
    fireEvent.click((await item('Version 5')).getByRole('button', { name: /^Restore ?: Version 5$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 5?' });
    await within(dialog).findByText('Suggest a game.', { exact: false });
    expect(linesIn(dialog)).toEqual(['− Removed: Suggest two games.', '+ Added: Suggest a game.', '− Removed: Wit: On']);
    expect(sent).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    await screen.findByText('Version 5 is back');
    expect(screen.getByText('Not saved, because they need a higher plan: Wit.')).toBeTruthy();
    expect(sent).toEqual([{ botId: bot.id, version: 5, expectedVersion: 7 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stay, with the reason, when they cannot be restored', async () => {
    open(() => {
      throw new AppError('VERSION_CONFLICT');
    });
    fireEvent.click((await item('Version 5')).getByRole('button', { name: /^Restore ?: Version 5$/ }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Suggest a game.', { exact: false });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    await screen.findByText('The version was not restored');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
