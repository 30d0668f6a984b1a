import type { Plan } from '@kith/proto';
import { ExternalLink } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { Notice } from '../ui/state.js';

const PROVIDER = 'stripe.com';
const SANDBOX = '/sandbox-checkout/';

/** Why a page to pay on was not opened, in words for people. */
export class PaymentPageError extends Error {
  override readonly name = 'PaymentPageError';
}

/** What a failed way to the payment says: our own words, the server's, or else `otherwise`. */
export const paymentProblem = (error: unknown, otherwise: string): string =>
  error instanceof PaymentPageError ? error.message : (readError(error).message ?? otherwise);

/**
 * Opens the page that `ask` names in a new tab, so that this one stays as it is. Answers null, or the address when the browser blocks
 * the tab: to be offered as a link. Throws what `ask` throws, and PaymentPageError for an address that is missing or not trusted.
 */
export async function openPaymentPage(ask: () => Promise<string | undefined>): Promise<string | null> {
  // Now, while the click lasts: a tab that is opened after an answer of the server is taken for a popup.
  const tab = window.open('', '_blank');
  if (tab) describe(tab);
  try {
    const url = trusted(await ask());
    if (!tab) return url;
    tab.location.replace(url);
    return null;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function trusted(address: string | undefined): string {
  if (!address) throw new PaymentPageError(t('checkout.noUrl'));
  const url = trustedPaymentUrl(address, location.origin);
  if (url === null) throw new PaymentPageError(t('checkout.untrusted'));
  return url;
}

/** The address, if it is one of ours or of the payment provider over https (S68); else null. */
export function trustedPaymentUrl(address: string, ownOrigin: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, username, password, href } = new URL(address);
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  if (isPlain && origin === ownOrigin) return href;
  // Our own page under whatever name it was opened: localhost and 127.0.0.1 are two.
  if (isPlain && pathname.startsWith(SANDBOX)) return `${ownOrigin}${pathname}`;
  const isProvider = hostname === PROVIDER || hostname.endsWith(`.${PROVIDER}`);
  return isPlain && protocol === 'https:' && isProvider ? href : null;
}

function describe(tab: Window): void {
  // The page of somebody else shall not reach back to this one.
  tab.opener = null;
  tab.document.title = t('checkout.settingUp');
  tab.document.body.textContent = `${t('checkout.settingUp')}…`;
  tab.document.documentElement.style.colorScheme = document.documentElement.dataset['theme'] ?? 'light';
}

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

/** What was there when a payment page was opened in another tab: it is paid when there is more. */
export type OpenCheckout =
  { readonly kind: 'plan'; readonly before: Plan } | { readonly kind: 'credits'; readonly before: number };

let open: OpenCheckout | null = null;
const listeners = new Set<() => void>();

/** The payment that this tab waits for; only the latest counts. Kept in memory alone: storage is copied into the tab that pays. */
export const openCheckout = (): OpenCheckout | null => open;

/** Begins to wait for a payment, or with null no longer does. */
export function awaitPayment(checkout: OpenCheckout | null): void {
  open = checkout;
  for (const listener of listeners) listener();
}

export function onOpenCheckout(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
