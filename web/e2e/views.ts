import type { Page } from 'playwright-core';
import { paths, ROUTES } from '../src/lib/paths.js';
import type { DemoData } from './demo-data.js';
import { screenOf, type Screen } from './screen.js';

type RouteName = keyof typeof ROUTES;
type Who = 'mara' | 'theo' | 'nina' | 'lena' | 'root' | 'acting' | 'visitor';

type Open = (screen: Screen, page: Page) => Promise<void>;

/** One screen in one state. */
export interface View {
  /** Used in file names of pictures. */
  readonly name: string;
  readonly as: Who;
  readonly path: string;
  /** The heading that shows that the page has loaded. */
  readonly heading: string | RegExp;
  /** Steps that lead to the state. */
  readonly open?: Open;
}

/** Every screen of the product, by its route; a route without a view fails the test. */
export const viewsOf = (demoData: DemoData): Readonly<Record<RouteName | 'unknown', readonly View[]>> => ({
  ...publicViews(),
  ...dashboardViews(demoData),
  ...botViews(demoData),
  ...toolViews(demoData),
  ...accountViews(demoData),
  ...adminViews(demoData),
});

const publicViews = () => ({
  landing: [view('landing', 'visitor', paths.landing, 'A companion that knows your community.')],
  auth: [
    view('auth-login', 'visitor', paths.auth('login'), 'Welcome to Kith'),
    view('auth-register', 'visitor', paths.auth('register'), 'Welcome to Kith', async ({ button, text }) => {
      await button('Create account').click();
      await text('Username must be at least 3 characters');
    }),
    view('auth-forgot', 'visitor', paths.forgotPassword(), 'Forgot your password?'),
  ],
  discordReturn: [
    view('discord-return', 'visitor', `${paths.discordReturn}?error=access_denied&state=sign-in.x`, 'This did not work'),
  ],
  unauthorized: [view('unauthorized', 'visitor', paths.unauthorized, 'Unauthorized Access')],
  privacy: [view('privacy', 'visitor', paths.privacy, /privacy/i)],
  terms: [view('terms', 'visitor', paths.terms, /terms/i)],
  safety: [view('safety', 'visitor', paths.safety, /safety/i)],
  unknown: [
    view('not-found', 'visitor', '/nowhere', '404 Page Not Found'),
    view('bot-not-found', 'mara', paths.bot('00000000-0000-4000-8000-000000000000'), 'Bot Not Found'),
  ],
});

const dashboardViews = ({ mara, nina }: DemoData) => ({
  dashboard: [
    view('dashboard', 'mara', paths.dashboard, `Welcome back, ${mara.username}`),
    view('dashboard-empty', 'nina', paths.dashboard, `Welcome back, ${nina.username}`, ({ heading }) => heading('No bots yet')),
    view('dashboard-upgraded', 'mara', paths.upgraded, /^Welcome back/),
    view('tour', 'nina', paths.dashboard, /^Welcome back/, takeTour(0)),
    view('tour-questions', 'nina', paths.dashboard, /^Welcome back/, takeTour(3)),
    view('palette', 'mara', paths.dashboard, /^Welcome back/, async ({ dialog }, page) => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('option').first().waitFor();
    }),
    view('shortcuts', 'mara', paths.dashboard, /^Welcome back/, async ({ heading }, page) => {
      await page.keyboard.press('Control+/');
      await heading('Keyboard shortcuts');
    }),
    view('impersonating', 'acting', paths.dashboard, `Welcome back, ${nina.username}`),
  ],
  dashboardClassic: [view('dashboard-classic', 'mara', paths.dashboardClassic, `Welcome back, ${mara.username}`)],
});

