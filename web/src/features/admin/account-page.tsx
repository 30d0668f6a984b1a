import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { BackLink } from '../../ui/button.js';
import { AccountFinder } from './account-finder.js';
import { AdminOnly } from './admin-only.js';
import type { Account } from './admin.graphql.js';
import { useAccounts } from './use-accounts.js';
import './admin.css';

interface AccountPageProps {
  readonly title: string;
  readonly lead: string;
  /** What can be done with one of the users. */
  readonly renderActions: (account: Account) => ReactNode;
  readonly children?: ReactNode;
}

/** A page of the super-admin that begins with finding a user. */
export const AccountPage = (props: AccountPageProps) => (
  <AdminOnly allows="super_admin">
    <title>{`${props.title} · Kith`}</title>
    <Content {...props} />
  </AdminOnly>
);

function Content({ title, lead, renderActions, children }: AccountPageProps) {
  const accounts = useAccounts();
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
      </header>
      <AccountFinder label={t('admin.users')} accounts={accounts} failed={t('admin.usersFailed')} renderActions={renderActions} />
      {children}
    </div>
  );
}
