import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { PaymentTable } from '../../shared/payment-list.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { FIRST_PAGE, Pager } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { PAYMENTS } from './settings.graphql.js';

const PAGE = 10;

/** What the user paid; nothing for those who never did. */
export function PaymentsSection() {
  const [position, setPosition] = useState(FIRST_PAGE);
  const { data, previousData, error, refetch } = useQuery(PAYMENTS, { variables: { limit: PAGE, ...position } });
  const list = (data ?? (error ? undefined : previousData))?.payments;
  if (!error && (!list || list.total === 0)) return null;
  return (
    <Section title={t('payments.heading')} lead={t('payments.lead')} className="card card-body">
      {error && !list && (
        <LoadError title={t('payments.failed')} error={error} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {error && list && <StaleNotice error={error} />}
      {list && <PaymentTable label={t('payments.heading')} payments={list.payments} />}
      {list && (
        <Pager
          label={t('payments.heading')}
          page={list}
          offset={position.offset}
          limit={PAGE}
          isTurning={!data}
          onTurn={setPosition}
        />
      )}
    </Section>
  );
}
