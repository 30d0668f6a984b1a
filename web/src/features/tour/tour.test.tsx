import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { formatNumber } from '../../lib/format.js';
import { useTour } from '../../shared/tour-state.js';
import { fakeServer, graphqlAnswers, refusal, type Answer } from '../../testing/fake-server.js';
import { paste } from '../../testing/paste.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { Tour } from './tour.js';

const CREATED = { id: '22222222-2222-4222-8222-222222222222', name: 'Juniper' };
const TOKEN = 'abc.def.ghi';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const dialog = () => screen.findByRole('dialog', { name: 'Guided tour' });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const press = (name: string) => fireEvent.click(button(name));
// By text: roles take their time in a tree with styles.
const button = (name: string) => screen.queryByText(name, { selector: 'button' }) ?? screen.getByLabelText(name);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const next = (times = 1) => {
  for (let time = 0; time < times; time++) press('Next');
};

function Host() {
  const { step, start } = useTour();
  return (
    <>
      <button onClick={start}>begin the tour</button>
      {step !== null && <Tour step={step} />}
    </>
  );
}

async function open(create?: Answer, total = 0) {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({ TourBotCount: () => ({ bots: { __typename: 'BotList', total } }) }),
    ...(create && { 'POST /api/bots': create }),
  });
  renderApp({ page: <Host />, path: '/dashboard', isProtected: true });
  fireEvent.click(await screen.findByText('begin the tour'));
  await dialog();
  return { sent: () => calls.filter(({ path }) => path === '/api/bots').map(({ body }) => body) };
}

