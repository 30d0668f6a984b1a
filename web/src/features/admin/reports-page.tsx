import { useQuery } from '@apollo/client/react';
import { REPORT_STATES } from '@kith/proto';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReportAction, ReportState } from '../../gql/graphql.js';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useKept } from '../../lib/use-kept.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Labelled } from '../../ui/field.js';
import { Badge, type Tone } from '../../ui/indicators.js';
import { Select } from '../../ui/inputs.js';
import { FIRST_PAGE } from '../../ui/pager.js';
import { State } from '../../ui/state.js';
import { AdminFrame } from './admin-frame.js';
import { PagedList, pageOf } from './paged-list.js';
import { HANDLE_REPORT, REPORTS, type CompanionReport } from './reports.graphql.js';

const PAGE = 50;
const TONES: Record<ReportState, Tone> = { open: 'warning', dismissed: 'neutral', taken_down: 'danger' };

/** What members of Discord reported about companions, and what administrators do about it. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const state = REPORT_STATES.find((one) => one === params.get('state')) ?? 'open';
  const options = REPORT_STATES.map((value) => ({ value, label: t(`reports.states.${value}`) }));
  return (
    <AdminFrame allows="admin" title={t('admin.nav.reports')} lead={t('reports.lead')}>
      <Labelled label={t('reports.state')}>
        {({ id }) => (
          <Select
            id={id}
            options={options}
            value={state}
            onChange={({ target }) => setParams({ state: target.value }, { preventScrollReset: true })}
          />
        )}
      </Labelled>
      {/* Another state starts at the first page. */}
      <ReportPages key={state} state={state} />
    </AdminFrame>
  );
}

function ReportPages({ state }: { readonly state: ReportState }) {
  const [position, setPosition] = useKept(`page of ${state}`, FIRST_PAGE);
  const variables = { state, limit: PAGE, ...position };
  const query = pageOf(useQuery(REPORTS, { variables, fetchPolicy: 'cache-and-network' }), (data) => data.reports);
  return (
    <section className="card admin-list" aria-label={t('reports.list')}>
      <PagedList
        label={t('reports.list')}
        failed={t('reports.failed')}
        query={query}
        isEmpty={({ reports }) => reports.length === 0}
        offset={position.offset}
        limit={PAGE}
        onTurn={setPosition}
      >
        {({ reports }) =>
          reports.length > 0 ? (
            <ReportList reports={reports} isBusy={query.isLoading} />
          ) : (
            <State icon={Flag} title={t('reports.empty')} text={t('reports.emptyText')} />
          )
        }
      </PagedList>
    </section>
  );
}

function ReportList({ reports, isBusy }: { readonly reports: readonly CompanionReport[]; readonly isBusy: boolean }) {
  const [takenDown, setTakenDown] = useState<CompanionReport | null>(null);
  const { send, isBusy: isHandling } = useToastMutation(HANDLE_REPORT, {
    refetchQueries: 'active',
    done: ({ handleReport }, { action }) => {
      setTakenDown(null);
      toast.success(t(`reports.done.${action}`, { name: nameOf(handleReport) }));
    },
    failed: t('reports.notDone'),
    onFailed: () => setTakenDown(null),
  });
  const handle = ({ id }: CompanionReport, action: ReportAction): void => void send({ id, action });
  return (
    <>
      <ol className="divided results admin-rows" aria-label={t('reports.list')} aria-busy={isBusy || undefined}>
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            isBusy={isHandling}
            onHandle={(action) => (action === 'take_down' ? setTakenDown(report) : handle(report, action))}
          />
        ))}
      </ol>
      {takenDown && (
        <ConfirmDialog
          title={t('reports.takeDownTitle', { name: nameOf(takenDown) })}
          text={t('reports.takeDownText', { name: nameOf(takenDown) })}
          confirm={t('reports.takeDown')}
          isBusy={isHandling}
          onConfirm={() => handle(takenDown, 'take_down')}
          onCancel={() => setTakenDown(null)}
        />
      )}
    </>
  );
}

const nameOf = ({ botName }: CompanionReport): string => botName ?? t('reports.botGone');

interface ReportRowProps {
  readonly report: CompanionReport;
  readonly isBusy: boolean;
  readonly onHandle: (action: ReportAction) => void;
}

const ReportRow = ({ report, isBusy, onHandle }: ReportRowProps) => (
  <li className="admin-row audit-entry">
    <div className="audit-head">
      <Badge tone={TONES[report.state]}>{t(`reports.reasons.${report.reason}`)}</Badge>
      <time className="muted" dateTime={report.createdAt}>
        {formatMoment(report.createdAt)}
      </time>
    </div>
    <div className="audit-who stack">
      <strong>{nameOf(report)}</strong>
      <div className="row">
        {report.state === 'open' && (
          <Button size="sm" disabled={isBusy} onClick={() => onHandle('dismiss')}>
            {t('reports.dismiss')}
          </Button>
        )}
        {report.state !== 'taken_down' && report.botName !== null && (
          <Button size="sm" variant="danger" disabled={isBusy} onClick={() => onHandle('take_down')}>
            {t('reports.takeDown')}
          </Button>
        )}
        {report.state === 'taken_down' && (
          <Button size="sm" disabled={isBusy} onClick={() => onHandle('restore')}>
            {t('reports.restore')}
          </Button>
        )}
      </div>
    </div>
    <ReportFacts report={report} />
  </li>
);

const ReportFacts = ({ report }: { readonly report: CompanionReport }) => (
  <dl className="audit-facts">
    <div>
      <dt>{t('reports.text')}</dt>
      <dd>{report.text ?? <span className="muted">{t('reports.noText')}</span>}</dd>
    </div>
    <div>
      <dt>{t('reports.reporters')}</dt>
      <dd>{t('reports.members', { count: report.reporters })}</dd>
    </div>
    <div>
      <dt>{t('reports.owner')}</dt>
      <dd>
        <Link to={paths.adminUser(report.ownerId)}>{t('reports.openOwner')}</Link>
      </dd>
    </div>
    {report.messageId !== null && (
      <div>
        <dt>{t('reports.message')}</dt>
        <dd>
          <a href={addressOf(report)} target="_blank" rel="noreferrer">
            {t('reports.openMessage')}
          </a>
        </dd>
      </div>
    )}
    {report.handledAt !== null && (
      <div>
        <dt>{t('reports.handled')}</dt>
        <dd>{formatMoment(report.handledAt)}</dd>
      </div>
    )}
  </dl>
);

const addressOf = ({ guildId, channelId, messageId }: CompanionReport): string =>
  `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
