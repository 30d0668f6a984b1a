import { createHash, randomUUID } from 'node:crypto';
import type { Actor, AdminUser, GeneratedImage, KnowledgeItem, Subscription, User } from '@kith/proto';

export const NOW = '2026-01-05T10:00:00.000Z';
export const WRONG_PASSWORD = 'not the password';
export const TAKEN_TOKEN = 'a-token-that-somebody-has';
/** The name of a user whose calls are answered with values that violate the contract. */
export const USER_WITH_INVALID_ANSWERS = 'odd';
/** A message whose reply never ends by itself. */
export const ENDLESS = 'talk on';
/** Like ENDLESS, but the first word is not sent before the test allows it. */
export const DELAYED_ENDLESS = 'think first';
/** A message whose reply fails in the middle. */
export const FAIL_MIDWAY = 'break off';

/** A message whose reply contains the content of its files. */
export const ECHO_FILES = 'read the files';

/** A bot whose name a spreadsheet would evaluate. */
export const NAMED_BOT = '00000000-0000-4000-8000-0000000000b7';
export const FORMULA_NAME = '=HYPERLINK("https://evil.example")';

/** The hash under which a session secret is stored. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** The fields that are not undefined. */
export const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export const userOf = (actor: Actor, fields: Partial<User> = {}): User => ({
  id: actor.userId,
  username: actor.username,
  email: `${actor.username}@example.test`,
  subscriptionPlan: actor.plan,
  role: actor.role,
  isAdmin: actor.role !== 'user',
  impersonatedBy: actor.impersonator ? { id: actor.impersonator.userId, username: actor.impersonator.username } : null,
  apiSettings: {
    defaultModelProvider: 'openai',
    hasApiKey: false,
    apiKeyHint: null,
    apiKeyProvider: null,
    apiKeyState: null,
    ownModel: null,
    developerMode: false,
  },
  notificationSettings: { emailNotifications: true, botStatusAlerts: true, usageReports: false, marketingUpdates: false },
  ...fields,
});

export function anAdminUser(fields: Partial<AdminUser> = {}): AdminUser {
  return {
    id: randomUUID(),
    username: 'lou',
    email: 'lou@example.test',
    subscriptionPlan: 'free',
    subscriptionStatus: 'inactive',
    messageCredits: 0,
    role: 'user',
    isAdmin: false,
    createdAt: NOW,
    ...fields,
  };
}

export function anItem(fields: Partial<KnowledgeItem> = {}): KnowledgeItem {
  return {
    id: randomUUID(),
    botId: randomUUID(),
    title: 'Port Amber',
    content: 'The lighthouse was built in 1874.',
    excerpt: 'The lighthouse was built in 1874.',
    type: 'text',
    tags: [],
    activation: 'search',
    keywords: [],
    position: { x: 350, y: 250 },
    fileUrl: null,
    status: 'ready',
    statusReason: null,
    createdAt: NOW,
    ...fields,
  };
}

export const SUBSCRIPTION: Subscription = {
  plan: 'basic',
  source: 'subscription',
  status: 'active',
  paidPlan: 'basic',
  grantedPlan: null,
  currentPeriodEnd: NOW,
  cancelsAtPeriodEnd: false,
  scheduledPlan: null,
  renewalCents: 999,
  graceEndsAt: null,
  payUrl: null,
  endedReason: null,
  endedPlan: null,
  isSandbox: true,
};

/** The calls that the stub services received, and their data. */
export interface StubState {
  readonly sessions: Map<string, Actor>;
  readonly calls: {
    readonly name: string;
    readonly input: Record<string, unknown>;
    readonly meta: Readonly<Record<string, string>>;
  }[];
  /** How many endless replies were cancelled. */
  stopped: number;
  /** Whether replies to DELAYED_ENDLESS may begin. */
  isFirstWordAllowed: boolean;
  /** Uploaded files by the id of their knowledge item. */
  readonly uploads: Map<string, { readonly key: string; readonly bytes: number; readonly name: string }>;
  /** Generated images by id. */
  readonly images: Map<string, GeneratedImage>;
}
