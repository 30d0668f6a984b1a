import { useMutation } from '@apollo/client/react';
import { normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { CircleSlash, SearchX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatDay, formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { trustedPaymentUrl } from '../../shared/payment-page.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Notice, State } from '../../ui/state.js';
import { CONFIRM_PLAN_CHANGE, PREVIEW_PLAN_CHANGE, type PlanChange } from './billing.graphql.js';
import './billing.css';

/** Shows what a change of the live subscription costs today, and makes it when that is confirmed (docs/decisions.md D4). */
export function ChangePlanPage() {
  const { plan = '' } = useParams();
  // The key starts a page of its own for each plan: an amount never stands beside another plan.
  return <PlanChangePreview key={plan} plan={plan} />;
}

function PlanChangePreview({ plan }: { readonly plan: string }) {
  const { change, error, load } = usePreview(plan);
  if (change) return <Confirmation key={change.id} change={change} onOutdated={load} />;
  if (error === undefined) return <PageSpinner />;
  const { code, message } = readError(error);
  switch (code) {
    case 'NOT_FOUND':
    case 'BAD_INPUT':
      return (
        <NoChange title={t('planChange.none')} text={t('planChange.noneText')} to={paths.pricing} label={t('planChange.back')} />
      );
    case 'ALREADY_SUBSCRIBED':
    case 'IMPERSONATING':
      return <NoChange title={t('planChange.refused')} text={message} to={paths.settings} label={t('openPayment.settings')} />;
    default:
      return <LoadError error={error} onRetry={() => void load()} />;
  }
}

interface Preview {
  readonly change?: PlanChange;
  readonly error?: unknown;
}

/** Each preview has an amount and an id of its own and changes nothing; it is a mutation because the server stores it. */
function usePreview(plan: string) {
  const [preview] = useMutation(PREVIEW_PLAN_CHANGE);
  const [state, setState] = useState<Preview>({});
  const load = useCallback(async (): Promise<void> => {
    try {
      const { data } = await preview({ variables: { plan } });
      if (data) setState({ change: data.previewPlanChange });
    } catch (error) {
      setState({ error });
    }
  }, [plan, preview]);
  useEffect(() => void load(), [load]);
  return { ...state, load };
}

interface ConfirmationProps {
  readonly change: PlanChange;
  /** Called when the amount has changed since it was shown. */
  readonly onOutdated: () => Promise<void>;
}

function Confirmation({ change, onOutdated }: ConfirmationProps) {
  const { confirm, isBusy, payUrl } = useConfirmation(change, onOutdated);
  const isUpgrade = change.direction === 'upgrade';
  const [from, to] = [labelOf(change.fromPlan), labelOf(change.toPlan)];
  return (
    <Page
      title={t('planChange.title')}
      heading={t('planChange.heading', { from, to })}
      lead={t(isUpgrade ? 'planChange.leadUpgrade' : 'planChange.leadDowngrade')}
      back={{ to: paths.pricing, label: t('planChange.back') }}
      isNarrow
    >
      <section className="card card-body stack" aria-label={t('planChange.heading', { from, to })}>
        {isUpgrade ? <UpgradeCosts change={change} /> : <DowngradeFacts change={change} />}
        {change.isSandbox && <p className="note">{t('planChange.sandbox')}</p>}
        {payUrl !== null && (
          <Notice tone="warning" isAlert>
            {`${t('planChange.mustPay')} `}
            <a className="notice-link" href={payUrl}>
              {t('planChange.payPage')}
            </a>
          </Notice>
        )}
        <div className="page-actions">
          <ButtonLink to={paths.settings}>{t('planChange.notNow')}</ButtonLink>
          {payUrl === null && (
            <Button variant="primary" isBusy={isBusy} onClick={() => void confirm()}>
              {isUpgrade
                ? t('planChange.confirmUpgrade', { price: formatPrice(change.todayCents) })
                : t('planChange.confirmDowngrade', { to })}
            </Button>
          )}
        </div>
      </section>
    </Page>
  );
}

/** Confirms once; the id of the change is the server's idempotency key, so that a second try after a lost answer charges nothing more. */
function useConfirmation({ id, toPlan, takesEffectAt }: PlanChange, onOutdated: () => Promise<void>) {
  const [send] = useMutation(CONFIRM_PLAN_CHANGE);
  const [isBusy, setBusy] = useState(false);
  const [payUrl, setPayUrl] = useState<string | null>(null);
  const navigate = useNavigate();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await send({ variables: { id } });
      const outcome = data?.confirmPlanChange;
      if (outcome?.state === 'paid') await navigate(paths.upgraded);
      else if (outcome?.state === 'scheduled') {
        const words = { to: labelOf(toPlan), date: formatDay(takesEffectAt) };
        toast.success(t('planChange.scheduled'), { text: t('planChange.scheduledText', words) });
        await navigate(paths.settings);
      } else setPayUrl((outcome?.payUrl && trustedPaymentUrl(outcome.payUrl, location.origin)) || paths.settings);
    } catch (error) {
      if (readError(error).code === 'AMOUNT_CHANGED') {
        toast.info(t('planChange.failed'), { text: t('planChange.newAmount') });
        await onOutdated();
      } else toastError(t('planChange.failed'), error);
    } finally {
      setBusy(false);
    }
  };
  return { confirm, isBusy, payUrl };
}

function UpgradeCosts({ change: { todayCents, renewalCents, renewsAt, endsAt } }: { readonly change: PlanChange }) {
  const periodEnd = renewsAt ?? endsAt;
  return (
    <>
      <dl className="columns plan-change">
        <div>
          <dt className="note">{t('planChange.today')}</dt>
          <dd className="plan-card-price">{formatPrice(todayCents)}</dd>
          {periodEnd && <dd className="note">{t('planChange.todayText', { date: formatDay(periodEnd) })}</dd>}
        </div>
        {renewsAt && typeof renewalCents === 'number' && (
          <div>
            <dt className="note">{t('planChange.renewal', { date: formatDay(renewsAt) })}</dt>
            <dd>{t('planChange.perMonth', { price: formatPrice(renewalCents) })}</dd>
          </div>
        )}
      </dl>
      {endsAt && <Notice tone="warning">{t('planChange.keepsEnd', { date: formatDay(endsAt) })}</Notice>}
    </>
  );
}

function DowngradeFacts({ change }: { readonly change: PlanChange }) {
  const { renewalCents, takesEffectAt, endsAt } = change;
  const [from, to] = [labelOf(change.fromPlan), labelOf(change.toPlan)];
  return (
    <>
      <p>{t('planChange.stays', { from, to, date: formatDay(takesEffectAt) })}</p>
      {typeof renewalCents === 'number' && (
        <p>
          {`${t('planChange.renewal', { date: formatDay(takesEffectAt) })}: `}
          <strong>{t('planChange.perMonth', { price: formatPrice(renewalCents) })}</strong>
        </p>
      )}
      {endsAt && <Notice tone="warning">{t('planChange.losesEnd', { date: formatDay(endsAt), to })}</Notice>}
    </>
  );
}

interface NoChangeProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly to: string;
  readonly label: string;
}

const NoChange = ({ title, text, to, label }: NoChangeProps) => (
  <div className="page-center">
    <title>{`${t('planChange.title')} · Kith`}</title>
    <State icon={title === t('planChange.none') ? SearchX : CircleSlash} heading="h1" title={title} text={text}>
      <ButtonLink to={to}>{label}</ButtonLink>
    </State>
  </div>
);

const labelOf = (plan: unknown): string => PLAN_CATALOGUE[normalisePlan(plan)].label;
