import type { Plan } from '@kith/proto';

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
