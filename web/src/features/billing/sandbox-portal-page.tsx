import { useMutation, useQuery } from '@apollo/client/react';
import { Switch } from 'antd';
import { ReceiptText, SearchX } from 'lucide-react';
import { useId } from 'react';
import type { SandboxAction } from '../../gql/graphql.js';
import { formatExactPrice, formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { usePending } from '../../lib/use-pending.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { Notice, State } from '../../ui/state.js';
import { CHANGE_SANDBOX, SANDBOX_PORTAL, type SandboxPortal } from './billing.graphql.js';
import './billing.css';

type Payment = SandboxPortal['payments'][number];

/** What happens at a payment provider, while none is configured; no money moves (docs/decisions.md B17). */
export function SandboxPortalPage() {
  const { data, error, refetch } = useQuery(SANDBOX_PORTAL, { fetchPolicy: 'cache-and-network' });
  if (!data && error && readError(error).code === 'NOT_FOUND') return <NoSandbox />;
  return (
    <Page
      title={t('sandboxPortal.title')}
      heading={t('sandboxPortal.title')}
      lead={t('sandboxPortal.lead')}
      back={{ to: paths.settings, label: t('sandboxPortal.back') }}
      isNarrow
    >
      {data ? (
        <Portal portal={data.sandboxPortal} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={280} />
      )}
    </Page>
  );
}

function Portal({ portal }: { readonly portal: SandboxPortal }) {
  const { change, isPending } = useSandbox();
  return (
    <>
      <CardAndPeriod portal={portal} change={change} isPending={isPending} />
      <Section title={t('sandboxPortal.payments')} className="card card-body">
        {portal.payments.length === 0 ? (
          <State icon={ReceiptText} heading="h3" title={t('sandboxPortal.noPayments')} text={t('sandboxPortal.noPaymentsText')} />
        ) : (
          <ul className="stack payment-list">
            {portal.payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} change={change} isPending={isPending} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

interface Sandbox {
  readonly change: (action: SandboxAction, paymentId?: string) => Promise<void>;
  readonly isPending: (key: string) => boolean;
}

/** One action at a time for each payment, and one for the card and the period together. */
function useSandbox(): Sandbox {
  const [send] = useMutation(CHANGE_SANDBOX, {
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: SANDBOX_PORTAL, data: { sandboxPortal: data.changeSandbox } });
    },
  });
  const { run, isPending } = usePending();
  const change = (action: SandboxAction, paymentId?: string): Promise<void> =>
    run(paymentId ?? '', async () => {
      try {
        await send({ variables: { action, paymentId: paymentId ?? null } });
      } catch (error) {
        toastError(t('sandboxPortal.failed'), error);
      }
    });
  return { change, isPending };
}

function CardAndPeriod({ portal, change, isPending }: Sandbox & { readonly portal: SandboxPortal }) {
  const id = useId();
  const isBusy = isPending('');
  return (
    <Section title={t('sandboxPortal.card')} className="card card-body">
      <label className="switch-row">
        <span>
          <span className="switch-name">{t('sandboxPortal.declineCard')}</span>
          <span id={id} className="muted">
            {t('sandboxPortal.declineCardText')}
          </span>
        </span>
        <Switch
          aria-label={t('sandboxPortal.declineCard')}
          aria-describedby={id}
          checked={portal.isCardDeclined}
          disabled={isBusy}
          onChange={(isDeclined) => void change(isDeclined ? 'decline_card' : 'accept_card')}
        />
      </label>
      {portal.hasSubscription ? (
        <div className="row row-between">
          <p className="note">{t('sandboxPortal.renewText')}</p>
          <Button isBusy={isBusy} onClick={() => void change('renew')}>
            {t('sandboxPortal.renew')}
          </Button>
        </div>
      ) : (
        <Notice tone="info">{t('sandboxPortal.noSubscription')}</Notice>
      )}
    </Section>
  );
}

const ACTIONS: Readonly<Record<Payment['state'], readonly ('pay' | 'refund' | 'dispute' | 'win' | 'lose')[]>> = {
  open: ['pay'],
  paid: ['refund', 'dispute'],
  disputed: ['win', 'lose'],
  refunded: [],
  void: [],
  lost: [],
};

function PaymentRow({ payment, change, isPending }: Sandbox & { readonly payment: Payment }) {
  const { id, title, cents, state, at } = payment;
  const price = formatExactPrice(cents);
  return (
    <li className="row row-between">
      <div>
        <p>
          <strong>{title}</strong> · <span className="tabular">{price}</span>
        </p>
        <p className="note row">
          <Badge tone={state === 'paid' ? 'success' : state === 'open' || state === 'disputed' ? 'warning' : 'neutral'}>
            {t(`sandboxPortal.state.${state}`)}
          </Badge>
          {formatMoment(at)}
        </p>
      </div>
      <div className="row">
        {ACTIONS[state].map((action) => {
          const label = t(`sandboxPortal.action.${action}`);
          return (
            <Button
              key={action}
              disabled={isPending(id)}
              aria-label={t('sandboxPortal.actionOf', { action: label, title, price })}
              onClick={() => void change(action, id)}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </li>
  );
}

const NoSandbox = () => (
  <div className="page-center">
    <title>{`${t('sandboxPortal.title')} · Kith`}</title>
    <State icon={SearchX} heading="h1" title={t('sandboxPortal.missing')} text={t('sandboxPortal.missingText')}>
      <ButtonLink to={paths.settings}>{t('sandboxPortal.back')}</ButtonLink>
    </State>
  </div>
);
