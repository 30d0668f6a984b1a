import type { Plan } from '@kith/proto';
import { ExternalLink } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { createStore } from '../lib/store.js';
import { Notice } from '../ui/state.js';

const PROVIDER = 'stripe.com';
/** Pages of this app that take the place of a provider's. */
const OWN_PAGES = /^\/(sandbox-checkout\/|sandbox-portal$|change-plan\/)/;

/** Why a payment page was not opened, in words for people. */
export class PaymentPageError extends Error {
  override readonly name = 'PaymentPageError';
}

/** Text for a payment page that could not be opened: our own, the server's, or `otherwise`. */
export const paymentErrorText = (error: unknown, otherwise: string): string =>
  error instanceof PaymentPageError ? error.message : (readError(error).message ?? otherwise);

/**
 * Opens the URL that `requestUrl` resolves to in a new tab. Returns null, or the URL when the browser has blocked the tab, to be offered as
 * a link. Throws what `requestUrl` throws, and PaymentPageError for a URL that is missing or not trusted.
 */
export async function openPaymentPage(requestUrl: () => Promise<string | undefined>): Promise<string | null> {
  // Before the request: browsers block a tab that is not opened directly by the click.
  const tab = window.open('', '_blank');
  if (tab) showLoading(tab);
  try {
    const url = trusted(await requestUrl());
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

/** The URL if it is our own or the payment provider's over https, else null (docs/security.md S68). */
export function trustedPaymentUrl(address: string, ownOrigin: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, username, password, href } = new URL(address);
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  if (isPlain && origin === ownOrigin) return href;
  // A page of this installation, which may be open under another host name (localhost or 127.0.0.1).
  if (isPlain && OWN_PAGES.test(pathname)) return `${ownOrigin}${pathname}`;
  const isProvider = hostname === PROVIDER || hostname.endsWith(`.${PROVIDER}`);
  return isPlain && protocol === 'https:' && isProvider ? href : null;
}

function showLoading(tab: Window): void {
  // The provider's page must not control this one.
  tab.opener = null;
  tab.document.title = t('checkout.settingUp');
  tab.document.body.textContent = `${t('checkout.settingUp')}…`;
  tab.document.documentElement.style.colorScheme = document.documentElement.dataset['theme'] ?? 'light';
}

/** Link to a payment page that the browser has blocked. */
export const BlockedPageLink = ({ url, onOpen }: { readonly url: string; readonly onOpen?: () => void }) => (
  <Notice tone="warning" isAlert>
    {`${t('checkout.blocked')} `}
    <a className="notice-link" href={url} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
      {t('checkout.openPage')}
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  </Notice>
);

/**
 * The plan or the credits before a payment: it has succeeded when the user has more. The checkout tells how the payment goes; null when the
 * page that is open changes a subscription.
 */
export type PendingPayment = { readonly checkoutId: string | null } & (
  { readonly kind: 'plan'; readonly before: Plan } | { readonly kind: 'credits'; readonly before: number }
);

/** The payment that this tab waits for. In memory only, because session storage is copied into the tab that is opened for it. */
export const pendingPayment = createStore<PendingPayment | null>(null);

/** Waits for a payment; with null, stops waiting. */
export const awaitPayment = pendingPayment.set;
