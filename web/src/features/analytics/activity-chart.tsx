import { useId } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { fullHour, shortHour, type LocalHour } from './local-hours.js';

/** A bar of full height (specification 2, section 9). */
export const FULL_BAR = 150;
const LABEL_EVERY = 4;

interface ActivityChartProps {
  readonly hours: readonly LocalHour[];
  /** Where somebody gets it to talk. */
  readonly chatPath: string;
}

/** Replies by hour: bars for the eye, one sentence and a table for everybody else. */
export function ActivityChart({ hours, chatPath }: ActivityChartProps) {
  const id = useId();
  const total = hours.reduce((sum, { messages }) => sum + messages, 0);
  return (
    <section className="card card-body stack activity" aria-labelledby={id}>
      <header>
        <h2 id={id} className="analytics-title">
          {t('analytics.activity')}
        </h2>
        <p className="note">{t('analytics.activityLead', { full: FULL_BAR })}</p>
      </header>
      {total === 0 && (
        <p className="activity-empty">
          {t('analytics.chartEmpty')} <Link to={chatPath}>{t('analytics.sayHello')}</Link>
        </p>
      )}
      <div className="activity-plot">
        <p className="activity-scale" aria-hidden="true">
          <span>{`${FULL_BAR}+`}</span>
          <span>{FULL_BAR / 2}</span>
          <span>0</span>
        </p>
        <div className="activity-bars" role="img" aria-label={summary(hours, total)}>
          {hours.map((hour) => (
            <Bar key={hour.start.getTime()} {...hour} />
          ))}
        </div>
        <p className="activity-hours" aria-hidden="true">
          {hours
            .filter((_, at) => at % LABEL_EVERY === 0)
            .map(({ start }) => (
              <span key={start.getTime()}>{shortHour(start)}</span>
            ))}
        </p>
      </div>
      <AsTable hours={hours} />
    </section>
  );
}

function Bar({ start, messages }: LocalHour) {
  const share = Math.min(1, messages / FULL_BAR);
  return (
    <span className="activity-slot" title={t('analytics.bar', { hour: fullHour(start), replies: formatNumber(messages) })}>
      <span className="activity-bar" data-some={messages > 0} style={{ height: `${share * 100}%` }} />
    </span>
  );
}

const AsTable = ({ hours }: Pick<ActivityChartProps, 'hours'>) => (
  <details className="activity-table">
    <summary>{t('analytics.asTable')}</summary>
    <table aria-label={t('analytics.activity')}>
      <thead>
        <tr>
          <th scope="col">{t('analytics.hour')}</th>
          <th scope="col">{t('analytics.replies')}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ start, messages }) => (
          <tr key={start.getTime()}>
            <th scope="row">{fullHour(start)}</th>
            <td>{formatNumber(messages)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

function summary(hours: readonly LocalHour[], total: number): string {
  const [most] = hours.toSorted((one, other) => other.messages - one.messages);
  if (!most || total === 0) return t('analytics.chartEmpty');
  return t('analytics.chart', {
    total: formatNumber(total),
    most: formatNumber(most.messages),
    hour: fullHour(most.start),
  });
}
