import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { PaymentTable } from '../../shared/payment-list.js';
import { FIRST_PAGE } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { PagedList, pageOf } from './paged-list.js';
import { USER_PAYMENTS } from './payments.graphql.js';

const PAGE = 10;

/** What a user paid, with what was given back. */
export function UserPayments({ userId }: { readonly userId: string }) {
  const [position, setPosition] = useState(FIRST_PAGE);
  const query = pageOf(useQuery(USER_PAYMENTS, { variables: { userId, limit: PAGE, ...position } }), (data) => data.userPayments);
  return (
    <Section title={t('admin.userPage.payments')} className="card card-body">
      <PagedList
        label={t('admin.userPage.payments')}
        failed={t('payments.failed')}
        query={query}
        isEmpty={({ payments }) => payments.length === 0}
        offset={position.offset}
        limit={PAGE}
        onTurn={setPosition}
      >
        {({ payments }) =>
          payments.length > 0 ? (
            <PaymentTable label={t('admin.userPage.payments')} payments={payments} />
          ) : (
            <p className="muted">{t('admin.userPage.noPayments')}</p>
          )
        }
      </PagedList>
    </Section>
  );
}
