import { randomUUID } from 'node:crypto';
import { billing } from '@kith/proto';
import { anActor, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anEvent,
  billingUnderTest,
  billingWithStripe,
  signed,
  WEBHOOK_SECRET,
  type BillingUnderTest,
} from './billing-under-test.js';
import { Stripe } from 'stripe';
import { aBuyer, invoiceEvent, sessionEvent, subscriptionEvent, type Buyer } from './paying-user.js';
import type { StripeStandIn } from './stripe-stand-in.js';

let kith: BillingUnderTest;
let stripe: StripeStandIn;
const NEXT_SECRET = 'whsec_the_next_one';
beforeAll(async () => {
  ({ kith, stripe } = await billingWithStripe({ STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${NEXT_SECRET}` }));
});
afterAll(() => kith.stop());

const send = (body: string, signature: string) => kith.ask(billing.webhook, { body, signature });
/** The event as JSON of exactly this many bytes. */
const filled = (event: object, bytes: number): string => {
  const room = bytes - Buffer.byteLength(JSON.stringify({ ...event, note: '' }));
  return JSON.stringify({ ...event, note: '€'.repeat(Math.floor(room / 3)) + 'x'.repeat(room % 3) });
};
const creditsOf = async ({ userId }: Buyer): Promise<number> => (await kith.usage(userId)).credits;

describe('the signature check', () => {
  it.each([
    ['without a signature [S63]', (body: string) => ({ body, signature: '' })],
    ['with a malformed signature [S63]', (body: string) => ({ body, signature: 't=1,v1=abc' })],
    ['signed with the secret of another endpoint [S63]', (body: string) => signed(JSON.parse(body) as object, 'whsec_other')],
    ['signed more than 300 s ago [S63]', (body: string) => signed(JSON.parse(body) as object, WEBHOOK_SECRET, 301)],
    [
      'whose body was changed after signing [S63]',
      (body: string) => {
        const made = signed(JSON.parse(body) as object, WEBHOOK_SECRET);
        return { ...made, body: made.body.replace('"paid"', '"paiD"') };
      },
    ],
    [
      'whose body got another blank after signing [S63]',
      (body: string) => ({ ...signed(JSON.parse(body) as object, WEBHOOK_SECRET), body: `${body} ` }),
    ],
  ])('rejects an event %s, without effect', async (_what, forge) => {
    const buyer = await aBuyer(kith);
    const event = sessionEvent(buyer);
    const { body, signature } = forge(JSON.stringify(event));
    await expect(send(body, signature)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await creditsOf(buyer)).toBe(0);
    expect(await kith.query('select 1 from billing.webhook_event where id = $1', [event.id])).toEqual([]);
  });

  it('records a rejected event in the audit log [S63]', async () => {
    const before = (await kith.audited(null)).length;
    await expect(send('{}', 't=1,v1=00')).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const refused = await waitFor('the audit', async () => (await kith.audited(null)).slice(before)[0]);
    expect(refused).toMatchObject({ action: 'webhook_refused', actorId: null, details: { reason: 'signature' } });
  });

  it('accepts either secret during a rotation [S63]', async () => {
    for (const secret of [WEBHOOK_SECRET, NEXT_SECRET]) {
      const buyer = await aBuyer(kith);
      await expect(kith.deliver(sessionEvent(buyer), secret)).resolves.toEqual({ received: true });
      expect(await creditsOf(buyer)).toBe(500);
    }
  });

  it('applies an event once that is replayed within the tolerance, concurrent copies included [S63]', async () => {
    const buyer = await aBuyer(kith);
    const { body, signature } = signed(sessionEvent(buyer), WEBHOOK_SECRET);
    await Promise.all(Array.from({ length: 10 }, () => send(body, signature)));
    expect(await send(body, signature)).toEqual({ received: true });
    expect(await creditsOf(buyer)).toBe(500);
    expect(await kith.ledgerSum(buyer.userId)).toBe(500);
  });

  it('reports a paid invoice once when copies of its event arrive at the same time [S64]', async () => {
    const { userId, customer } = await aBuyer(kith);
    const { body, signature } = signed(invoiceEvent(customer, 'paid', stripe.bill(customer).id), WEBHOOK_SECRET);
    await Promise.all(Array.from({ length: 10 }, () => send(body, signature)));
    expect((await kith.audited(userId)).map(({ action }) => action)).toEqual(['payment_received']);
  });

  it.each([
    ['of exactly 256 KiB in characters of three bytes', (event: object) => filled(event, 262_144)],
    ['with lines that end in CRLF', (event: object) => JSON.stringify(event, null, 2).replaceAll('\n', '\r\n')],
  ])('accepts a body %s [S63]', async (_what, write) => {
    const buyer = await aBuyer(kith);
    const body = write(sessionEvent(buyer));
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET });
    await expect(send(body, signature)).resolves.toEqual({ received: true });
    expect(await creditsOf(buyer)).toBe(500);
  });

  it('rejects a body that is not JSON', async () => {
    const timestamp = signed({}, WEBHOOK_SECRET);
    await expect(send('not json', timestamp.signature)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('rejects bodies and signatures that are too long', async () => {
    await expect(send('x'.repeat(300_001), '')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(send('{}', 's'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('an event that does not match an order', () => {
  it('of the other mode is rejected although it is signed, with an entry in the audit log [S66]', async () => {
    const buyer = await aBuyer(kith);
    await expect(kith.deliver({ ...sessionEvent(buyer), livemode: true })).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await creditsOf(buyer)).toBe(0);
    const reasons = (await kith.audited(null)).map(({ details }) => details['reason']);
    expect(reasons).toContain('livemode');
  });

  it('of a connected account is rejected [S66]', async () => {
    const buyer = await aBuyer(kith);
    await expect(kith.deliver({ ...sessionEvent(buyer), account: 'acct_1' })).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
    expect(await creditsOf(buyer)).toBe(0);
  });

  it.each([
    ['another price', { amount_total: 1 }],
    ['another currency', { currency: 'vnd' }],
    ['no metadata, as of another product of the account', { metadata: {} }],
    ['metadata that are no id', { metadata: { checkoutId: "' or true --" } }],
    ['an id of no checkout', { metadata: { checkoutId: randomUUID() } }],
    ['another session', { id: 'cs_other' }],
    ['an unknown customer', { customer: 'cus_unknown' }],
    ['no customer', { customer: null }],
    ['another mode of checkout', { mode: 'setup' }],
  ])('with %s adds no credits [S66]', async (_what, fields) => {
    const buyer = await aBuyer(kith);
    await expect(kith.deliver(sessionEvent(buyer, fields))).resolves.toEqual({ received: true });
    expect(await creditsOf(buyer)).toBe(0);
    // The mismatching event does not prevent the right one from being applied.
    await kith.deliver(sessionEvent(buyer));
    expect(await creditsOf(buyer)).toBe(500);
  });

  it('that names the checkout of another user adds no credits to either [S66]', async () => {
    const [mine, theirs] = [await aBuyer(kith), await aBuyer(kith, 'credits-5000')];
    await kith.deliver(
      sessionEvent(theirs, { customer: mine.customer, metadata: { userId: mine.userId, checkoutId: theirs.checkoutId } }),
    );
    expect(await creditsOf(mine)).toBe(0);
    expect(await creditsOf(theirs)).toBe(0);
  });

  it('whose metadata claim another number of credits adds those of the order [S65]', async () => {
    const buyer = await aBuyer(kith, 'credits-100');
    const { checkoutId, userId } = buyer;
    await kith.deliver(sessionEvent(buyer, { metadata: { checkoutId, userId, credits: '999999' } }));
    expect(await creditsOf(buyer)).toBe(100);
  });

  it('of a type that is not handled is acknowledged', async () => {
    await expect(kith.deliver(anEvent('payout.paid', { object: 'payout', id: 'po_1' }))).resolves.toEqual({ received: true });
  });

  it('about the subscription of an unknown customer is acknowledged without a request to Stripe', async () => {
    const before = stripe.requests.length;
    await expect(kith.deliver(subscriptionEvent('cus_nobody'))).resolves.toEqual({ received: true });
    expect(stripe.requests.length).toBe(before);
  });
});

describe('the configuration of the provider', () => {
  it('rejects all events and sells nothing without a webhook secret [S63]', async () => {
    const unsafe = await billingUnderTest({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: 'http://127.0.0.1:9' });
    const actor = anActor();
    await expect(unsafe.deliver(anEvent('payout.paid', {}), '')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await expect(unsafe.ask(billing.checkoutPlan, { actor, plan: 'basic' })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await expect(unsafe.ask(billing.checkoutCredits, { actor, packageId: 'credits-100' })).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    });
    await expect(unsafe.ask(billing.portal, { actor })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
    await unsafe.stop();
  });

  it('rejects events that the sandbox signed when Stripe is configured [S63]', async () => {
    const sandbox = await billingUnderTest();
    const buyer = await aBuyer(sandbox);
    const { body, signature } = signed(
      sessionEvent(buyer),
      `whsec_${kith.runtime.keyring.derive('billing-sandbox-webhook').toString('hex')}`,
    );
    await expect(send(body, signature)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    await sandbox.stop();
  });

  it('rejects events of the test mode in live mode [S66]', async () => {
    const live = await billingUnderTest(
      { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
      WEBHOOK_SECRET,
    );
    await expect(live.deliver(anEvent('invoice.paid', { customer: 'cus_1' }))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
    await live.stop();
  });
});
