import { z } from 'zod';
import { API_KEY_STATES, KEY_PROVIDERS } from './api-keys.js';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { cursorPaging, id, isoTime, neighbours, trimmedText } from './fields.js';
import { PLANS } from './plans.js';

const count = z.number().int().min(0);
const botName = z.string().max(100);

const botFailed = z.object({
  kind: z.literal('bot-failed'),
  botId: id,
  botName,
  reason: z.string().max(500).describe('Why a companion stopped, as a sentence that its owner can act on.'),
});
const botPaused = z.object({ kind: z.literal('bot-paused'), botId: id, botName });
/** Moderation of a bot stopped in one server, because it punished too often within a minute. */
const moderationPaused = z.object({ kind: z.literal('moderation-paused'), botId: id, botName, guildId: z.string().max(20) });
const paymentFailed = z.object({
  kind: z.literal('payment-failed'),
  plan: z.enum(PLANS),
  graceEndsAt: isoTime.describe('The plan is kept until then.'),
});
/** The provider refused the owner's own API key, so that no companion of the owner answers with it. */
const apiKeyFailed = z.object({
  kind: z.literal('api-key-failed'),
  provider: z.enum(KEY_PROVIDERS),
  state: z.enum(API_KEY_STATES),
});
const subscriptionRefunded = z.object({ kind: z.literal('subscription-refunded'), plan: z.enum(PLANS) });
/** A user is warned when this share of the daily limit is used. */
export const USAGE_WARNING_PERCENTS = [50, 80, 100] as const;
const usageWarning = z.object({
  kind: z.literal('usage-warning'),
  percent: z.number().int().describe('How much of the daily limit is used: one of `USAGE_WARNING_PERCENTS`.'),
  used: count,
  limit: count,
  resetsAt: isoTime,
  runsOutAt: isoTime.nullable().describe('When the limit is reached at the present pace; null when it is not before the reset.'),
});
const usageReport = z.object({
  kind: z.literal('usage-report'),
  weekStart: z.iso.date().describe('The Monday with which the week begins, in UTC.'),
  replies: count.describe('Delivered replies of all companions within the week.'),
  activeBots: count.describe('How many companions replied within the week.'),
  planReplies: count.describe('Replies that counted towards the daily limits.'),
  creditsUsed: count,
});
/** What the super-admin writes. */
export const NewsText = z.object({
  title: trimmedText(120).min(3, 'Title must be at least 3 characters'),
  text: trimmedText(2000).min(10, 'Text must be at least 10 characters'),
});
export type NewsText = z.infer<typeof NewsText>;
const productNews = NewsText.extend({ kind: z.literal('product-news'), newsId: id });

/** What can open an account besides its password: a change of it is told to the user, whatever notifications they want. */
export const ACCESS_CHANGES = ['email', 'discord', 'access-key'] as const;
const accessChanged = z.object({ kind: z.literal('access-changed'), change: z.enum(ACCESS_CHANGES) });

/** What a job and its notification both say in full. */
const toldInFull = [
  botFailed,
  botPaused,
  moderationPaused,
  paymentFailed,
  subscriptionRefunded,
  accessChanged,
  apiKeyFailed,
  usageWarning,
  usageReport,
] as const;

/** What a notification says. People read a sentence that is made of it: web/src/shared, and services/auth/src/mail for mails. */
export const NotificationContent = z.discriminatedUnion('kind', [...toldInFull, productNews]);
export type NotificationContent = z.infer<typeof NotificationContent>;
export type NotificationKind = NotificationContent['kind'];

/** What a job of `queues.notices` tells its user, besides `userId`. The text of product news is stored once, not in the job of each user. */
export const Notice = z.discriminatedUnion('kind', [
  ...toldInFull,
  productNews.pick({ kind: true, newsId: true }),
  z.object({ kind: z.literal('password-reset') }),
  z.object({ kind: z.literal('email-changed'), address: z.string().max(254).describe('The old address, which is told.') }),
]);
export type Notice = z.infer<typeof Notice>;

/** The place of a notification in the list, which is paged by keyset: new ones do not shift the pages. */
const position = z.string().regex(/^[1-9]\d{0,17}$/, 'Must be the `next` of a page');

/** What the bell shows. */
export const Notification = z.object({
  id,
  createdAt: isoTime,
  isRead: z.boolean(),
  content: NotificationContent,
});
export type Notification = z.infer<typeof Notification>;

const unread = z.number().int().describe('How many notifications the user has not read.');
export const NotificationFeed = z.object({ unread, latest: Notification.nullable() });
const Unread = z.object({ unread });

export const notifications = area('auth', 'notifications', {
  /** The actor's notifications, latest first: 90 days of them, at most 500. `next` is the `before` of the following page. */
  list: {
    input: z.object({
      actor: Actor,
      before: position.optional().describe('The `next` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({ notifications: z.array(Notification), unread, next: position.nullable() }),
    isRead: true,
    repeatable: true,
  },
  /** How many notifications the actor has not read, and the latest one. */
  feed: { input: z.object({ actor: Actor }), output: NotificationFeed, isRead: true, repeatable: true },
  /** Marks one notification as read. NOT_FOUND. */
  markRead: { input: z.object({ actor: Actor, notificationId: id }), output: Unread, repeatable: true },
  /** Marks one notification and all older ones as read. */
  markAllRead: {
    input: z.object({ actor: Actor, upTo: id.describe('The latest notification that the user has seen.') }),
    output: Unread,
    repeatable: true,
  },
});

/** Product news as the super-admin sees them. */
export const News = z.object({
  id,
  title: z.string(),
  text: z.string(),
  createdAt: isoTime,
  reached: z.number().int().describe('How many users were told so far.'),
  finishedAt: isoTime.nullable().describe('When all who want product news had been told.'),
});
export type News = z.infer<typeof News>;

export const news = area('auth', 'news', {
  /**
   * Super-admin: sends product news to all users who want them, in the background and to each once. `newsId` is chosen by the client: the same
   * news are sent once; BAD_INPUT for other news of the same id. FORBIDDEN, IMPERSONATING.
   */
  send: { input: NewsText.extend({ actor: Actor, newsId: id }), output: News, repeatable: true },
  /** Super-admin: the news that were sent, latest first. FORBIDDEN, IMPERSONATING. */
  list: {
    input: z.object({ actor: Actor, ...cursorPaging }),
    output: z.object({
      news: z.array(News),
      total: z.number().int(),
      ...neighbours,
      subscribers: z.number().int().describe('How many users want product news now.'),
    }),
    isRead: true,
    repeatable: true,
  },
});
