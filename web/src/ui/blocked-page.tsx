import { ExternalLink } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { Notice } from './notice.js';

/** The browser did not let us open the payment page: a click on a link it always lets through. */
export const BlockedPage = ({ url, onOpen }: { readonly url: string; readonly onOpen?: () => void }) => (
  <div role="alert">
    <Notice tone="warning">
      {`${t('checkout.blocked')} `}
      <a className="notice-link" href={url} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
        {t('checkout.openPage')}
        <ExternalLink size={14} aria-hidden="true" />
      </a>
    </Notice>
  </div>
);
