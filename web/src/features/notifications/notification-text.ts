import { describeApiKey, NotificationContent, PLAN_CATALOGUE, providerName, unreachable, type Plan } from '@kith/proto';
import { formatDay, formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';

export interface NotificationText {
  readonly title: string;
  readonly text: string;
  /** Where the user can do something about it. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** What a notification says to people; undefined for one that this version of the app does not know. */
export function textOf(content: unknown): NotificationText | undefined {
  const { data } = NotificationContent.safeParse(content);
  return data && wordsOf(data);
}

function wordsOf(content: NotificationContent): NotificationText {
  switch (content.kind) {
    case 'bot-failed':
      return {
        title: t('notifications.botFailed', { name: content.botName }),
        text: content.reason,
        link: { to: paths.bot(content.botId), label: t('notifications.openBot', { name: content.botName }) },
      };
    case 'bot-paused':
      return {
        title: t('notifications.botPaused', { name: content.botName }),
        text: t('notifications.botPausedText'),
        link: { to: paths.bot(content.botId), label: t('notifications.openBot', { name: content.botName }) },
      };
    case 'moderation-paused':
      return {
        title: t('notifications.moderationPaused', { name: content.botName }),
        text: t('notifications.moderationPausedText'),
        link: { to: paths.moderationCases(content.botId), label: t('notifications.openCases') },
      };
    case 'payment-failed':
      return {
        title: t('notifications.paymentFailed'),
        text: t('notifications.paymentFailedText', { plan: labelOf(content.plan), day: formatDay(content.graceEndsAt) }),
        link: { to: paths.settings, label: t('notifications.openBilling') },
      };
    case 'subscription-refunded':
      return {
        title: t('notifications.refunded', { plan: labelOf(content.plan) }),
        text: t('notifications.refundedText'),
        link: { to: paths.pricing, label: t('notifications.openPricing') },
      };
    case 'api-key-failed':
      return {
        title: t('notifications.apiKeyFailed', { provider: providerName(content.provider) }),
        text: `${describeApiKey(content.state, content.provider)} ${t('notifications.apiKeyFailedText')}`,
        link: { to: paths.apiSettings, label: t('notifications.openApiKey') },
      };
    case 'access-changed':
      return {
        title: t(`notifications.access.${ACCESS_TITLES[content.change]}`),
        text: t('notifications.accessText'),
        link: { to: paths.securitySettings, label: t('notifications.openSecurity') },
      };
    case 'usage-warning':
      return usageWarning(content);
    case 'usage-report':
      return usageReport(content);
    case 'product-news':
      return { title: content.title, text: content.text };
    default:
      return unreachable(content);
  }
}

const ACCESS_TITLES = { email: 'email', discord: 'discord', 'access-key': 'accessKey' } as const;

type Of<K extends NotificationContent['kind']> = Extract<NotificationContent, { kind: K }>;

function usageWarning({ percent, used, limit, resetsAt, runsOutAt }: Of<'usage-warning'>): NotificationText {
  const counted = t('notifications.usageText', {
    used: formatNumber(used),
    limit: formatNumber(limit),
    moment: formatMoment(resetsAt),
  });
  const pace = runsOutAt === null ? '' : ` ${t('notifications.usagePace', { moment: formatMoment(runsOutAt) })}`;
  return {
    title: percent >= 100 ? t('notifications.usageAll') : t('notifications.usage', { percent }),
    text: counted + pace,
    link: { to: paths.credits, label: t('notifications.openCredits') },
  };
}

function usageReport({ weekStart, replies, activeBots, planReplies, creditsUsed }: Of<'usage-report'>): NotificationText {
  return {
    title: t('notifications.report', { day: formatDay(`${weekStart}T12:00:00`) }),
    text: t('notifications.reportText', {
      replies: formatNumber(replies),
      bots: formatNumber(activeBots),
      counted: formatNumber(planReplies),
      credits: formatNumber(creditsUsed),
    }),
    link: { to: paths.dashboard, label: t('notifications.openDashboard') },
  };
}

const labelOf = (plan: Plan): string => PLAN_CATALOGUE[plan].label;
