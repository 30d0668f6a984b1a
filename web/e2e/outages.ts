import type { Stack } from '@kith/all-in-one/testing';
import { paths, ROUTES } from '../src/lib/paths.js';
import { aBot, aPerson, done, made, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';

/** Messages of the server. */
export const NOT_RUNNING = 'This part of Kith is not running right now. Please try again in a moment.';
const NOT_LOADED = 'This could not be loaded';

/** The order in which services are stopped; none is started again. */
export const STOPPED = ['sandbox', 'bot-runner', 'knowledge', 'chat', 'billing', 'bots', 'auth'] as const;
export type Stopped = (typeof STOPPED)[number];

/** Users that exist before services are stopped. */
export interface OutageUsers {
  readonly owner: Person;
  readonly root: Person;
  /** A bot with a token and a knowledge item. */
  readonly juniper: string;
  readonly discordToken: string;
  readonly checkoutId: string;
}

export async function settle(stack: Stack): Promise<OutageUsers> {
  const [owner, { token: discordToken }] = await Promise.all([
    aPerson(stack, { plan: 'standard' }),
    stack.discord.addBot({ name: 'Juniper' }),
  ]);
  const juniper = await aBot(owner, 'Juniper', { discordToken });
  const [{ body }, root] = await Promise.all([
    done(owner.client.post('/api/credits/checkout', { packageId: 'credits-500' })),
    theSuperAdmin(stack).then(() => signInSuperAdmin(stack)),
    made(owner, `/api/bots/${juniper}/knowledge`, { title: 'Tides', content: 'High water at noon.', type: 'text' }),
  ]);
  return { owner, root, juniper, discordToken, checkoutId: String(body['url']).split('/').at(-1) ?? '' };
}

/** What a page shows when it is opened while a service is unavailable. */
export interface Outage {
  readonly without: Stopped;
  readonly as: 'owner' | 'root';
  readonly path: (home: OutageUsers) => string;
  readonly heading: string;
  readonly reads: readonly (string | RegExp)[];
  /** The button that tries again; the page then shows the same, as the service is still away. */
  readonly again?: 'Try again';
  /** Another link, which is followed. */
  readonly link?: readonly [name: string, path: string];
}

type Path = Outage['path'];
type Words = Partial<Pick<Outage, 'heading' | 'reads' | 'again' | 'link' | 'as'>>;

const outage = (without: Stopped, path: Path, words: Words = {}): Outage => ({
  without,
  as: 'owner',
  path,
  heading: NOT_LOADED,
  reads: [NOT_RUNNING],
  again: 'Try again',
  ...words,
});

/** Without auth no session can be resolved, so every protected page fails. */
const guarded = (path: Path, as: Outage['as'] = 'owner'): Outage =>
  outage('auth', path, {
    as,
    heading: 'Kith is not reachable',
    reads: [/^We could not check whether you are signed in\. Your account is safe/],
  });

const ofBot = (path: (id: string) => string, ...earlier: readonly [Stopped, Words?][]): Outage[] => {
  const at: Path = ({ juniper }) => path(juniper);
  return [...earlier.map(([without, words]) => outage(without, at, words)), outage('bots', at), guarded(at)];
};

const ofAdmin = (path: string, ...earlier: readonly [Stopped, Words][]): Outage[] => [
  ...earlier.map(([without, words]) => outage(without, () => path, { ...words, as: 'root' })),
  guarded(() => path, 'root'),
];

const own = (path: string, ...earlier: readonly [Stopped, Words?][]): Outage[] => [
  ...earlier.map(([without, words]) => outage(without, () => path, words)),
  guarded(() => path),
];

const checkout: Path = ({ checkoutId }) => ROUTES.sandboxCheckout.replace(':checkoutId', checkoutId);
const userPage: Path = ({ owner }) => paths.adminUser(owner.id);
const NOT_AVAILABLE: Words = { heading: 'Analytics Not Available', link: ['Back to Dashboard', paths.dashboard] };
const ADMIN_FAILED: Words = {
  heading: 'Error Loading Admin Data',
  reads: ['Could not load admin data. You may not have the necessary permissions.'],
  link: ['Return to Dashboard', paths.dashboard],
};
const USERS_FAILED = 'Error loading users. Please try again.';

/** What each route shows while a service that it needs is unavailable, or why it needs none. */
export const OUTAGES: Readonly<Record<keyof typeof ROUTES, readonly Outage[] | string>> = {
  landing: 'asks for nobody but who is signed in, and is there without an answer: below',
  auth: 'a form: below',
  discordReturn: 'finishes what a form has started, and says why it cannot',
  unauthorized: 'words alone',
  privacy: 'words alone',
  terms: 'words alone',
  safety: 'words alone',
  dashboard: own(
    paths.dashboard,
    [
      'billing',
      { heading: 'Your AI Companions', reads: [NOT_RUNNING, 'Juniper'], again: undefined, link: ['Create Bot', paths.create] },
    ],
    ['bots'],
  ),
  dashboardClassic: own(paths.dashboardClassic, ['bots']),
  create: own(paths.create, ['bots']),
  createClassic: own(paths.createClassic, ['bots']),
  bot: ofBot(paths.bot, ['chat', { heading: 'Juniper', reads: ['—'], again: undefined, link: ['Edit Configuration', '/edit'] }]),
  chat: ofBot(paths.chat, ['chat']),
  analytics: [
    ...ofBot(paths.analytics, ['chat', NOT_AVAILABLE]).filter(({ without }) => without !== 'bots'),
    outage('bots', ({ juniper }) => paths.analytics(juniper), NOT_AVAILABLE),
  ],
  health: ofBot(paths.health, ['chat']),
  inbox: ofBot(paths.inbox, ['chat']),
  memory: ofBot(paths.memory, ['chat']),
  channel: ofBot(paths.channel),
  connect: ofBot(paths.connect, [
    'bot-runner',
    {
      heading: 'Connect to Discord',
      reads: [/Discord could not be asked/],
      again: undefined,
      link: undefined,
    },
  ]),
  edit: ofBot(paths.edit),
  versions: ofBot(paths.versions),
  remove: ofBot(paths.remove),
  commands: ofBot(paths.commands),
  knowledge: ofBot(paths.knowledge, ['knowledge']),
  systems: ofBot(paths.systems),
  customCommands: own(paths.customCommands, ['bots']),
  settings: own(paths.settings, ['billing']),
  pricing: own(paths.pricing, [
    'billing',
    {
      heading: 'Plans for every community',
      reads: ['Most popular'],
      again: undefined,
      link: ['Change in Settings', paths.settings],
    },
  ]),
  models: own(paths.models, ['chat']),
  credits: own(paths.credits, ['billing']),
  sandboxCheckout: [outage('billing', checkout), guarded(checkout)],
  sandboxPortal: own(paths.sandboxPortal, ['billing']),
  changePlan: own(paths.changePlan('premium'), ['billing']),
  admin: ofAdmin(paths.admin, ['chat', ADMIN_FAILED], ['billing', ADMIN_FAILED], ['bots', ADMIN_FAILED]),
  adminUsers: ofAdmin(paths.adminUsers, [
    'billing',
    {
      heading: 'Failed to load users',
      reads: ['Failed to load admin users', NOT_RUNNING],
      link: ['Admin Dashboard', paths.admin],
    },
  ]),
  adminUser: [
    ...(['billing', 'bots'] as const).map((without) =>
      outage(without, userPage, { as: 'root', heading: 'The user could not be loaded' }),
    ),
    guarded(userPage, 'root'),
  ],
  adminImpersonate: ofAdmin(paths.adminImpersonate, ['billing', { heading: USERS_FAILED }]),
  adminCredits: ofAdmin(paths.adminCredits, ['billing', { heading: USERS_FAILED }]),
  adminModels: ofAdmin(paths.adminModels, ['chat', { heading: 'This could not be loaded' }]),
  adminNews: ofAdmin(paths.adminNews),
  adminEvents: ofAdmin(paths.adminEvents, ['billing', { heading: 'The events could not be loaded' }]),
  adminRevenue: ofAdmin(paths.adminRevenue, ['billing', { heading: 'The statistics could not be loaded' }]),
  adminReports: ofAdmin(paths.adminReports, ['bots', { heading: 'The reports could not be loaded' }]),
  adminAudit: ofAdmin(paths.adminAudit()),
};
