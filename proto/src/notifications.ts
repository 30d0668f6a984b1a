import { z } from 'zod';
import { id, isoTime, trimmedText } from './fields.js';
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
const paymentFailed = z.object({
  kind: z.literal('payment-failed'),
  plan: z.enum(PLANS),
  graceEndsAt: isoTime.describe('The plan is kept until then.'),
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
const newsTitle = trimmedText(120).min(3, 'Title must be at least 3 characters');
const newsText = trimmedText(2000).min(10, 'Text must be at least 10 characters');
const productNews = z.object({ kind: z.literal('product-news'), newsId: id, title: newsTitle, text: newsText });

/** What a notification says. People read a sentence that is made of it: web/src/shared, and services/auth/src/mail for mails. */
export const NotificationContent = z.discriminatedUnion('kind', [
  botFailed,
  botPaused,
  paymentFailed,
  subscriptionRefunded,
  usageWarning,
  usageReport,
  productNews,
]);
export type NotificationContent = z.infer<typeof NotificationContent>;
export type NotificationKind = NotificationContent['kind'];

/** What a job of `queues.notices` tells its user, besides `userId`. The text of product news is stored once, not in the job of each user. */
export const Notice = z.discriminatedUnion('kind', [
  botFailed,
  botPaused,
  paymentFailed,
  subscriptionRefunded,
  usageWarning,
  usageReport,
  productNews.pick({ kind: true, newsId: true }),
  z.object({ kind: z.literal('password-reset') }),
]);
export type Notice = z.infer<typeof Notice>;
