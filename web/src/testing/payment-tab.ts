import { jest } from '@jest/globals';

/** Stands in for the tab that a payment page is opened in; `null` for a browser that blocks it. Answers where it was led, and whether it was closed. */
export function paymentTab(isBlocked: boolean = false) {
  const led: string[] = [];
  const seen = { led, isClosed: false };
  const tab = {
    opener: null as unknown,
    document: document.implementation.createHTMLDocument(),
    location: { replace: (url: string) => led.push(url) },
    close: () => {
      seen.isClosed = true;
    },
  };
  window.open = jest.fn(() => (isBlocked ? null : (tab as unknown as Window)));
  return seen;
}
