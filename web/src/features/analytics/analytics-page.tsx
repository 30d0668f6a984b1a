import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { ChartColumn, RotateCw, Activity, Clock, MessageSquare, Users } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { StatusBadge } from '../../shared/bot-power.js';
import { Figure } from '../../shared/figure.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Meter, Skeleton } from '../../ui/indicators.js';
import { StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { State } from '../../ui/state.js';
import { ActivityChart, clock, localHours } from './activity-chart.js';
import { BOT_ANALYTICS, type BotAnalytics } from './analytics.graphql.js';
import './analytics.css';

const PLACEHOLDERS = [1, 2, 3, 4];
const GONE_CODES: readonly (string | undefined)[] = ['NOT_FOUND', 'BAD_INPUT', 'FORBIDDEN'];

export function AnalyticsPage() {
  const { id: botId = '' } = useParams();
  return <BotAnalyticsView key={botId} botId={botId} />;
}

function BotAnalyticsView({ botId }: { readonly botId: string }) {
  const [reloadedAt, setReloadedAt] = useState<Date | null>(null);
  const { data, error, refetch, networkStatus } = useQuery(BOT_ANALYTICS, { variables: { botId } });
  const isReloading = networkStatus === NetworkStatus.refetch;
  const reload = async (): Promise<void> => {
    if (isReloading) return;
    const answer = await refetch().catch(() => null);
    if (answer?.data) setReloadedAt(new Date());
  };

  const isGone = data?.bot === null || GONE_CODES.includes(readError(error).code);
  if (isGone || (error && !data))
    return <NotAvailable error={error} isGone={isGone} isBusy={isReloading} onRetry={() => void reload()} />;
  if (!data?.bot) return <Placeholder botId={botId} />;
  const { bot, analytics } = data;
  return (
    <>
      {error && <StaleNotice error={error} />}
      <Page
        title={t('analytics.title', { name: bot.name })}
        back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
        heading={t('analytics.heading')}
        lead={t('analytics.lead', { name: bot.name })}
        actions={
          <div className="page-actions analytics-actions">
            <p role="status" className="note">
              {reloadedAt && !isReloading && t('analytics.updatedAt', { time: clock(reloadedAt) })}
            </p>
            {/* aria-disabled, because a disabled button would lose the focus. */}
            <Button icon={RotateCw} aria-disabled={isReloading} onClick={() => void reload()}>
              {t(isReloading ? 'analytics.reloading' : 'analytics.reload')}
            </Button>
          </div>
        }
      >
        <Figures analytics={analytics} />
        <Score score={analytics.engagementScore} />
        <Facts analytics={analytics} runtimeState={bot.runtimeState} />
        <ActivityChart hours={localHours(analytics.hourlyActivity, Date.now())} chatPath={paths.chat(botId)} />
      </Page>
    </>
  );
}

/** The score and how it is computed (docs/decisions.md N1). */
function Score({ score }: { readonly score: number }) {
  const id = useId();
  return (
    <section className="card card-body stack gap-sm score" aria-labelledby={id} aria-describedby={`${id}-how`}>
      <div className="row row-between score-line">
        <h2 id={id} className="large">
          {t('analytics.score')}
        </h2>
        <strong>{t('analytics.scoreOf', { value: formatNumber(score) })}</strong>
      </div>
      <Meter value={score} max={100} label={t('analytics.score')} />
      <p id={`${id}-how`} className="note">
        <strong>{`${t('analytics.scoreHow')}: `}</strong>
        {t('analytics.scoreText')}
      </p>
    </section>
  );
}

function Facts({ analytics, runtimeState }: { readonly analytics: BotAnalytics; readonly runtimeState: string }) {
  const { userEngagement, botInfo, ratings } = analytics;
  return (
    <div className="columns analytics-columns">
      <FactList title={t('analytics.engagement')}>
        <Fact label={t('analytics.totalUsers')}>{formatNumber(userEngagement.totalUsers)}</Fact>
        <Fact label={t('analytics.activeToday')}>{formatNumber(userEngagement.activeToday)}</Fact>
        <Fact label={t('analytics.conversations')}>{formatNumber(userEngagement.totalConversations)}</Fact>
        <Fact label={t('analytics.ratings')}>
          {t('analytics.ratingsText', { good: formatNumber(ratings.good), bad: formatNumber(ratings.bad) })}
        </Fact>
        {ratings.reasons.length > 0 && (
          <Fact label={t('analytics.ratingReasons')}>
            {ratings.reasons
              .map(({ reason, count }) => t('analytics.ratingReason', { reason: t(`rating.reason.${reason}`), count }))
              .join(', ')}
          </Fact>
        )}
      </FactList>
      <FactList title={t('analytics.performance')}>
        <Fact label={t('analytics.status')}>
          <StatusBadge status={botInfo.status} runtimeState={runtimeState} />
        </Fact>
        <Fact label={t('analytics.model')}>{botInfo.model}</Fact>
      </FactList>
    </div>
  );
}

const FactList = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Section title={title} className="card card-body">
    <dl className="divided analytics-facts">{children}</dl>
  </Section>
);

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="row row-between">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface NotAvailableProps {
  readonly error: unknown;
  /** Missing or another user's: retrying changes nothing. */
  readonly isGone: boolean;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

const NotAvailable = ({ error, isGone, isBusy, onRetry }: NotAvailableProps) => (
  <div className="page-center" role="alert">
    <title>{`${t('analytics.unavailable')} · Kith`}</title>
    <State
      icon={ChartColumn}
      heading="h1"
      title={t('analytics.unavailable')}
      text={isGone ? t('bot.notFoundText') : (readError(error).message ?? t('load.failedText'))}
    >
      {!isGone && (
        <Button aria-disabled={isBusy} onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
      <ButtonLink to={paths.dashboard} variant="primary">
        {t('bot.backToDashboard')}
      </ButtonLink>
    </State>
  </div>
);

const Placeholder = ({ botId }: { readonly botId: string }) => (
  <Page
    title={t('analytics.heading')}
    back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
    heading={t('analytics.heading')}
  >
    <p role="status" className="sr-only">
      {t('common.loading')}
    </p>
    <div className="columns fours" aria-hidden="true">
      {PLACEHOLDERS.map((key) => (
        <div key={key} className="card figure" data-testid="figure-placeholder">
          <Skeleton width="60%" height={16} />
          <Skeleton width="40%" height={32} />
          <Skeleton width="50%" height={14} />
        </div>
      ))}
    </div>
    <div className="card card-body" aria-hidden="true">
      <Skeleton height={220} />
    </div>
  </Page>
);

function Figures({ analytics }: { readonly analytics: BotAnalytics }) {
  const { totalMessages, activeUsers, avgResponseTime, uptime } = analytics;
  const last30Days = t('analytics.last30Days');
  const seconds = t('analytics.seconds', { value: formatNumber(avgResponseTime) });
  const hasUptime = typeof uptime === 'number';
  const percent = hasUptime ? t('analytics.percent', { value: roundedDown(uptime) }) : undefined;
  const uptimeNote = t(hasUptime ? 'analytics.last7Days' : 'analytics.unknown');
  return (
    <dl className="columns fours">
      <Figure icon={MessageSquare} label={t('analytics.totalMessages')} value={formatNumber(totalMessages)} note={last30Days} />
      <Figure icon={Users} label={t('analytics.activeUsers')} value={formatNumber(activeUsers)} note={last30Days} />
      <Figure icon={Clock} label={t('analytics.responseTime')} value={seconds} note={last30Days} />
      <Figure icon={Activity} label={t('analytics.uptime')} value={percent} note={uptimeNote} />
    </dl>
  );
}

/** Rounded down: an uptime of 99.96 % must not show as 100 %. */
const roundedDown = (percent: number): string => formatNumber(Math.floor(percent * 10) / 10);
