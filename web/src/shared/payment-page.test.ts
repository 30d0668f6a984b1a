import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openPaymentPage, trustedPaymentUrl } from './payment-page.js';
import '../testing/messages.js';

const HERE = 'https://kith.example';

describe('the URL of a payment page', () => {
  it.each([
    ['https://checkout.stripe.com/c/pay/cs_1#x', 'https://checkout.stripe.com/c/pay/cs_1#x'],
    ['https://billing.stripe.com/p/session', 'https://billing.stripe.com/p/session'],
    [`${HERE}/dashboard?upgrade=success`, `${HERE}/dashboard?upgrade=success`],
    ['http://localhost:3000/sandbox-checkout/7', `${HERE}/sandbox-checkout/7`],
  ])('%s is trusted [S68]', (address, opened) => {
    expect(trustedPaymentUrl(address, HERE)).toBe(opened);
  });

  it.each([
    'http://checkout.stripe.com/c/pay/cs_1',
    'https://stripe.com.evil.example/pay',
    'https://evilstripe.com/pay',
    'https://evil.example/?next=checkout.stripe.com',
    'https://user:secret@checkout.stripe.com/pay',
    'javascript:alert(1)//stripe.com',
    'javascript:/sandbox-checkout/',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://kith.example/1',
    '//checkout.stripe.com/pay',
    '/sandbox-checkout/7',
    'not an address',
    '',
  ])('%s is not trusted [S68]', (address) => {
    expect(trustedPaymentUrl(address, HERE)).toBeNull();
  });
});

describe('opening a payment page', () => {
  const tab = () => {
    const document = globalThis.document.implementation.createHTMLDocument();
    return { opener: {} as unknown, document, location: { replace: jest.fn() }, close: jest.fn() };
  };
  let open: jest.SpiedFunction<typeof window.open>;
  const opens = (opened: ReturnType<typeof tab> | null) => open.mockReturnValue(opened as unknown as Window | null);
  beforeEach(() => {
    open = jest.spyOn(window, 'open');
    open.mockReset();
  });

  it('opens the tab before the request, while the click still allows it', async () => {
    const opened = tab();
    opens(opened);
    const asked = openPaymentPage(async () => {
      expect(open).toHaveBeenCalledTimes(1);
      return 'https://checkout.stripe.com/c/1';
    });
    expect(open).toHaveBeenCalledTimes(1);
    expect(opened.document.body.textContent).toContain('Setting Up Payment');
    expect(await asked).toBeNull();
    expect(opened.location.replace.mock.calls).toEqual([['https://checkout.stripe.com/c/1']]);
    expect(opened.opener).toBeNull();
  });

  it('returns the URL when the browser blocks the tab', async () => {
    opens(null);
    expect(await openPaymentPage(async () => 'https://checkout.stripe.com/c/1')).toBe('https://checkout.stripe.com/c/1');
  });

  it.each([
    [undefined, 'No checkout URL returned from the payment provider. Please try again.'],
    ['', 'No checkout URL returned from the payment provider. Please try again.'],
    ['https://evil.example/', /Kith does not trust the address/],
  ])('closes the tab and throws the reason for %s [S68]', async (address, words) => {
    const opened = tab();
    opens(opened);
    await expect(openPaymentPage(async () => address)).rejects.toThrow(words);
    expect(opened.close).toHaveBeenCalledTimes(1);
    expect(opened.location.replace).not.toHaveBeenCalled();
  });
});
