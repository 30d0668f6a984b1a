import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type Plan } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { asksBeforeClosing, follow, openBotPage, press, type } from '../../testing/open-bot.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { toastSays } from '../../testing/settings.js';
import { newBot } from './bot-values.js';
import { CreateClassicPage, CreatePage } from './create-page.js';
import { keptDraft } from './use-bot-form.js';

interface World {
  readonly plan?: Plan;
  readonly total?: number;
  readonly saved?: object;
  readonly refuse?: () => never | Promise<never>;
  readonly count?: () => unknown;
}

const open = (look: 'switches' | 'sliders', { plan = 'basic', total = 1, saved, refuse, count }: World = {}) =>
  openBotPage({
    page: look === 'sliders' ? <CreateClassicPage /> : <CreatePage />,
    path: look === 'sliders' ? '/create/classic' : '/create',
    user: { subscriptionPlan: plan },
    operations: {
      BotCount: count ?? (() => ({ bots: { __typename: 'BotList', total } })),
      CreateBot: async () => {
        await refuse?.();
        return { createBot: { __typename: 'SavedBot', bot: aBot(), droppedTraits: [], warnings: [], ...saved } };
      },
    },
  });
const refusal =
  (...error: ConstructorParameters<typeof AppError>) =>
  (): never => {
    throw new AppError(...error);
  };

beforeEach(() => {
  dismissToast();
  keptDraft.set(null);
});