const botViews = ({ juniper, blank }: DemoData) => ({
  create: [
    view('create', 'nina', paths.create, 'Create Your AI Companion'),
    view('create-limit', 'theo', paths.create, 'Bot Limit Reached', ({ dialog }) => dialog.waitFor()),
    view('create-card', 'nina', paths.create, 'Create Your AI Companion', importCard),
  ],
  createClassic: [view('create-classic', 'nina', paths.createClassic, 'Create Your AI Companion')],
  bot: [view('bot', 'mara', paths.bot(juniper), /^Juniper/), view('bot-blank', 'mara', paths.bot(blank), /^Max/)],
  edit: [
    view('edit-reset', 'mara', paths.edit(juniper), /Juniper/, async ({ button, heading }) => {
      await button('Reset Bot Data').click();
      await heading('Reset Juniper?');
    }),
    view('edit', 'mara', paths.edit(juniper), /Juniper/),
    view('edit-settings', 'mara', paths.edit(juniper), /Juniper/, ({ tab }) => tab('Settings').click()),
    view('edit-discord', 'mara', paths.edit(juniper), /Juniper/, ({ tab }) => tab('Discord').click()),
  ],
  remove: [view('delete', 'mara', paths.remove(blank), 'Delete Max?')],
  analytics: [
    view('analytics', 'mara', paths.analytics(juniper), 'Analytics'),
    view('analytics-new', 'mara', paths.analytics(blank), 'Analytics'),
  ],
  health: [view('health', 'mara', paths.health(juniper), 'Check-up')],
  inbox: [
    view('inbox', 'mara', paths.inbox(juniper), 'Inbox'),
    view('inbox-pinned', 'mara', paths.inbox(juniper), 'Inbox', async ({ tab, button, heading }) => {
      await tab('Pinned answers').click();
      await button('New pinned answer').click();
      await heading('New pinned answer');
    }),
  ],
  versions: [
    view('versions', 'mara', paths.versions(juniper), 'Versions', async ({ text }) => {
      await text(/^What changed/);
    }),
    view('versions-replay', 'mara', paths.versions(juniper), 'Versions', async ({ button, field }, page) => {
      await field(/^Questions of one conversation/).fill('When is game night?\nWhere?');
      await button('Save conversation').click();
      await button('Ask all again').click();
      await page.locator('.replay-answers').last().waitFor();
    }),
  ],
  memory: [
    view('memory', 'mara', paths.memory(juniper), 'Memory'),
    view('memory-add', 'mara', paths.memory(blank), 'Memory', async ({ button, field }) => {
      await button('Add a fact').click();
      await field('To remember').fill('Chess');
    }),
  ],
  connect: [
    view('connect', 'mara', paths.connect(juniper), 'Connect to Discord', ({ heading }) => heading(/^It is in 1 server/)),
    view('connect-guide', 'mara', paths.connect(blank), 'Connect to Discord', async ({ button, field }) => {
      await button('I have one').click();
      await field('Discord Token').fill('not a token');
    }),
  ],
  channel: [
    ...['Basic', 'Behavior', 'Moderation', 'Advanced'].map((name) =>
      view(`channel-${name.toLowerCase()}`, 'mara', paths.channel(juniper), 'Channel Settings', ({ tab }) => tab(name).click()),
    ),
    view('channel-leave', 'mara', paths.channel(juniper), 'Channel Settings', async ({ tab, field, link, heading }) => {
      await tab('Behavior').click();
      await field('Response Delay (seconds)').fill('5');
      await link('Back to Bot').click();
      await heading('Leave without saving?');
    }),
  ],
});

const toolViews = ({ juniper, blank, only }: DemoData) => ({
  chat: [
    view('chat-empty', 'mara', paths.chat(juniper), 'Juniper', ({ text }) => text('Start a Conversation')),
    view('chat', 'mara', paths.chat(juniper), 'Juniper', askInChat),
    view('chat-clear', 'mara', paths.chat(juniper), 'Juniper', async (screen, page) => {
      await askInChat(screen, page);
      await screen.button('Clear chat').click();
      await screen.heading('Clear this chat?');
    }),
  ],
  commands: [
    view('commands', 'mara', paths.commands(juniper), 'Juniper'),
    view('commands-configure', 'mara', paths.commands(juniper), 'Juniper', async ({ button, dialog }) => {
      await button(/^Configure Ping/i).click();
      await dialog.waitFor();
    }),
    view('commands-empty', 'mara', paths.commands(blank), 'Max'),
  ],
  knowledge: [
    view('knowledge', 'mara', paths.knowledge(juniper), /Juniper/),
    view('knowledge-add', 'mara', paths.knowledge(juniper), /Juniper/, async ({ button, dialog }) => {
      await button('Add Knowledge').first().click();
      await dialog.waitFor();
    }),
    view('knowledge-add-site', 'mara', paths.knowledge(juniper), /Juniper/, async ({ button, dialog }) => {
      await button('Add Knowledge').first().click();
      await dialog.getByText('URL', { exact: true }).click();
      await dialog.getByText('Read the whole website').waitFor();
    }),
    view('knowledge-empty', 'mara', paths.knowledge(blank), /Max/),
    view('knowledge-free', 'theo', paths.knowledge(only), /Amber/, ({ heading }) =>
      heading('It knows more than your plan holds'),
    ),
    view('knowledge-edit', 'mara', paths.knowledge(juniper), /Juniper/, async ({ button, heading, dialog }) => {
      await button(/^Game nights/).press('Enter');
      await heading('Edit Knowledge');
      await dialog.getByLabel('Content', { exact: true }).waitFor();
    }),
    // Last, because the browser remembers the choice.
    view('knowledge-list', 'mara', paths.knowledge(juniper), /Juniper/, async ({ button }, page) => {
      await button('List').click();
      await page.locator('.knowledge-row').first().waitFor();
    }),
  ],
  systems: [
    view('systems', 'mara', paths.systems(juniper), /System Brain/),
    view('systems-configure', 'mara', paths.systems(juniper), /System Brain/, async ({ button }) => {
      await button(/^Configure Reaction Roles/i).click();
      await button('Reset to Default').waitFor();
    }),
    view('systems-music', 'mara', paths.systems(juniper), /System Brain/, async ({ button, text }) => {
      await button(/^Configure Music Bot/i).click();
      await text('Radio stations, in all servers');
    }),
    view('systems-empty', 'mara', paths.systems(blank), /System Brain/),
  ],
  customCommands: [
    view('custom-commands', 'mara', paths.customCommands, 'Custom Commands'),
    view('custom-commands-shared', 'mara', paths.customCommands, 'Custom Commands', async ({ button, text }) => {
      await button('Edit Dice').click();
      await button('Create a code').or(button('Withdraw the code')).click();
      await text(/Code (created|withdrawn)/);
    }),
    view('custom-commands-empty', 'nina', paths.customCommands, 'Custom Commands'),
  ],
});

