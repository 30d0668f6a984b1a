import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { useEffect, useState, type ReactNode } from 'react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { formatCap } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { PageSpinner } from '../../ui/spinner.js';
import { BOT_COUNT } from './bots.graphql.js';
import { carriedDraft, dropDraft, type Draft } from './draft.js';
import { LimitPage } from './limit-page.js';

interface CreateFrameProps {
  readonly isNarrow?: boolean;
  /** The form; `draft` is what was typed into the other one. */
  readonly children: (plan: Plan, draft: Draft | null) => ReactNode;
}

/** What both forms of a new companion stand in: the look at the plan first, how many there are at the end. */
export function CreateFrame({ isNarrow, children }: CreateFrameProps) {
  const { subscriptionPlan: plan } = useUser();
  const { data, error, refetch } = useQuery(BOT_COUNT, { fetchPolicy: 'network-only' });
  const [draft] = useState(carriedDraft);
  useEffect(dropDraft, []);
  const total = data?.bots.total;
  const hasRoom = total !== undefined && total < PLAN_CATALOGUE[plan].maxBots;
  // Once it is there, the form stays: nothing that is learned later takes away what was typed.
  const [isOpen, setOpen] = useState(false);
  if (hasRoom && !isOpen) setOpen(true);

  if (total === undefined) {
    const again = (): void => void refetch().catch(() => undefined);
    return error ? <LoadError error={error} onRetry={again} /> : <PageSpinner label={t('create.checking')} />;
  }
  if (!hasRoom && !isOpen) return <LimitPage plan={plan} />;
  return (
    <div className={isNarrow ? 'page page-narrow' : 'page'}>
      <title>{`${t('create.title')} · Kith`}</title>
      {children(plan, draft)}
      <footer className="create-foot">
        <p className="muted">{t('create.count', { count: total, limit: formatCap(PLAN_CATALOGUE[plan].maxBots) })}</p>
        {plan !== 'premium' && (
          <ButtonLink to={paths.pricing} size="sm">
            {t('create.upgrade')}
          </ButtonLink>
        )}
      </footer>
    </div>
  );
}
