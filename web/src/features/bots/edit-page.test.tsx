import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { dismissToast } from '../../lib/toast.js';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { asksBeforeClosing, field, follow, openBotPage, press, type } from '../../testing/open-bot.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { toastSays } from '../../testing/settings.js';
import { EditPage } from './edit-page.js';

const { id } = aBot();

function open({ saved, refuse, ...stored }: { saved?: object; refuse?: () => unknown; personality?: object } = {}) {
  const world = { bot: aBot(stored), isDown: false };
  const sent = openBotPage({
    page: <EditPage />,
    path: '/bots/:id/edit',
    at: `/bots/${id}/edit`,
    user: { subscriptionPlan: 'basic' },
    operations: {
      Bot: () => {
        if (world.isDown) throw new AppError('UNAVAILABLE');
        return { bot: world.bot };
      },
      UpdateBot: async ({ input }) => {
        await refuse?.();
        if ((input as { expectedVersion: number }).expectedVersion !== world.bot.version) throw new AppError('VERSION_CONFLICT');
        return { updateBot: { __typename: 'SavedBot', bot: world.bot, droppedTraits: [], warnings: [], ...saved } };
      },
    },
  });
  return { world, sent };
}
const refusal =
  (...error: ConstructorParameters<typeof AppError>) =>
  (): never => {
    throw new AppError(...error);
  };

beforeEach(dismissToast);

