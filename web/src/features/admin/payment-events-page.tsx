import { useQuery } from '@apollo/client/react';
import { WEBHOOK_STATES } from '@kith/proto';
import { RotateCcw, SearchX, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { WebhookState } from '../../gql/graphql.js';
import { formatMoment, formatNumber } from '../../lib/format.js';
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
import { REPLAY_EVENT, WEBHOOK_EVENTS, type ProviderEvent } from './payments.graphql.js';

const PAGE = 50;
const ALL = 'all';
const TONES: Record<WebhookState, Tone> = { received: 'warning', applied: 'success', failed: 'danger' };

/** The events of the payment provider; an administrator may have one applied again. */
export function PaymentEventsPage() {
  // In the address, so that the failed ones can be linked to.
  const [params, setParams] = useSearchParams();
  const state = WEBHOOK_STATES.find((one) => one === params.get('state'));
  const show = (wanted: string): void => setParams(wanted === ALL ? {} : { state: wanted }, { preventScrollReset: true });
  const options = [
    { value: ALL, label: t('payments.events.allStates') },
    ...WEBHOOK_STATES.map((value) => ({ value, label: t(`payments.events.states.${value}`) })),
  ];
  return (
    <AdminFrame allows="admin" title={t('admin.nav.events')} lead={t('payments.events.lead')}>
      <Labelled label={t('payments.events.state')}>
        {({ id }) => <Select id={id} options={options} value={state ?? ALL} onChange={({ target }) => show(target.value)} />}
      </Labelled>
      {/* Another state starts at the first page. */}
      <Events key={state ?? ALL} state={state} onShowAll={() => show(ALL)} />
    </AdminFrame>
  );
}

function Events({ state, onShowAll }: { readonly state: WebhookState | undefined; readonly onShowAll: () => void }) {
  const [position, setPosition] = useKept(`page of ${state ?? ALL}`, FIRST_PAGE);
  const variables = { state: state ?? null, limit: PAGE, ...position };
  const query = pageOf(useQuery(WEBHOOK_EVENTS, { variables, fetchPolicy: 'cache-and-network' }), (data) => data.webhookEvents);
  return (
    <section className="card admin-list" aria-label={t('payments.events.list')}>
      <PagedList
        label={t('admin.nav.events')}
        failed={t('payments.events.failed')}
        query={query}
        isEmpty={({ events }) => events.length === 0}
        offset={position.offset}
        limit={PAGE}
        onTurn={setPosition}
      >
        {({ events, refused }) => (
          <>
            {refused > 0 && (
              <p className="note audit-chain">
                {t('payments.events.refused', { count: refused, amount: formatNumber(refused) })}
              </p>
            )}
            {events.length > 0 ? (
              <EventList events={events} isBusy={query.isLoading} />
            ) : (
              <NoEvents isFiltered={state !== undefined} onShowAll={onShowAll} />
            )}
          </>
        )}
      </PagedList>
    </section>
  );
}

function NoEvents({ isFiltered, onShowAll }: { readonly isFiltered: boolean; readonly onShowAll: () => void }) {
  if (!isFiltered) return <State icon={Webhook} title={t('payments.events.empty')} text={t('payments.events.emptyText')} />;
  return (
    <State icon={SearchX} title={t('payments.events.noMatch')} text={t('payments.events.noMatchText')}>
      <Button onClick={onShowAll}>{t('payments.events.showAll')}</Button>
    </State>
  );
}

function EventList({ events, isBusy }: { readonly events: readonly ProviderEvent[]; readonly isBusy: boolean }) {
  const [replayed, setReplayed] = useState<string | null>(null);
  const close = (): void => setReplayed(null);
  const { send, isBusy: isReplaying } = useToastMutation(REPLAY_EVENT, {
    refetchQueries: 'active',
    done: () => {
      toast.success(t('payments.events.replayed'), { text: t('payments.events.replayedText') });
      close();
    },
    failed: t('payments.events.replayFailed'),
    onFailed: close,
  });
  return (
    <>
      <ol className="divided results admin-rows" aria-label={t('payments.events.list')} aria-busy={isBusy || undefined}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} onReplay={() => setReplayed(event.id)} />
        ))}
      </ol>
      {replayed !== null && (
        <ConfirmDialog
          title={t('payments.events.replayOf', { id: replayed })}
          text={t('payments.events.replayText')}
          confirm={t('payments.events.replay')}
          isDanger={false}
          isBusy={isReplaying}
          onConfirm={() => void send({ id: replayed })}
          onCancel={close}
        />
      )}
    </>
  );
}

function EventRow({ event, onReplay }: { readonly event: ProviderEvent; readonly onReplay: () => void }) {
  const { id, type, mode, state, receivedAt, happenedAt, attempts } = event;
  return (
    <li className="admin-row audit-entry">
      <div className="audit-head">
        <Badge tone={TONES[state]}>{t(`payments.events.states.${state}`)}</Badge>
        <time className="muted" dateTime={receivedAt}>
          {formatMoment(receivedAt)}
        </time>
      </div>
      <div className="audit-who stack">
        <code>{type}</code>
        <div className="row">
          <Badge tone={mode === 'live' ? 'primary' : 'neutral'}>{t(`payments.events.modes.${mode}`)}</Badge>
          <Button icon={RotateCcw} size="sm" aria-label={t('payments.events.replayOf', { id })} onClick={onReplay}>
            {t('payments.events.replay')}
          </Button>
        </div>
      </div>
      <dl className="audit-facts">
        <Reason event={event} />
        <RelatedUser event={event} />
        <div>
          <dt>{t('payments.events.id')}</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
        <div>
          <dt>{t('payments.events.happened')}</dt>
          <dd>{formatMoment(happenedAt)}</dd>
        </div>
        <div>
          <dt>{t('payments.events.attempts')}</dt>
          <dd>{formatNumber(attempts)}</dd>
        </div>
      </dl>
    </li>
  );
}

/** Why it failed or changed nothing. */
function Reason({ event: { failure, note } }: { readonly event: ProviderEvent }) {
  const reason =
    failure === null ? note && t(`payments.events.notes.${note}`) : t(`payments.events.reasons.${reasonOf(failure)}`);
  if (!reason) return null;
  return (
    <div>
      <dt>{t('payments.events.reason')}</dt>
      <dd>{reason}</dd>
    </div>
  );
}

const reasonOf = (failure: string): 'PAYMENT_UNAVAILABLE' | 'UNAVAILABLE' | 'other' =>
  failure === 'PAYMENT_UNAVAILABLE' || failure === 'UNAVAILABLE' ? failure : 'other';

function RelatedUser({ event: { userId, username } }: { readonly event: ProviderEvent }) {
  if (userId === null) return null;
  return (
    <div>
      <dt>{t('payments.events.user')}</dt>
      <dd>
        {username === null ? (
          <span className="muted" title={userId}>
            {t('payments.events.userGone')}
          </span>
        ) : (
          <Link to={paths.adminUser(userId)}>{username}</Link>
        )}
      </dd>
    </div>
  );
}
