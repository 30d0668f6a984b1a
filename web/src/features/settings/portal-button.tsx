import { useMutation } from '@apollo/client/react';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { openPaymentPage, paymentProblem } from '../../lib/payment-page.js';
import { BlockedPage } from '../../ui/blocked-page.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast.js';
import { OPEN_PORTAL } from './settings.graphql.js';

/** To the provider's page for cards, invoices and cancelling (decision B13). */
export function PortalButton() {
  const [openPortal, { loading }] = useMutation(OPEN_PORTAL);
  const [blocked, setBlocked] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    try {
      setBlocked(await openPaymentPage(async () => (await openPortal()).data?.openBillingPortal.url));
    } catch (error) {
      toast.error(t('settings.plan.portalFailed'), { text: paymentProblem(error, t('load.failedText')) });
    }
  };
  return (
    <>
      <Button isBusy={loading} aria-describedby="portal-hint" onClick={() => void open()}>
        {!loading && <ExternalLink size={16} aria-hidden="true" />}
        {t('settings.plan.portal')}
      </Button>
      <p id="portal-hint" className="note">
        {t('settings.plan.portalHint')}
      </p>
      {blocked !== null && <BlockedPage url={blocked} onOpen={() => setBlocked(null)} />}
    </>
  );
}