const accountViews = ({ checkoutId }: DemoData) => ({
  settings: [
    ...['Profile', 'Security', 'Notifications', 'API & Advanced'].map((name) =>
      view(`settings-${name.split(' ', 1)[0]?.toLowerCase()}`, 'mara', paths.settings, 'Settings & Preferences', ({ tab }) =>
        tab(name).click(),
      ),
    ),
    view('settings-subscription', 'lena', paths.settings, 'Settings & Preferences', ({ button }) =>
      button('Cancel subscription').waitFor(),
    ),
    view('settings-delete', 'mara', paths.settings, 'Settings & Preferences', async ({ tab, button, heading }) => {
      await tab('Security').click();
      await button('Delete account').click();
      await heading('Delete your account?');
    }),
  ],
  pricing: [
    view('pricing', 'theo', paths.pricing, 'Plans for every community'),
    view('pricing-visitor', 'visitor', paths.pricing, 'Plans for every community'),
    view('pricing-subscribe', 'theo', paths.pricing, 'Plans for every community', async ({ button, dialog }) => {
      await button('Choose Premium').click();
      await dialog.waitFor();
    }),
  ],
  models: [view('models', 'theo', paths.models, 'Models'), view('models-visitor', 'visitor', paths.models, 'Models')],
  credits: [view('credits', 'theo', paths.credits, 'Message Credits')],
  sandboxCheckout: [view('sandbox-checkout', 'mara', ROUTES.sandboxCheckout.replace(':checkoutId', checkoutId), 'Test checkout')],
  sandboxPortal: [
    view('sandbox-portal', 'lena', paths.sandboxPortal, 'Test billing', ({ text }) => text('Refund')),
    view('sandbox-portal-empty', 'nina', paths.sandboxPortal, 'Test billing', ({ heading }) =>
      heading('Nothing has been paid yet'),
    ),
  ],
  changePlan: [
    view('change-plan', 'lena', paths.changePlan('premium'), 'From Standard to Premium'),
    view('change-plan-none', 'nina', paths.changePlan('premium'), 'There is no subscription to change'),
  ],
});