describe('the create page', () => {
  it('shows a spinner until the plan is checked', async () => {
    open('switches', { count: () => new Promise(() => undefined) });
    await screen.findByText('Checking subscription...');
  });

  it('offers to try again when the check of the plan fails', async () => {
    let isDown = true;
    open('switches', {
      count: () => (isDown ? refusal('UNAVAILABLE')() : { bots: { __typename: 'BotList', total: 0 } }),
    });
    await screen.findByText('This could not be loaded');
    isDown = false;
    await press('Try again');
    await screen.findByLabelText('Bot Name');
  });

  it.each([
    ['free', 0, '0 of 1 bots created', true],
    ['basic', 2, '2 of 3 bots created', true],
    ['premium', 7, '7 of ∞ bots created', false],
  ] as const)('shows the number of bots on the %s plan', async (plan, total, words, hasUpgrade) => {
    open('switches', { plan, total });
    await screen.findByText(words);
    expect(document.title).toBe('Create New Bot · Kith');
    expect(screen.queryAllByRole('link', { name: 'Upgrade Plan' }).map((link) => link.getAttribute('href'))).toEqual(
      hasUpgrade ? ['/pricing'] : [],
    );
  });

  it('sends one request, however often the button is pressed', async () => {
    const sent = open('switches');
    await type('Bot Name', 'Juniper');
    const button = screen.getByText('Create Bot', { selector: 'button' });
    fireEvent.click(button);
    fireEvent.click(button);
    await toastSays('Bot created successfully');
    await screen.findByText(`at /bots/${aBot().id}`);
    expect(sent('CreateBot')).toHaveLength(1);
  });

  it('shows dropped traits and warnings of the server in a toast', async () => {
    open('switches', { saved: { droppedTraits: ['memoryStrength', 'witty'], warnings: ['Discord refused the token.'] } });
    await type('Bot Name', 'Juniper');
    await press('Create Bot');
    await toastSays(
      'Bot created successfully',
      /Discord refused the token\. Not saved, because they need a higher plan: Memory Strength, Witty\./,
    );
  });

  it('shows that the limit was reached in another tab, and keeps what was typed', async () => {
    open('switches', { refuse: refusal('BOT_LIMIT', 'Subscription limit reached: please upgrade your plan.') });
    await type('Bot Name', 'Juniper');
    await press('Create Bot');
    await toastSays(
      'Subscription Limit Reached',
      "You've reached the maximum number of bots allowed on your current plan. Please upgrade to create more bots.",
    );
    expect(screen.getByLabelText('Bot Name')).toMatchObject({ value: 'Juniper' });
  });

  it.each([
    [refusal('UNAVAILABLE', 'The bots cannot be reached.'), 'The bots cannot be reached.'],
    [refusal('FORBIDDEN', 'You may not do this.'), 'You may not do this.'],
  ])('shows why the creation was refused', async (refuse, words) => {
    open('switches', { refuse });
    await type('Bot Name', 'Juniper');
    await press('Create Bot');
    await toastSays('Failed to create bot', words);
    expect(screen.getByLabelText('Bot Name')).toMatchObject({ value: 'Juniper' });
  });

  it('shows at the token field that the token is in use', async () => {
    open('switches', { refuse: refusal('TOKEN_IN_USE', 'Another bot uses this token.') });
    await type('Bot Name', 'Juniper');
    await type('Discord Token', 'abc.def');
    await press('Create Bot');
    await waitFor(() =>
      expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe('Another bot uses this token.'),
    );
    expect(screen.getByRole('tab', { name: 'Discord' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('leaving the create page', () => {
  it('asks before unsaved text is left, also when the tab is closed', async () => {
    open('switches');
    await type('Bot Name', 'Juniper');
    expect(asksBeforeClosing()).toBe(true);
    await follow('Elsewhere');
    await screen.findByText('Leave without saving?');
    await press('Keep editing');
    expect(screen.getByLabelText('Bot Name')).toMatchObject({ value: 'Juniper' });
    await follow('Elsewhere');
    await press('Discard changes');
    await screen.findByText('at /elsewhere');
  });

  it('asks on Cancel too, and goes to the home page', async () => {
    open('switches');
    await type('Bot Name', 'Juniper');
    await follow('Cancel');
    await press('Discard changes');
    await screen.findByText('at /');
  });

  it('asks nothing without changes, or after they were undone', async () => {
    open('switches');
    await type('Bot Name', 'Juniper');
    await type('Bot Name', '');
    expect(asksBeforeClosing()).toBe(false);
    await follow('Elsewhere');
    await screen.findByText('at /elsewhere');
  });

  it('keeps what was typed when switching to the sliders', async () => {
    open('switches');
    await type('Bot Name', 'Juniper');
    await follow('Use sliders with a live preview');
    await screen.findByText('at /create/classic');
    expect(keptDraft.get()?.values).toMatchObject({ name: 'Juniper' });
  });
});

describe('the classic create page', () => {
  const preview = async () => within(await screen.findByRole('complementary', { name: 'Live preview' }));

  it('starts with the four sliders of every plan', async () => {
    open('sliders', { plan: 'free', total: 0 });
    await screen.findByLabelText('Friendliness');
    const values = ['Friendliness', 'Humor', 'Helpfulness', 'Creativity'].map(
      (name) => screen.getByRole<HTMLInputElement>('slider', { name }).value,
    );
    expect(values).toEqual(['75', '60', '85', '70']);
    expect(screen.getAllByRole('slider')).toHaveLength(4);
  });

  it.each([
    ['free', 2, 2, 5],
    ['basic', 4, 0, 5],
    ['premium', 9, 0, 0],
  ] as const)('offers the optional sliders of the plan: %s', async (plan, opened, standard, premium) => {
    open('sliders', { plan, total: 0 });
    const switches = await screen.findAllByRole('switch', { name: /^Use / });
    expect(switches.filter((each) => !each.hasAttribute('disabled'))).toHaveLength(opened);
    expect(screen.queryAllByText('(Standard Plan)')).toHaveLength(standard);
    // The badges stand at the headings of the groups, as on the page with switches.
    expect(screen.queryAllByText('Upgrade Plan', { selector: '.badge' })).toHaveLength(standard > 0 ? 1 : 0);
    expect(screen.queryAllByText('Premium', { selector: '.badge' })).toHaveLength(1);
    expect(screen.queryAllByText('(Premium Plan)')).toHaveLength(premium);
  });

  it('shows a live preview that follows the sliders and is labelled as a preview', async () => {
    open('sliders');
    const shown = await preview();
    const initials = () => [...document.querySelectorAll('.avatar')].map((each) => each.textContent);
    expect(initials()).toEqual(['?', '?']);
    expect(shown.getByText('A sample made by rules in your browser. The model writes the real replies.')).toBeTruthy();
    await type('Bot Name', 'Juniper');
    await shown.findByText(/so good to see you! I'm Juniper\./);
    expect(initials()).toEqual(['JU', 'JU']);
    fireEvent.change(screen.getByLabelText('Friendliness'), { target: { value: '0' } });
    await shown.findByText("Hello. I'm Juniper.");
    fireEvent.click(screen.getByRole('switch', { name: 'Use Emojis' }));
    expect(await shown.findAllByText(/🎲/)).toHaveLength(2);
    fireEvent.click(screen.getByRole('switch', { name: 'Use Emojis' }));
    await waitFor(() => expect(shown.queryByText(/🎲/)).toBeNull());
  });

  it('sends the values of the sliders that are on', async () => {
    const sent = open('sliders');
    await type('Bot Name', 'Juniper');
    fireEvent.change(screen.getByLabelText('Humor'), { target: { value: '15' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Use Formality' }));
    fireEvent.change(await screen.findByLabelText('Formality'), { target: { value: '90' } });
    await press('Create Bot');
    await screen.findByText(`at /bots/${aBot().id}`);
    const inputs = sent('CreateBot') as { input: { personality: object } }[];
    expect(inputs.map(({ input }) => input.personality)).toEqual([
      { friendliness: 75, humor: 15, helpfulness: 85, creativity: 70, formality: 90 },
    ]);
  });

  it('continues with what was typed in the form with switches, and counts it as unsaved', async () => {
    const start = newBot(() => 0);
    keptDraft.set({ start, values: { ...start, name: 'Juniper', personality: { ...start.personality, humor: false } } });
    open('sliders');
    expect(await screen.findByLabelText('Bot Name')).toMatchObject({ value: 'Juniper' });
    expect(screen.getByLabelText('Humor')).toMatchObject({ value: '25' });
    expect(screen.getByLabelText('Friendliness')).toMatchObject({ value: '75' });
    expect(asksBeforeClosing()).toBe(true);
    expect(keptDraft.get()).toBeNull();
    await follow('Use simple switches');
    await screen.findByText('at /create');
  });

  it('shows the limit page when the plan is full', async () => {
    open('sliders', { plan: 'free', total: 1 });
    await screen.findByText("You've reached your Free plan limit of 1 bot(s)");
  });
});

describe('the number of bots on the create page', () => {
  it('is not loaded again after the creation, which would show the limit page', async () => {
    let total = 0;
    const calls = fakeServer({
      'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: 'free' }) }),
      'POST /graphql': graphqlAnswers({
        BotCount: () => ({ bots: { __typename: 'BotList', total } }),
        CreateBot: () => {
          total = 1;
          return { createBot: { __typename: 'SavedBot', bot: aBot(), droppedTraits: [], warnings: [] } };
        },
      }),
    });
    renderApp({ page: <CreatePage />, path: '/create', isProtected: true });
    fireEvent.change(await screen.findByLabelText('Bot Name'), { target: { value: 'Juniper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create Bot' }));
    await screen.findByText(`at /bots/${aBot().id}`);
    // A count that was loaded now would show until the next page has loaded.
    expect(operationsOf(calls)).toEqual(['BotCount', 'ModelCatalogue', 'CreateBot']);
  });
});

const operationsOf = (calls: ReturnType<typeof fakeServer>) =>
  calls.flatMap(({ body }) => (body as { operationName?: string } | undefined)?.operationName ?? []);
