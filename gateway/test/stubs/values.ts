import { createHash, randomUUID } from 'node:crypto';
import type { Actor, AdminUser, KnowledgeItem, Subscription, User } from '@kith/proto';

export const NOW = '2026-01-05T10:00:00.000Z';
export const WRONG_PASSWORD = 'not the password';
export const TAKEN_TOKEN = 'a-token-that-somebody-has';
/** Whoever bears this name is answered nonsense. */
export const ODD = 'odd';
/** A message that is answered as long as somebody listens. */
export const TALK_ON = 'talk on';
/** Like TALK_ON, but the first word is not sent before the test allows it. */
export const THINK_FIRST = 'think first';
/** A message at which the model fails in the middle. */
export const BREAK_OFF = 'break off';

/** A message that is answered with what its files say. */
export const READ_FILES = 'read the files';

/** How a secret is stored. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

/** The fields that are there. */
export const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export const userOf = (actor: Actor, fields: Partial<User> = {}): User => ({
  id: actor.userId,
  username: actor.username,
  email: `${actor.username}@example.test`,
  subscriptionPlan: actor.plan,
  role: actor.role,
  isAdmin: actor.role !== 'user',
  impersonatedBy: actor.impersonator ? { id: actor.impersonator.userId, username: actor.impersonator.username } : null,
  apiSettings: { defaultModelProvider: 'openai', hasApiKey: false, apiKeyHint: null, developerMode: false },
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
  currentPeriodEnd: NOW,
  cancelsAtPeriodEnd: false,
  graceEndsAt: null,
  isSandbox: true,
};