describe('the edit page', () => {
  it('shows that it is saving', async () => {
    open({ refuse: () => new Promise(() => undefined) });
    await type('Description', 'New words');
    await press('Save Changes');
    expect((await screen.findByText('Saving...', { selector: 'button' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('sends one request, shows a toast and goes to the bot page', async () => {
    const { sent } = open();
    await type('Description', 'New words');
    const button = screen.getByText('Save Changes', { selector: 'button' });
    fireEvent.click(button);
    fireEvent.click(button);
    await toastSays('Bot Updated!', 'Bot updated successfully');
    await screen.findByText(`at /bots/${id}`);
    expect(sent('UpdateBot')).toMatchObject([
      { id, input: { description: 'New words', expectedVersion: 3, discordToken: null } },
    ]);
  });

  it('sets, changes and removes caps on the messages of a day', async () => {
    const { world, sent } = open();
    world.bot.dailyCaps = Object.assign({ __typename: 'DailyCaps' }, { perBot: 300, perServer: 40, perMember: null });
    fireEvent.click(await screen.findByRole('tab', { name: 'Settings' }));
    expect(await screen.findByLabelText('This companion')).toHaveProperty('value', '300');
    await type('Each server', '');
    await type('Each member', '0');
    await press('Save Changes');
    await screen.findByText('Must be a whole number from 1 to 1,000,000, or empty for no cap');
    expect(sent('UpdateBot')).toEqual([]);
    await type('Each member', '15');
    await press('Save Changes');
    await toastSays('Bot Updated!', 'Bot updated successfully');
    expect(sent('UpdateBot')).toMatchObject([{ input: { dailyCaps: { perBot: 300, perServer: null, perMember: 15 } } }]);
  });

  it('switches tools of the language model on, each with what it does', async () => {
    const { sent } = open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Settings' }));
    await screen.findByText('It calculates exactly instead of guessing.');
    const row = screen.getByText('Calculator').closest('label');
    fireEvent.click(row?.control ?? document.body);
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateBot')).toMatchObject([{ input: { tools: { calculator: true, pages: false } } }]));
  });

  it('names dropped traits in the toast', async () => {
    open({ saved: { droppedTraits: ['witty'] } });
    await type('Description', 'New words');
    await press('Save Changes');
    await toastSays('Bot Updated!', 'Not saved, because they need a higher plan: Witty.');
  });

  it('names the stored traits above the plan, and sends them back unchanged with every save', async () => {
    const personality = { humor: true, formal: true, witty: 80, roleplay: 60, mysterious: false };
    const { sent } = open({ personality });
    const premium = within(await screen.findByRole('region', { name: 'Premium traits' }));
    premium.getByText(/so it does not act on them: Witty, Roleplay\. They act again with the Premium plan\./);
    expect(premium.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
    expect(screen.getAllByText(/does not act on them/)).toHaveLength(1);
    await type('Description', 'New words');
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateBot')).toMatchObject([{ input: { personality } }]));
  });

  it('removes the stored token when its switch is on', async () => {
    const { sent } = open();
    const row = (await screen.findByText('Remove the stored token')).closest('label');
    expect(row?.control?.getAttribute('role')).toBe('switch');
    fireEvent.click(row?.control ?? document.body);
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateBot')).toMatchObject([{ input: { clearDiscordToken: true } }]));
  });

  it('asks whoever rates a companion 18+ to confirm that they are an adult', async () => {
    const { sent } = open();
    await screen.findByText('Age rating', { selector: 'label' });
    expect(screen.queryByText('I am 18 or older')).toBeNull();
    await type('Age rating', 'adult');
    const row = (await screen.findByText('I am 18 or older')).closest('label');
    fireEvent.click(row?.control ?? document.body);
    await press('Save Changes');
    await waitFor(() => expect(sent('UpdateBot')).toMatchObject([{ input: { ageRating: 'adult', confirmsAdult: true } }]));
  });

  it('shows why saving failed after each attempt, and keeps what was typed', async () => {
    let refuse = (): never => refusal('BAD_INPUT', 'That does not fit.')();
    open({ refuse: () => refuse() });
    await type('Description', 'New words');
    const isRefused = async (words: string): Promise<void> => {
      await press('Save Changes');
      await waitFor(() => expect(document.querySelector('.toast')?.textContent).toContain(`Update Failed${words}`));
      expect(screen.getByText('Failed to update bot').parentElement?.textContent).toContain(words);
      expect(field('Description')).toMatchObject({ value: 'New words' });
      expect(asksBeforeClosing()).toBe(true);
    };
    await isRefused('That does not fit.');
    refuse = refusal('FORBIDDEN', 'Not while you act as somebody else.');
    await isRefused('Not while you act as somebody else.');
    refuse = () => {
      throw new Error('broken');
    };
    await isRefused('There was an error updating your bot. Please try again.');
  });

  it('asks before unsaved changes are left', async () => {
    open();
    await type('Description', 'New words');
    await follow('Back to Bot');
    await screen.findByText('Leave without saving?');
    await press('Discard changes');
    await screen.findByText(`at /bots/${id}`);
  });

  it('asks nothing without changes', async () => {
    open();
    await screen.findByText('Description', { selector: 'label' });
    await follow('Cancel');
    await screen.findByText(`at /bots/${id}`);
  });
});

describe('editing a bot that was changed elsewhere', () => {
  async function conflict() {
    const { world, sent } = open();
    await type('Description', 'New words');
    world.bot = aBot({ name: 'Juno', version: 4 });
    await press('Save Changes');
    await screen.findByText('This bot was changed somewhere else while you were editing.');
    return { world, sent };
  }

  it('applies the changes to the latest version when the user keeps them', async () => {
    const { sent } = await conflict();
    await press('Keep my changes');
    await toastSays('Your changes are on top of the latest settings now. Check them, and save.');
    await waitFor(() => expect(field('Bot Name')).toMatchObject({ value: 'Juno' }));
    expect(field('Description')).toMatchObject({ value: 'New words' });
    await press('Save Changes');
    await screen.findByText(`at /bots/${id}`);
    expect(sent('UpdateBot')[1]).toMatchObject({ input: { name: 'Juno', description: 'New words', expectedVersion: 4 } });
  });

  it('shows the latest version when the user discards the changes', async () => {
    await conflict();
    await press('Load the latest');
    await waitFor(() => expect(field('Bot Name')).toMatchObject({ value: 'Juno' }));
    expect(field('Description')).toMatchObject({ value: 'Keeps the club informed' });
    expect(screen.queryByText('Load the latest')).toBeNull();
    expect(asksBeforeClosing()).toBe(false);
  });

  it('keeps the form when the latest version cannot be loaded', async () => {
    const { world } = await conflict();
    world.isDown = true;
    await press('Load the latest');
    await toastSays('The latest settings could not be loaded');
    expect(field('Description')).toMatchObject({ value: 'New words' });
    expect(screen.getByText('Keep my changes')).toBeTruthy();
  });
});

describe('reopening the edit page', () => {
  it('waits for the current version instead of showing the cached one', async () => {
    let bot = aBot();
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({ Bot: () => ({ bot }) }),
    });
    renderApp({ page: <Reopened />, path: '/bots/:id/edit', at: `/bots/${bot.id}/edit`, isProtected: true });
    await screen.findByDisplayValue('Juniper');
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    bot = aBot({ name: 'Juno', version: 4 });
    fireEvent.click(screen.getByRole('button', { name: 'open' }));
    expect(screen.queryByDisplayValue('Juniper')).toBeNull();
    await screen.findByDisplayValue('Juno');
  });
});

function Reopened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'close' : 'open'}</button>
      {isOpen && <EditPage />}
    </>
  );
}
