import { Link } from 'react-router';
import { formatNumber, LOCALES } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Section } from '../../ui/section.js';

/** Replies of a bar of full height, unless an hour had more (docs/decisions.md N2). */
const FULL_BAR = 150;
/** Beginnings of round numbers, whose half is a whole number from 150 on. */
const ROUND = [1, 1.5, 2, 3, 4, 6, 8, 10];
const LABEL_EVERY = 4;

interface ActivityChartProps {
  readonly hours: readonly LocalHour[];
  /** Page to start a conversation. */
  readonly chatPath: string;
}

/** Replies by hour as bars, with a summary and a table for screen readers. */
export function ActivityChart({ hours, chatPath }: ActivityChartProps) {
  const total = hours.reduce((sum, { messages }) => sum + messages, 0);
  const full = fullBar(Math.max(...hours.map(({ messages }) => messages)));
  return (
    <Section title={t('analytics.activity')} lead={t('analytics.activityLead')} className="card card-body">
      {total === 0 && (
        <p className="well small">
          {t('analytics.chartEmpty')} <Link to={chatPath}>{t('analytics.sayHello')}</Link>
        </p>
      )}
      <div className="activity-plot">
        <p className="activity-scale" aria-hidden="true">
          <span>{formatNumber(full)}</span>
          <span>{formatNumber(full / 2)}</span>
          <span>0</span>
        </p>
        <div className="activity-bars" role="img" aria-label={summary(hours, total)}>
          {hours.map((hour) => (
            <Bar key={hour.start.getTime()} {...hour} full={full} />
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
    </Section>
  );
}

/** The next round number that no bar is higher than. */
function fullBar(most: number): number {
  if (most <= FULL_BAR) return FULL_BAR;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (ROUND.find((round) => round * power >= most) ?? 10);
}

function Bar({ start, messages, full }: LocalHour & { readonly full: number }) {
  return (
    <span className="activity-slot" title={t('analytics.bar', { hour: fullHour(start), replies: formatNumber(messages) })}>
      <span className="activity-bar" data-some={messages > 0} style={{ height: `${(messages / full) * 100}%` }} />
    </span>
  );
}

const AsTable = ({ hours }: Pick<ActivityChartProps, 'hours'>) => (
  <details className="activity-table">
    <summary>{t('analytics.asTable')}</summary>
    <table className="table" aria-label={t('analytics.activity')}>
      <thead>
        <tr>
          <th scope="col">{t('analytics.hour')}</th>
          <th scope="col" className="amount">
            {t('analytics.replies')}
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ start, messages }) => (
          <tr key={start.getTime()}>
            <th scope="row">{fullHour(start)}</th>
            <td className="amount">{formatNumber(messages)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

function summary(hours: readonly LocalHour[], total: number): string {
  const [most] = hours.toSorted((one, other) => other.messages - one.messages);
  if (!most || total === 0) return t('analytics.chartEmpty');
  return t('analytics.chart', { total: formatNumber(total), most: formatNumber(most.messages), hour: fullHour(most.start) });
}

export interface HourOfDay {
  /** 0-23, UTC. */
  readonly hour: number;
  readonly messages: number;
}
export interface LocalHour {
  /** Start of the hour. */
  readonly start: Date;
  readonly messages: number;
}

const HOUR_MS = 3_600_000;

/** Converts the server's hours (UTC, oldest first) to points in time. The last one is the current hour, or the hour before when `now` is past it. */
export function localHours(activity: readonly HourOfDay[], now: number): LocalHour[] {
  const last = activity.at(-1);
  if (!last) return [];
  const running = new Date(now - (now % HOUR_MS));
  const age = (running.getUTCHours() - last.hour + 24) % 24;
  return activity.map(({ messages }, at) => ({
    start: new Date(running.getTime() - (age + activity.length - 1 - at) * HOUR_MS),
    messages,
  }));
}

const hours = new Intl.DateTimeFormat(LOCALES, { hour: 'numeric' });
const minutes = new Intl.DateTimeFormat(LOCALES, { hour: 'numeric', minute: '2-digit' });
const weekdays = new Intl.DateTimeFormat(LOCALES, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** '2 PM'; '2:30 PM' in time zones with a half-hour offset. */
export const shortHour = (start: Date): string => (start.getMinutes() === 0 ? hours : minutes).format(start);
/** 'Tue 2:00 PM': with the weekday, because 24 hours span two days. */
export const fullHour = (start: Date): string => weekdays.format(start);
export const clock = (time: Date): string => minutes.format(time);
