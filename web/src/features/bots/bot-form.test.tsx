import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Plan } from '@kith/proto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatNumber } from '../../lib/format.js';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { paste } from '../../testing/paste.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { BotForm } from './bot-form.js';
import { newBot, type BotValues } from './bot-values.js';
import type { SaveResult } from './use-save-bot.js';

beforeEach(() => {
  fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }), 'POST /graphql': graphqlAnswers({}) });
});

interface World {
  readonly plan?: Plan;
  readonly tokenHint?: string | null;
  readonly botId?: string;
  readonly answer?: { readonly fields?: Readonly<Record<string, string>> };
}

function open({ plan = 'free', tokenHint = null, botId, answer }: World = {}) {
  const onSave = jest.fn(async (_values: BotValues): Promise<SaveResult> => ({
    kind: 'refused',
    reason: 'Not now.',
    fields: {},
    ...answer,
  }));
  renderApp({
    page: (
      <BotForm
        mode={tokenHint === null ? 'create' : 'edit'}
        start={newBot(() => 0)}
        plan={plan}
        tokenHint={tokenHint}
        {...(botId !== undefined && { botId })}
        cancelPath="/"
        onSave={onSave}
      />
    ),
  });
  return onSave;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('BotForm', () => {
  it('requires a name of three characters before it sends anything', async () => {
    const onSave = open();
    type('Bot Name', 'Al');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText('Bot name must be at least 3 characters');
    expect(onSave).not.toHaveBeenCalled();
  });

  it.each([
    ['Bot Name', 100],
    ['Description', 1000],
    ['Instructions', 8000],
    ['Greeting', 2000],
    ['Example dialogues', 3000],
  ])('keeps a pasted %s that is too long and shows an error at the field', async (label, max) => {
    const onSave = open();
    type('Bot Name', 'Ada');
    paste(label, 'a'.repeat(max + 1));
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText(`Must be at most ${formatNumber(max)} characters`);
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toHaveLength(max + 1);
    expect(onSave).not.toHaveBeenCalled();
  });

  it('leads to the page of Discord that a token comes from, and, once there is a bot, to the guide', async () => {
    open();
    fireEvent.click(screen.getByRole('tab', { name: 'Discord' }));
    const portal = () => screen.getByRole('link', { name: /^Open the Developer Portal/ });
    expect(portal().getAttribute('href')).toBe('https://discord.com/developers/applications?new_application=true');
    expect(screen.queryByRole('link', { name: 'Connect to Discord' })).toBeNull();
    cleanup();
    open({ tokenHint: 'abcd', botId: aBot().id });
    fireEvent.click(screen.getByRole('tab', { name: 'Discord' }));
    expect(portal().getAttribute('href')).toBe('https://discord.com/developers/applications');
    expect(screen.getByRole('link', { name: 'Connect to Discord' }).getAttribute('href')).toBe(`/bots/${aBot().id}/connect`);
  });

  it('opens the tab of the first invalid field', async () => {
    const onSave = open();
    type('Bot Name', 'Ada');
    type('Server ID', '12');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText('Must be a Discord ID (17 to 20 digits)');
    expect(screen.getByRole('tab', { name: 'Discord' }).getAttribute('aria-selected')).toBe('true');
    expect(onSave).not.toHaveBeenCalled();
  });

  it('sends the values of all three tabs', async () => {
    const onSave = open();
    type('Bot Name', 'Ada');
    type('Instructions', 'Be kind.');
    type('Discord Token', 'abc.def');
    type('Server ID', '123456789012345678');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({
      name: 'Ada',
      instructions: 'Be kind.',
      discordToken: 'abc.def',
      serverId: '123456789012345678',
      preferences: { sendMedia: true, rememberInteractions: true, shareLinks: false, maxTokens: 1000 },
    });
  });

  it.each([
    ['free', 13, 6],
    ['basic', 7, 12],
    ['premium', 0, 19],
  ] as const)('disables the traits above the %s plan', async (plan, locked, open_) => {
    open({ plan });
    const panel = await screen.findByRole('tabpanel');
    const switches = within(panel)
      .getAllByRole('switch', { hidden: true })
      .filter((each) => each.closest('.trait'));
    expect(switches.filter((each) => each.hasAttribute('disabled'))).toHaveLength(locked);
    expect(switches.filter((each) => !each.hasAttribute('disabled'))).toHaveLength(open_);
    expect(within(panel).queryAllByText('Upgrade Plan')).toHaveLength(plan === 'free' ? 1 : 0);
    expect(within(panel).getByText('Premium')).toBeTruthy();
    expect(within(panel).queryAllByText('(Standard Plan)')).toHaveLength(plan === 'free' ? 6 : 0);
    expect(within(panel).queryAllByText('(Premium Plan)')).toHaveLength(plan === 'premium' ? 0 : 7);
  });

  it('opens the tab of an invalid number and shows why it is invalid', async () => {
    const onSave = open();
    type('Bot Name', 'Ada');
    type('Longest reply (tokens)', '5');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText('Must be a whole number from 50 to 4,000');
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true'));
    expect(onSave).not.toHaveBeenCalled();
  });

  it('accepts any whole number of tokens between the bounds', async () => {
    const onSave = open();
    type('Bot Name', 'Ada');
    type('Longest reply (tokens)', '1234');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
    expect(onSave.mock.calls[0]?.[0].preferences.maxTokens).toBe(1234);
  });

  it('shows all eight preferences with their defaults', async () => {
    const onSave = open();
    const isOn = (name: string) => screen.getByRole('switch', { name, hidden: true }).getAttribute('aria-checked');
    expect(['Remember interactions', 'Send media', 'Share links', 'Proactive messaging', 'Learning mode'].map(isOn)).toEqual([
      'true',
      'true',
      'false',
      'false',
      'false',
    ]);
    fireEvent.click(screen.getByRole('switch', { name: 'Learning mode', hidden: true }));
    fireEvent.change(screen.getByLabelText('Conversation memory'), { target: { value: 'extended' } });
    fireEvent.change(screen.getByLabelText('Reply pace'), { target: { value: 'slow' } });
    expect(screen.queryByText('Soon')).toBeNull();
    type('Bot Name', 'Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
    expect(onSave.mock.calls[0]?.[0].preferences).toEqual({
      sendMedia: true,
      rememberInteractions: true,
      shareLinks: false,
      proactiveMessaging: false,
      learningMode: true,
      contextRetention: 'extended',
      responseDelay: 'slow',
      maxTokens: 1000,
    });
  });

  it('hides the typed token until its button is pressed', () => {
    open();
    const field = screen.getByLabelText<HTMLInputElement>('Discord Token');
    expect(field.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show token', hidden: true }));
    expect(field.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide token', hidden: true }));
    expect(field.type).toBe('password');
  });

  it('offers the twelve colors of the palette and a color picker', () => {
    open();
    expect(screen.getAllByRole('radio', { name: /^Color #/ })).toHaveLength(12);
    fireEvent.change(screen.getByLabelText('Choose another color'), { target: { value: '#123456' } });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Color #123456' }).checked).toBe(true);
  });

  it('finds a time zone by a part of its name, and refuses one that does not exist', async () => {
    const onSave = open();
    type('Bot Name', 'Ada');
    const field = screen.getByLabelText<HTMLInputElement>('Time zone');
    expect(field.value).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    type('Time zone', 'Atlantis');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText('Must be a time zone like Europe/Berlin');
    expect(screen.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true');
    expect(onSave).not.toHaveBeenCalled();
    fireEvent.focus(field);
    type('Time zone', 'new york');
    fireEvent.mouseDown(screen.getByRole('option', { name: 'America/New York' }));
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await waitFor(() => expect(onSave.mock.calls[0]?.[0].timeZone).toBe('America/New_York'));
  });

  it('offers the seven response styles', () => {
    open();
    const styles = within(screen.getByLabelText('Response Style')).getAllByRole('option', { hidden: true });
    expect(styles.map((each) => each.textContent)).toEqual([
      'Concise',
      'Balanced',
      'Detailed',
      'Friendly',
      'Professional',
      'Casual',
      'Enthusiastic',
    ]);
  });

  it('shows a refusal of the server at its field, opens its tab and keeps what was typed', async () => {
    open({ answer: { fields: { 'input.serverId': 'There is no such server' } } });
    type('Bot Name', 'Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText('There is no such server');
    expect(screen.getByRole('tab', { name: 'Discord' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('Not now.')).toBeTruthy();
    expect(screen.getByLabelText('Bot Name')).toMatchObject({ value: 'Ada' });
  });

  it('offers to remove a stored token without a hint', async () => {
    open({ tokenHint: '' });
    await screen.findByText('A token is stored.');
    expect(screen.getByText('Remove the stored token')).toBeTruthy();
    expect(screen.getByPlaceholderText('Leave empty to keep the stored token')).toBeTruthy();
  });

  it('shows only the last characters of a stored token and offers to remove it', async () => {
    open({ tokenHint: 'x9Qk' });
    await screen.findByText('A token is stored; it ends in x9Qk.');
    expect(screen.getByLabelText('Discord Token')).toMatchObject({ type: 'password', value: '' });
    expect(screen.getByText('Remove the stored token')).toBeTruthy();
  });
});
