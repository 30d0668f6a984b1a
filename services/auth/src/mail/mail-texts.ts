import {
  describeApiKey,
  isolated,
  MAX_PUNISHMENTS_PER_MINUTE,
  PLAN_CATALOGUE,
  providerName,
  unreachable,
  type NotificationContent,
  type Plan,
} from '@kith/proto';
import type { Mail } from './mailer.js';

export type MailContent = Pick<Mail, 'subject' | 'text'>;
type Of<K extends NotificationContent['kind']> = Extract<NotificationContent, { kind: K }>;

/** The mail about a notification. `publicUrl` has no slash at its end. */
export function notificationMail(content: NotificationContent, username: string, publicUrl: string): MailContent {
  const { subject, text } = messageOf(content, publicUrl);
  return {
    subject: oneLine(subject),
    text: `Hello ${named(username)},\n\n${text}\n\nYou choose in your settings which mails you get: ${publicUrl}/settings?tab=notifications\n`,
  };
}

/** The mail with a link that sets a new password. */
export const passwordResetMail = (username: string, link: string): MailContent => ({
  subject: 'Reset your Kith password',
  text: `Hello ${named(username)},

somebody, hopefully you, wants to set a new password for your account on Kith. This link does it, once and within the next hour:

${link}

If it was not you, ignore this mail: your password stays as it is.
`,
});

/** The mail to the old address after the e-mail address of an account was changed. Does not name the new one: the old mailbox may be another's now. */
export const emailChangedMail = (username: string, publicUrl: string): MailContent => ({
  subject: 'The e-mail address of your Kith account was changed',
  text: `Hello ${named(username)},

the e-mail address of your account on Kith was changed, with your password. Mails go to the new address from now on.

If it was not you, somebody knows your password: sign in at once, set a new password and change the address back: ${publicUrl}/settings?tab=security

If you cannot sign in any more, write to whoever runs this installation.
`,
});

function messageOf(content: NotificationContent, publicUrl: string): MailContent {
  switch (content.kind) {
    case 'bot-failed':
      return botFailed(content, publicUrl);
    case 'bot-paused':
      return botPaused(content, publicUrl);
    case 'moderation-paused':
      return moderationPaused(content, publicUrl);
    case 'payment-failed':
      return paymentFailed(content, publicUrl);
    case 'subscription-refunded':
      return subscriptionRefunded(content, publicUrl);
    case 'api-key-failed':
      return apiKeyFailed(content, publicUrl);
    case 'access-changed':
      return accessChanged(content, publicUrl);
    case 'usage-warning':
      return usageWarning(content, publicUrl);
    case 'usage-report':
      return usageReport(content, publicUrl);
    case 'product-news':
      return { subject: content.title, text: content.text };
    default:
      return unreachable(content);
  }
}

const botFailed = ({ botName, reason }: Of<'bot-failed'>, publicUrl: string): MailContent => ({
  subject: `${named(botName)} has stopped`,
  text: `your companion ${named(botName)} on Kith has stopped and does not answer on Discord any more.

${reason}

Start it again from your dashboard: ${publicUrl}/dashboard`,
});

const botPaused = ({ botName }: Of<'bot-paused'>, publicUrl: string): MailContent => ({
  subject: `${named(botName)} is paused by your plan`,
  text: `your plan changed, and it has no room for your companion ${named(botName)}. It is paused and does not answer on Discord any more. Nothing of it is deleted.

With a larger plan it starts again: ${publicUrl}/pricing`,
});

const moderationPaused = ({ botId, botName }: Of<'moderation-paused'>, publicUrl: string): MailContent => ({
  subject: `${named(botName)} has paused its moderation`,
  text: `your companion ${named(botName)} found more than ${MAX_PUNISHMENTS_PER_MINUTE} messages to punish within a minute in one server. Because a wrong setting could do that too, it stopped and does nothing there until you look.

See what it found, and let it go on: ${publicUrl}/bots/${botId}/channel?tab=moderation`,
});

const paymentFailed = ({ plan, graceEndsAt }: Of<'payment-failed'>, publicUrl: string): MailContent => ({
  subject: 'Your payment for Kith failed',
  text: `the last payment for your ${labelOf(plan)} plan failed. You keep the plan until ${day(graceEndsAt)}; after that your account is on the Free plan.

Pay or change your payment method here: ${publicUrl}/settings`,
});

const apiKeyFailed = ({ provider, state }: Of<'api-key-failed'>, publicUrl: string): MailContent => ({
  subject: `Your API key of ${providerName(provider)} does not work`,
  text: `your companions cannot answer: ${describeApiKey(state, provider)}

No other key is used in its place, and nothing is charged. Look at it in your settings: ${publicUrl}/settings?tab=api`,
});

const subscriptionRefunded = ({ plan }: Of<'subscription-refunded'>, publicUrl: string): MailContent => ({
  subject: `Your ${labelOf(plan)} subscription was refunded`,
  text: `your payment for the ${labelOf(plan)} plan was refunded, so the subscription has ended and your account is on the Free plan. Nothing of yours is deleted.

You can subscribe again at any time: ${publicUrl}/pricing`,
});

const ACCESS_CHANGES: Readonly<Record<Of<'access-changed'>['change'], string>> = {
  email: 'The e-mail address of your Kith account was changed',
  discord: 'A Discord account was linked to your Kith account',
  'access-key': 'An access key was created for your Kith account',
};

const accessChanged = ({ change }: Of<'access-changed'>, publicUrl: string): MailContent => ({
  subject: ACCESS_CHANGES[change],
  text: `${ACCESS_CHANGES[change]}, with your password.

If it was not you, somebody knows your password: set a new one at once and undo the change: ${publicUrl}/settings?tab=security`,
});

const usageWarning = ({ percent, used, limit, resetsAt, runsOutAt }: Of<'usage-warning'>, publicUrl: string): MailContent => ({
  subject: percent >= 100 ? 'You have used all messages of today' : `You have used ${percent} % of today's messages`,
  text: `you have used ${used} of the ${limit} messages of today. The day ends at ${minute(resetsAt)}.
${runsOutAt === null ? '' : `\nAt this pace you run out at ${minute(runsOutAt)}.\n`}
More messages: ${publicUrl}/pricing`,
});

const usageReport = (report: Of<'usage-report'>, publicUrl: string): MailContent => ({
  subject: `Your companions in the week of ${report.weekStart}`,
  text: `this is what your companions did in the week that began on ${report.weekStart} (UTC):

Replies: ${report.replies}
Companions that replied: ${report.activeBots}
Messages that counted towards your daily limit: ${report.planReplies}
Credits used: ${report.creditsUsed}

Your dashboard: ${publicUrl}/dashboard`,
});

const labelOf = (plan: Plan): string => PLAN_CATALOGUE[plan].label;
const day = (isoTime: string): string => isoTime.slice(0, 10);
const minute = (isoTime: string): string => `${isoTime.slice(0, 10)} ${isoTime.slice(11, 16)} UTC`;
// Names may contain line breaks, which would add headers to the mail.
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
/** A name within an English sentence. */
const named = (name: string): string => isolated(oneLine(name));
