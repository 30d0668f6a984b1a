import { useQuery } from '@apollo/client/react';
import { isAdmin as isAdministrator } from '@kith/proto';
import { Coins, Minus, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { AccountList, type Account } from './account-list.js';
import { AdminFrame } from './admin-frame.js';
import { USER_PAGE } from './admin.graphql.js';
import { ImpersonateDialog } from './impersonate-page.js';
import { TakeCreditsDialog } from './take-credits-dialog.js';
import { UserAudit, UserBotList, UserPlan } from './user-details.js';
import { AddCreditsDialog } from './user-credits-page.js';
import { PlanDialog, RightsDialog } from './user-dialogs.js';
import { UserPayments } from './user-payments.js';
import { UserSessions } from './user-sessions.js';

const BOT_PAGE = 25;

type Dialog = 'plan' | 'rights' | 'credits' | 'take-credits' | 'impersonate';

/** Everything about one user; what is for the super-admin alone is left out for other administrators (docs/decisions.md A3). */
export function UserPage() {
  const { userId = '' } = useParams();
  return (
    <AdminFrame allows="admin" title={t('admin.nav.user')} lead={t('admin.userPage.lead')}>
      <Details key={userId} userId={userId} />
    </AdminFrame>
  );
}

function Details({ userId }: { readonly userId: string }) {
  const [offset, setOffset] = useState(0);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isSuperAdmin = useUser().role === 'super_admin';
  const variables = { userId, limit: BOT_PAGE, offset };
  const { data: current, previousData, error, refetch } = useQuery(USER_PAGE, { variables });
  const data = current ?? (error ? undefined : previousData);
  if (error && !data)
    return <LoadError title={t('admin.userPage.failed')} error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  if (!data) return <Skeleton height={320} />;
  const { user, userAccount, userBots } = data;
  return (
    <>
      {error && <StaleNotice error={error} />}
      <section className="card admin-list" aria-label={user.username}>
        <AccountList label={user.username} accounts={[user]} />
        <Actions account={user} isSuperAdmin={isSuperAdmin} onOpen={setDialog} />
      </section>
      <UserPlan account={userAccount} />
      <UserPayments userId={userId} />
      <UserBotList page={userBots} offset={offset} limit={BOT_PAGE} onTurn={({ offset: to }) => setOffset(to)} />
      <Section title={t('admin.userPage.sessions')} className="card card-body user-rows">
        <UserSessions user={user} />
      </Section>
      {isSuperAdmin && <UserAudit userId={userId} />}
      {dialog && <OpenDialog kind={dialog} account={user} onClose={() => setDialog(null)} />}
    </>
  );
}

interface ActionsProps {
  readonly account: Account;
  readonly isSuperAdmin: boolean;
  readonly onOpen: (dialog: Dialog) => void;
}

const Actions = ({ account, isSuperAdmin, onOpen }: ActionsProps) => (
  <div className="row account-tools" role="group" aria-label={t('admin.userPage.actions')}>
    <Button onClick={() => onOpen('plan')}>{t('admin.management.changePlan')}</Button>
    {account.role !== 'super_admin' && (
      <Button onClick={() => onOpen('rights')}>
        {t(isAdministrator(account) ? 'admin.management.revokeAdmin' : 'admin.management.makeAdmin')}
      </Button>
    )}
    {isSuperAdmin && (
      <Button icon={Coins} onClick={() => onOpen('credits')}>
        {t('admin.creditManagement.add')}
      </Button>
    )}
    {isSuperAdmin && account.messageCredits > 0 && (
      <Button icon={Minus} onClick={() => onOpen('take-credits')}>
        {t('admin.creditManagement.take')}
      </Button>
    )}
    {isSuperAdmin && !isAdministrator(account) && (
      <Button icon={UserRoundCog} onClick={() => onOpen('impersonate')}>
        {t('admin.impersonation.impersonate')}
      </Button>
    )}
  </div>
);

interface OpenDialogProps {
  readonly kind: Dialog;
  readonly account: Account;
  readonly onClose: () => void;
}

function OpenDialog({ kind, ...props }: OpenDialogProps) {
  if (kind === 'plan') return <PlanDialog {...props} />;
  if (kind === 'rights') return <RightsDialog {...props} />;
  if (kind === 'take-credits') return <TakeCreditsDialog {...props} />;
  return kind === 'credits' ? <AddCreditsDialog {...props} /> : <ImpersonateDialog {...props} />;
}