const adminViews = ({ mara, theo, lena }: DemoData) => ({
  admin: [
    view('admin', 'root', paths.admin, 'Admin Dashboard'),
    view('admin-analytics', 'root', paths.admin, 'Admin Dashboard', ({ tab }) => tab('Platform Analytics').click()),
  ],
  adminUsers: [
    view('admin-users', 'root', paths.adminUsers, 'User Management'),
    view('admin-plan', 'root', paths.adminUsers, 'User Management', async ({ button, field, dialog }) => {
      await field('Search by username or email').fill(theo.username);
      await button(`Change the plan of ${theo.username}`).click();
      await dialog.waitFor();
    }),
  ],
  adminUser: [
    view('admin-user', 'root', paths.adminUser(mara.id), 'User', ({ text }) => text('Juniper')),
    view('admin-user-subscriber', 'root', paths.adminUser(lena.id), 'User', ({ heading }) => heading('No companions')),
  ],
  adminImpersonate: [view('admin-impersonate', 'root', paths.adminImpersonate, 'User Impersonation')],
  adminCredits: [
    view('admin-credits', 'root', paths.adminCredits, 'Credit Management'),
    view('admin-take-credits', 'root', paths.adminCredits, 'Credit Management', async ({ button, field, dialog }) => {
      await field('Search by username or email').fill(theo.username);
      await button(`Take credits from ${theo.username}`).click();
      await dialog.waitFor();
    }),
    view('admin-add-credits', 'root', paths.adminCredits, 'Credit Management', async ({ button, field, dialog }) => {
      await field('Search by username or email').fill(theo.username);
      await button(`Add credits to ${theo.username}`).click();
      await dialog.waitFor();
    }),
  ],
  adminModels: [
    view('admin-models', 'root', paths.adminModels, 'Model Catalogue'),
    view('admin-change-model', 'root', paths.adminModels, 'Model Catalogue', async ({ button, dialog }) => {
      await button('Change gpt-4o').click();
      await dialog.waitFor();
    }),
  ],
  adminNews: [
    view('admin-news', 'root', paths.adminNews, 'Product News'),
    view('notifications', 'root', paths.adminNews, 'Product News', async ({ button, dialog }) => {
      await button('Notifications').click();
      await dialog.waitFor();
    }),
  ],
  adminReports: [view('admin-reports', 'root', paths.adminReports, 'Reports')],
  adminEvents: [
    view('admin-events', 'root', paths.adminEvents, 'Payment Events'),
    view('admin-replay', 'root', paths.adminEvents, 'Payment Events', async ({ button, dialog }) => {
      await button(/^Replay evt_/)
        .first()
        .click();
      await dialog.waitFor();
    }),
  ],
  adminRevenue: [view('admin-revenue', 'root', paths.adminRevenue, 'Revenue & Credits')],
  adminAudit: [view('admin-audit', 'root', paths.adminAudit(), 'Audit Log')],
});

const takeTour =
  (steps: number): Open =>
  async ({ button, heading, field }) => {
    await button('Start Tour').first().click();
    await heading(/^Welcome to Kith/);
    for (let step = 0; step < steps; step++) await button('Next').click();
    if (steps > 0) await field('Bot Name').waitFor();
  };

const importCard: Open = async ({ field, text }) => {
  const entries = ['Anchor', 'Ferry'].map((name) => ({ name, keys: [name], content: `About the ${name}.`, enabled: true }));
  const data = { name: 'Beryl', first_mes: 'Ahoy!', alternate_greetings: ['Hello!'], character_book: { entries } };
  const buffer = Buffer.from(JSON.stringify({ spec: 'chara_card_v2', data }));
  await field('Character card').setInputFiles({ name: 'beryl.json', mimeType: 'application/json', buffer });
  await text('Imported from beryl.json.');
};

const askInChat: Open = async ({ button }, page) => {
  await page.getByRole('textbox').fill('When was the lighthouse of Port Amber built?');
  await page.keyboard.press('Enter');
  await page.locator('.bubble').getByText('1874').waitFor();
  await button('Send message').waitFor();
};

const view = (name: string, as: Who, path: string, heading: View['heading'], open?: Open): View =>
  open ? { name, as, path, heading, open } : { name, as, path, heading };

/** Opens a view in a page, signed in as its user, and waits until nothing is loading. */
export async function openView(page: Page, { as, path, heading, open }: View, demoData: DemoData): Promise<void> {
  const token = as === 'visitor' ? null : demoData[as].token;
  if (!(await page.evaluate(isThere, { token, address: new URL(path, page.url()).href }))) {
    await page.evaluate(
      (value) => (value === null ? localStorage.removeItem('token') : localStorage.setItem('token', value)),
      token,
    );
    await page.goto(path);
  }
  const screen = screenOf(page);
  await screen.heading(heading);
  await settle(page);
  await open?.(screen, page);
  await settle(page);
}

/** Whether the page already shows this route for this user, without a dialog. */
const isThere = ({ token, address }: { readonly token: string | null; readonly address: string }): boolean =>
  location.href === address && localStorage.getItem('token') === token && document.querySelector('dialog[open]') === null;

const LOADING = '.spinner, .spinner-page, .skeleton, [aria-busy="true"]';

async function settle(page: Page): Promise<void> {
  await page.waitForFunction((loading) => document.querySelector(loading) === null, LOADING);
}