describe('the tour', () => {
  it('has eleven steps, and completes on the last', async () => {
    await open();
    const titles = [];
    for (let step = 1; step <= 11; step++) {
      const bar = screen.getByRole('progressbar', { name: 'Tour progress' });
      expect(bar.getAttribute('aria-valuenow')).toBe(String(step));
      expect(within(await dialog()).getAllByText(`Step ${step} of 11`)).toHaveLength(1);
      titles.push(screen.getByRole('heading', { level: 2 }).textContent);
      expect(document.activeElement?.textContent).toBe(titles.at(-1));
      if (step < 11) next();
    }
    expect(new Set(titles).size).toBe(11);
    press('Complete Tour');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByText('begin the tour'));
    await within(await dialog()).findByText('Step 1 of 11');
  });

  it('goes back as far as the first step, and closes with its button and with Escape', async () => {
    await open();
    expect(button('Previous')).toHaveProperty('disabled', true);
    next();
    press('Previous');
    await heading('Welcome to Kith, mara');
    press('Close tour');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByText('begin the tour'));
    fireEvent(await dialog(), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('creates the first bot with the specified defaults and links to it', async () => {
    const { sent } = await open(() => ({ status: 201, body: CREATED }));
    next(3);
    type('Bot Name', '  Juniper ');
    next(4);
    press('Launch Bot');
    await heading('Say hello to Juniper');
    await screen.findByText('Bot created successfully');
    expect(sent()).toEqual([
      {
        name: 'Juniper',
        description: null,
        avatarColor: '#FF6B9D',
        discordToken: null,
        serverId: null,
        dedicatedChannelId: null,
        instructions: null,
        model: 'gpt-4o',
        responseStyle: 'friendly',
        personality: { friendliness: true, humor: true, helpfulness: true, creativity: true, enthusiasm: true, emojis: true },
      },
    ]);
    fireEvent.click(screen.getByText('Chat with Juniper'));
    await screen.findByText(`at /bots/${CREATED.id}/chat`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends every answer in whatever order the steps were visited', async () => {
    const { sent } = await open(() => ({ status: 201, body: CREATED }));
    next(3);
    type('Bot Name', 'Juniper');
    type('Description', 'Keeps the club informed');
    fireEvent.click(screen.getByLabelText('Color #1ABC9C'));
    next();
    fireEvent.click(screen.getByLabelText(/^Emojis/));
    next();
    await screen.findByRole('option', { name: 'GPT-6 Luna' });
    type('AI Model', 'gpt-4');
    type('Response Style', 'casual');
    type('Instructions', 'Be kind.');
    next();
    type('Discord Token', TOKEN);
    type('Server ID', '123456789012345678');
    type('Dedicated Channel ID', '223456789012345678');
    next();
    for (let back = 0; back < 4; back++) press('Previous');
    expect(screen.getByLabelText('Bot Name')).toHaveProperty('value', 'Juniper');
    next(4);
    press('Launch Bot');
    await heading('Say hello to Juniper');
    expect(sent()[0]).toMatchObject({
      description: 'Keeps the club informed',
      avatarColor: '#1ABC9C',
      model: 'gpt-4',
      responseStyle: 'casual',
      instructions: 'Be kind.',
      discordToken: TOKEN,
      serverId: '123456789012345678',
      dedicatedChannelId: '223456789012345678',
      personality: { emojis: false, humor: true },
    });
  });

  it('does not launch without a name, says why, and links to the field', async () => {
    await open();
    next(7);
    expect(button('Launch Bot')).toHaveProperty('disabled', true);
    screen.getByText('Your bot needs a name before it can be launched.');
    press('Give it a name');
    await screen.findByLabelText('Bot Name');
  });

  it('shows the problems of a step at its fields before the next step', async () => {
    await open();
    next(3);
    type('Bot Name', 'Al');
    next();
    await screen.findByText('Bot name must be at least 3 characters');
    expect(document.activeElement).toBe(screen.getByLabelText('Bot Name'));
    type('Bot Name', 'Ada');
    expect(screen.queryByText('Bot name must be at least 3 characters')).toBeNull();
    next(3);
    type('Server ID', '12');
    next();
    await screen.findByText('Must be a Discord ID (17 to 20 digits)');
  });

  it('keeps a pasted text that is too long and shows the problem at the field', async () => {
    await open();
    const isTooLong = async (label: string, max: number, mended: string): Promise<void> => {
      paste(label, 'a'.repeat(max + 1));
      next();
      await screen.findByText(`Must be at most ${formatNumber(max)} characters`);
      expect(screen.getByLabelText(label)).toHaveProperty('ariaInvalid', 'true');
      type(label, mended);
    };
    next(3);
    await isTooLong('Bot Name', 100, 'Juniper');
    await isTooLong('Description', 1000, '');
    next(2);
    await isTooLong('Instructions', 8000, '');
  });

  it('launches once, however often the button is pressed', async () => {
    let answer: (bot: object) => void = () => undefined;
    const { sent } = await open(() => new Promise((resolve) => (answer = () => resolve({ status: 201, body: CREATED }))));
    next(3);
    type('Bot Name', 'Juniper');
    next(4);
    press('Launch Bot');
    const busy = await screen.findByText('Launching...');
    fireEvent.click(busy);
    answer(CREATED);
    await heading('Say hello to Juniper');
    press('Previous');
    await screen.findByText('Juniper is created. Go on to see what it can do.');
    expect(screen.queryByText('Launch Bot')).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  it('shows the toast and the reason when the launch fails, and keeps the answers', async () => {
    await open(refusal(503, 'UNAVAILABLE', 'The bots are asleep.'));
    next(3);
    type('Bot Name', 'Juniper');
    next(4);
    press('Launch Bot');
    await screen.findByText('Oops! Something went wrong');
    screen.getByText("Let's try creating your bot again!");
    screen.getByText('The bots are asleep.');
    expect(button('Launch Bot')).toHaveProperty('disabled', false);
    for (let back = 0; back < 4; back++) press('Previous');
    expect(screen.getByLabelText('Bot Name')).toHaveProperty('value', 'Juniper');
  });

  it('returns to the step of a field that the server refused', async () => {
    await open(refusal(409, 'TOKEN_IN_USE', 'Another bot uses this token.'));
    next(3);
    type('Bot Name', 'Juniper');
    next(3);
    type('Discord Token', TOKEN);
    next();
    press('Launch Bot');
    await screen.findByText('Another bot uses this token.');
    expect(screen.getByLabelText('Discord Token')).toHaveProperty('ariaInvalid', 'true');
  });

  it('shows that the limit of the plan is reached, before and after the launch', async () => {
    const limit = new AppError('BOT_LIMIT', 'Subscription limit reached, please upgrade your plan');
    await open(refusal(403, limit.code, limit.message));
    next(3);
    type('Bot Name', 'Juniper');
    next(4);
    press('Launch Bot');
    await screen.findByText('Subscription Limit Reached');
    screen.getByText(/Standard plan has room for 3 bot/);
    expect(button('Launch Bot')).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByText('Compare plans'));
    await screen.findByText('at /pricing');
  });

  it('does not offer a launch that the plan would refuse', async () => {
    await open(undefined, 3);
    next(3);
    type('Bot Name', 'Juniper');
    next(4);
    await screen.findByText(/Standard plan has room for 3 bot/);
    expect(button('Launch Bot')).toHaveProperty('disabled', true);
  });

  it('keeps the answers but not the token when it is closed', async () => {
    await open();
    next(3);
    type('Bot Name', 'Juniper');
    next(3);
    type('Discord Token', TOKEN);
    press('Close tour');
    expect(JSON.stringify(sessionStorage)).not.toContain(TOKEN);
    fireEvent.click(screen.getByText('begin the tour'));
    await dialog();
    next(3);
    expect(screen.getByLabelText('Bot Name')).toHaveProperty('value', 'Juniper');
    next(3);
    expect(screen.getByLabelText('Discord Token')).toHaveProperty('value', '');
  });

  it('starts with the defaults when the stored answers are invalid', async () => {
    sessionStorage.setItem(
      'kith.tour.7c0f8a4e-6f5b-4a1e-9d1c-0a3f6a6f1a11',
      '{"name":7,"personality":{"humor":"yes"},"other":"x"}',
    );
    await open();
    next(3);
    expect(screen.getByLabelText('Bot Name')).toHaveProperty('value', '');
    next();
    expect(screen.getByLabelText(/^Humor/)).toHaveProperty('checked', true);
  });
});
