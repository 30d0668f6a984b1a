import { paths } from '../src/lib/paths.js';
import { done } from './users.js';
import type { Row, State } from './state.js';
import { AWAY, follow, press, signInFirst } from './follow.js';

const GONE = "This bot might have been deleted or you don't have permission to view it.";
const dashboard = () => paths.dashboard;

/** The page of a foreign, a deleted and a non-existent bot (docs/decisions.md A6). */
const noSuchBot = (
  path: (id: string) => string,
  { heading = 'Bot Not Found', text = GONE, back = 'Back to Dashboard' } = {},
): State[] =>
  (['foreign', 'deleted', 'unknown'] as const).map((which) => ({
    when: `the companion is ${which}`,
    as: 'owner',
    path: (users) => path(users[which]),
    heading,
    reads: [text],
    goOn: follow(back, dashboard),
  }));

const forbidden = (path: (id: string) => string, words?: Parameters<typeof noSuchBot>[1]): State[] => [
  signInFirst(({ blank }) => path(blank)),
  ...noSuchBot(path, words),
];

const noRoom = (path: string): State => ({
  when: 'the plan is full',
  as: 'free',
  path: () => path,
  heading: 'Bot Limit Reached',
  reads: ["You've reached your Free plan limit of 1 bot(s)", "You've reached the limit of your Free plan."],
  goOn: async ({ button }, page) => {
    await button('Not Now').click();
    await page.waitForURL('**/dashboard');
  },
});

const FORM = 'a form is empty by nature';

