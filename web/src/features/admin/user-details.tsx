import { useQuery } from '@apollo/client/react';
import { Bot, ScrollText } from 'lucide-react';
import { formatDay, formatNumber, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { FIRST_PAGE, Pager, type PagePosition } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { State } from '../../ui/state.js';
import { planLabel } from './account-list.js';
import { AUDIT_LOG, type UserAccount, type UserBots } from './admin.graphql.js';
import { AuditList } from './audit-list.js';
import { PagedList, pageOf } from './paged-list.js';

const AUDIT_ROWS = 10;

/** The plan in force, where it comes from, and what is left of it. */
export function UserPlan({ account }: { readonly account: UserAccount }) {
  const { plan, source, paidPlan, currentPeriodEnd, cancelsAtPeriodEnd, graceEndsAt, isSandbox } = account;
  const limit = isUnlimited(account.dailyLimit) ? '∞' : formatNumber(account.dailyLimit);
  const end = currentPeriodEnd && formatDay(currentPeriodEnd);
  return (
    <Section title={t('admin.userPage.plan')} className="card card-body">
      <dl className="audit-facts user-facts">
        <Fact label={planLabel(plan)} value={t(`admin.userPage.source.${source}`)} />
        <Fact
          label={t('admin.userPage.paidPlan')}
          value={paidPlan === null ? t('admin.userPage.noSubscription') : planLabel(paidPlan)}
        />
        {end && (
          <Fact
            label={t('admin.userPage.periodEnd')}
            value={cancelsAtPeriodEnd ? t('admin.userPage.endsWithPeriod', { day: end }) : end}
          />
        )}
        {graceEndsAt && <Fact label={t('admin.userPage.grace')} value={formatDay(graceEndsAt)} />}
        <Fact label={t('admin.userPage.credits')} value={formatNumber(account.credits)} />
        <Fact
          label={t('admin.userPage.today')}
          value={t('admin.userPage.todayOf', { used: formatNumber(account.used), limit })}
        />
      </dl>
      {isSandbox && <p className="note">{t('admin.userPage.sandbox')}</p>}
    </Section>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

interface UserBotListProps {
  readonly page: UserBots;
  readonly offset: number;
  readonly limit: number;
  readonly onTurn: (position: PagePosition) => void;
}

export const UserBotList = ({ page: { bots, total }, ...position }: UserBotListProps) => (
  <Section title={t('admin.userPage.bots')} className="card card-body user-rows">
    {total === 0 ? (
      <State icon={Bot} heading="h3" title={t('admin.userPage.noBots')} />
    ) : (
      <ul className="divided admin-rows" aria-label={t('admin.userPage.bots')}>
        {bots.map(({ id, name, status, messageCount, createdAt }) => (
          <li key={id} className="admin-row row row-between">
            <span className="row">
              <strong className="breakable">{name}</strong>
              <Badge tone={status === 'online' ? 'success' : 'neutral'}>
                {t(status === 'online' ? 'admin.dashboard.onlineNow' : 'admin.dashboard.offline')}
              </Badge>
            </span>
            <span className="muted">
              {messageCount === null
                ? '—'
                : t('admin.userPage.replies', { count: messageCount, amount: formatNumber(messageCount) })}
              {` · ${t('admin.since', { day: formatDay(createdAt) })}`}
            </span>
          </li>
        ))}
      </ul>
    )}
    <Pager label={t('admin.userPage.bots')} page={{ total }} {...position} />
  </Section>
);

/** The latest entries about the user; for the super-admin. */
export function UserAudit({ userId }: { readonly userId: string }) {
  const variables = { action: null, userId, limit: AUDIT_ROWS, ...FIRST_PAGE };
  const query = pageOf(useQuery(AUDIT_LOG, { variables }), ({ auditLog }) => ({
    ...auditLog,
    total: auditLog.events.length,
    next: null,
  }));
  return (
    <Section title={t('admin.userPage.audit')} className="card card-body user-rows">
      <PagedList
        label={t('admin.userPage.audit')}
        failed={t('admin.audit.failed')}
        query={query}
        isEmpty={({ events }) => events.length === 0}
        offset={0}
        limit={AUDIT_ROWS}
        onTurn={() => undefined}
      >
        {({ events, names }) => <AuditList entries={events} names={names} />}
      </PagedList>
      <div>
        <ButtonLink icon={ScrollText} to={paths.adminAudit(userId)}>
          {t('admin.userPage.allAudit')}
        </ButtonLink>
      </div>
    </Section>
  );
}
