import { useQuery } from '@apollo/client/react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Skeleton } from '../../ui/skeleton.js';
import { BOT_FIGURES } from './bots.graphql.js';

const UNKNOWN = '—';
/** Counted over days: no need to ask as often as for the status. */
export const COUNT_POLL_MS = 60_000;

/** Measured values, or a dash where nothing was measured (decision M9). */
export function BotFigures({ botId }: { readonly botId: string }) {
  const { data, loading } = useQuery(BOT_FIGURES, {
    variables: { botId },
    fetchPolicy: 'cache-and-network',
    pollInterval: COUNT_POLL_MS,
  });
  const isWaiting = loading && !data;
  const { totalMessages, activeUsers, uptime } = data?.analytics ?? {};
  const figures = [
    { label: t('bot.totalMessages'), value: shown(totalMessages), over: t('analytics.last30Days') },
    { label: t('bot.activeUsers'), value: shown(activeUsers), over: t('analytics.last30Days') },
    {
      label: t('bot.uptime'),
      value: typeof uptime === 'number' ? t('analytics.percent', { value: formatNumber(Math.round(uptime * 10) / 10) }) : UNKNOWN,
      over: t('analytics.last7Days'),
    },
  ];
  return (
    <section className="card" aria-label={t('bot.stats')} aria-busy={isWaiting}>
      <dl className="bot-figures">
        {figures.map(({ label, value, over }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isWaiting ? <Skeleton width={56} height={30} /> : value}</dd>
            <dd className="bot-figures-over">{over}</dd>
          </div>
        ))}
      </dl>
      <Link to={paths.analytics(botId)} className="bot-figures-more">
        {t('bot.viewAnalytics')}
        <ArrowRight size={15} aria-hidden="true" />
      </Link>
    </section>
  );
}

const shown = (value: number | undefined): string => (value === undefined ? UNKNOWN : formatNumber(value));