export const botStates = {
  dashboard: {
    empty: [
      {
        when: 'there is no companion',
        as: 'nobody',
        path: dashboard,
        heading: 'No bots yet',
        reads: ['Create your first AI companion to start building amazing Discord experiences'],
        goOn: follow('Create Your First Bot', () => paths.create),
      },
    ],
    error: AWAY,
    forbidden: [
      {
        ...signInFirst(dashboard),
        goOn: async ({ field, button, heading, toast }, page, { nobody }) => {
          await field('Username').fill(nobody.username);
          await field('Password').fill('correct horse');
          await button('Login').click();
          await heading(`Welcome back, ${nobody.username}`);
          await button('Logout').click();
          await toast('Logged out');
          await page.waitForURL('**/auth');
        },
      },
      {
        when: 'the session ends meanwhile',
        as: 'leaving',
        path: dashboard,
        open: async ({ heading }, _page, { leaving }) => {
          await heading(/^Welcome back/);
          await done(leaving.client.post('/api/auth/logout', {}));
        },
        heading: 'Welcome to Kith',
        toast: ['Your session has ended', 'Please log in again.'],
        expects: /401/,
        goOn: async ({ button }) => button('Login').waitFor(),
      },
    ],
  },
  dashboardClassic: {
    empty: [
      {
        when: 'there is no companion',
        as: 'nobody',
        path: () => paths.dashboardClassic,
        heading: 'Create your first AI companion',
        goOn: follow('Create Your First Bot', () => paths.create),
      },
      {
        when: 'no companion has the name',
        as: 'owner',
        path: () => paths.dashboardClassic,
        open: (_screen, page) => page.getByPlaceholder('Search your bots...').fill('nobody'),
        heading: 'No bots found',
        reads: ['Try adjusting your search, or clear it to see all your companions.'],
        goOn: press('Clear search', 'Max'),
      },
    ],
    error: AWAY,
    forbidden: [signInFirst(() => paths.dashboardClassic)],
  },
  create: { empty: FORM, error: AWAY, forbidden: [signInFirst(() => paths.create), noRoom(paths.create)] },
  createClassic: {
    empty: FORM,
    error: AWAY,
    forbidden: [signInFirst(() => paths.createClassic), noRoom(paths.createClassic)],
  },
  bot: {
    empty: [
      {
        when: 'nothing of it is set up',
        as: 'owner',
        path: ({ blank }) => paths.bot(blank),
        heading: /^Max/,
        reads: ['A helpful AI companion for your Discord community', 'Not configured', 'No traits are switched on.'],
        goOn: async (screen, page, users) => {
          await screen.button('Setup Required').click();
          await screen.toast('Discord Token Required! 🔑');
          await follow('Open Edit', ({ blank }) => paths.edit(blank))(screen, page, users);
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.bot),
  },
  edit: { empty: FORM, error: AWAY, forbidden: forbidden(paths.edit) },
  remove: { empty: 'a question about one companion', error: AWAY, forbidden: forbidden(paths.remove) },
  analytics: {
    empty: [
      {
        when: 'nobody has talked to it',
        as: 'owner',
        path: ({ blank }) => paths.analytics(blank),
        heading: 'Analytics',
        reads: [/^No replies in the last 24 hours\./],
        goOn: follow('Say hello in the test chat', ({ blank }) => paths.chat(blank)),
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.analytics, { heading: 'Analytics Not Available' }),
  },
  health: {
    empty: [
      {
        when: 'it has no token and has ignored nothing',
        as: 'owner',
        path: ({ blank }) => paths.health(blank),
        heading: 'Check-up',
        reads: ['None in the last seven days.'],
        goOn: follow('Connect to Discord', ({ blank }) => paths.connect(blank)),
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.health),
  },
  inbox: {
    empty: [
      {
        when: 'nothing waits and nothing is pinned',
        as: 'owner',
        path: ({ blank }) => paths.inbox(blank),
        heading: 'Inbox',
        reads: ['Nothing waits for you'],
        goOn: follow('Look at learning mode', ({ blank }) => paths.edit(blank)),
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.inbox),
  },
  versions: { empty: 'a companion has at least the version that was created', error: AWAY, forbidden: forbidden(paths.versions) },
  memory: {
    empty: [
      {
        when: 'it remembers nobody',
        as: 'owner',
        path: ({ blank }) => paths.memory(blank),
        heading: 'Memory',
        reads: ['It remembers no member yet.', 'Nothing yet.'],
        goOn: async ({ button, field, toast }) => {
          await button('Add a fact').click();
          await field('About').fill('Favourite game');
          await field('To remember').fill('Chess');
          await button('Save').click();
          await toast('Remembered');
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.memory),
  },
  connect: {
    empty: [
      {
        when: 'there is no token',
        as: 'owner',
        path: ({ blank }) => paths.connect(blank),
        heading: 'Connect to Discord',
        reads: [/Make an application on Discord$/],
        goOn: async ({ button, field }) => {
          await button('I have one').click();
          await field('Discord Token').waitFor();
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.connect),
  },
  channel: {
    empty: [
      {
        when: 'no channel is listed',
        as: 'owner',
        path: ({ blank }) => paths.channel(blank),
        heading: 'Channel Settings',
        reads: ['No entries'],
        goOn: async ({ field, button, text }) => {
          await field('Channel ID for Allowed Channels').fill('112233445566778899');
          await button('Add to Allowed Channels').click();
          await text('112233445566778899');
          await button('Remove 112233445566778899 from Allowed Channels').click();
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.channel),
  },
} satisfies Record<string, Row>;

export const toolStates = {
  chat: {
    empty: [
      {
        when: 'nothing was said',
        as: 'owner',
        path: ({ blank }) => paths.chat(blank),
        heading: 'Max',
        reads: ['Start a Conversation', 'Say hello to Max!'],
        goOn: async ({ field }, page) => {
          await field('Message Max').fill('Hello!');
          await page.keyboard.press('Enter');
          await page.locator('.message[data-own="true"]').getByText('Hello!', { exact: true }).waitFor();
          await page.getByRole('button', { name: 'Send message' }).waitFor();
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.chat, { text: "This bot doesn't exist or you don't have permission to chat with it." }),
  },
  commands: {
    empty: [
      {
        when: 'it has learned nothing',
        as: 'owner',
        path: ({ blank }) => paths.commands(blank),
        heading: "Your bot's brain is empty",
        reads: ['Add a command from the list, or drag one here.'],
        goOn: async ({ button, toast }) => {
          await button('Add Ping').click();
          await toast('Command Added!', 'Max has learned Ping.');
        },
      },
      {
        when: 'no command fits',
        as: 'owner',
        path: ({ blank }) => paths.commands(blank),
        open: (_screen, page) => page.getByLabel('Search commands...').fill('mysteriously absent'),
        heading: 'No commands found',
        goOn: async ({ button }) => {
          await button('Show all commands').click();
          await button('Add Help').waitFor();
        },
      },
      {
        when: 'the owner has written none',
        as: 'owner',
        path: ({ blank }) => paths.commands(blank),
        open: ({ button }) => button('Custom').click(),
        heading: 'No custom commands yet',
        goOn: follow('Write a custom command', () => paths.customCommands),
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.commands, { heading: 'Bot not found', back: 'Return to Dashboard' }),
  },
  knowledge: {
    empty: [
      {
        when: 'nothing was taught',
        as: 'owner',
        path: ({ blank }) => paths.knowledge(blank),
        heading: 'Nothing taught yet',
        reads: ['Add rules, schedules or answers to common questions. It can use them in its next reply.'],
        goOn: async ({ button, dialog }) => {
          await button('Add Knowledge').click();
          await dialog.getByLabel('Title', { exact: true }).waitFor();
        },
      },
    ],
    error: AWAY,
    forbidden: [
      ...forbidden(paths.knowledge),
      {
        when: 'the bot holds more than the plan',
        as: 'free',
        path: ({ only }) => paths.knowledge(only),
        heading: 'It knows more than your plan holds',
        goOn: follow('Upgrade to Add Knowledge', () => paths.pricing),
      },
    ],
  },
  systems: {
    empty: [
      {
        when: 'nothing is installed',
        as: 'owner',
        path: ({ blank }) => paths.systems(blank),
        heading: "Your bot's brain is empty",
        reads: ['Install a system from the list, or drag one here.'],
        goOn: async ({ button, toast }) => {
          await button('Install Reaction Roles').click();
          await toast('System Installed!', 'Reaction Roles is in your bot now.');
        },
      },
      {
        when: 'no system fits',
        as: 'owner',
        path: ({ blank }) => paths.systems(blank),
        open: (_screen, page) => page.getByLabel('Search systems...').fill('mysteriously absent'),
        heading: 'No systems found',
        goOn: async ({ button }) => {
          await button('Show all systems').click();
          await button('Install Music Bot').waitFor();
        },
      },
    ],
    error: AWAY,
    forbidden: forbidden(paths.systems),
  },
} satisfies Record<string, Row>;
