import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type Client, type GatewayUnderTest } from './gateway-under-test.js';
import { NO_CHECKOUT, SIGNATURE } from './stubs/billing.js';
import { FORMULA_NAME, NAMED_BOT, NOW } from './stubs/values.js';

describe('billing routes', () => {
  let world: GatewayUnderTest;
  let kim: Client;

  beforeAll(async () => {
    world = await gatewayUnderTest();
    kim = world.client();
  });
  afterAll(() => world.close());

  const lastCall = (name: string) => world.stubs.calls.findLast((call) => call.name === name)?.input;

  it('list credit packages and credit postings', async () => {
    expect((await kim.ask('GET', '/api/credits/packages')).body).toMatchObject({ packages: [{ id: 'credits-100', price: 199 }] });
    const history = await kim.ask('GET', '/api/credits/history?limit=3&before=1000');
    expect([history.headers['x-total-count'], history.body]).toMatchObject([
      '300',
      [
        { id: '999', credits: -1, balanceAfter: 999, botId: NAMED_BOT, botName: FORMULA_NAME },
        { id: '998', botId: null, botName: null },
        { id: '997', botId: NO_CHECKOUT, botName: null },
      ],
    ]);
    expect(lastCall('billing.history')).toMatchObject({ limit: 3, before: '1000' });
  });

  it('export all credit postings as CSV, over all pages, safe against formula injection [S48]', async () => {
    const { headers, text } = await kim.ask('GET', '/api/credits/history.csv');
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringContaining('credits.csv'),
    ]);
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(301);
    expect(lines.slice(0, 4)).toEqual([
      'date,reason,companion,change,balance',
      `${NOW},Reply above the daily limit,"'=HYPERLINK(""https://evil.example"")",-1,999`,
      `${NOW},Reply above the daily limit,,-1,998`,
      `${NOW},Reply above the daily limit,(deleted),-1,997`,
    ]);
    expect(world.stubs.calls.filter(({ name }) => name === 'billing.history').slice(-2)).toMatchObject([
      { input: { limit: 200 } },
      { input: { limit: 200, before: '800' } },
    ]);
  });

  it('take price and credits from the catalogue and ignore those of the client [S65]', async () => {
    const body = { packageId: 'credits-100', credits: 999_999, price: 1, userId: randomUUID() };
    const answer = await kim.ask('POST', '/api/credits/checkout', body);
    const url = 'https://pay.example/session';
    expect([answer.status, answer.body]).toEqual([
      200,
      { url, checkoutUrl: url, checkoutId: null, message: 'Setting Up Payment' },
    ]);
    expect(lastCall('billing.checkoutCredits')).toEqual({ actor: kim.actor, packageId: 'credits-100' });
    expect((await kim.ask('POST', '/api/credits/checkout', { packageId: 'none' })).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['/api/subscriptions/upgrade', '/api/create-checkout-session'])('%s creates a checkout for a plan', async (path) => {
    for (const [plan, bought] of [
      ['basic', 'basic'],
      ['standard', 'basic'],
      ['premium', 'premium'],
    ]) {
      const answer = await kim.ask('POST', path, { plan });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { url: 'https://pay.example/session', message: expect.any(String) },
      ]);
      expect(lastCall('billing.checkoutPlan')).toEqual({ actor: kim.actor, plan: bought });
    }
    for (const plan of ['free', 'gold', null, 7]) {
      expect((await kim.ask('POST', path, { plan })).body).toMatchObject({ statusCode: 400, code: 'BAD_INPUT' });
    }
    const subscriber = world.client({ plan: 'basic' });
    expect((await subscriber.ask('POST', path, { plan: 'standard' })).body).toMatchObject({
      statusCode: 409,
      code: 'ALREADY_SUBSCRIBED',
    });
    const acting = world.client({ impersonator: { userId: randomUUID(), username: 'root' } });
    expect((await acting.ask('POST', path, { plan: 'basic' })).body).toMatchObject({ statusCode: 403, code: 'IMPERSONATING' });
  });

  it('show the subscription and link to the billing portal', async () => {
    expect((await kim.ask('GET', '/api/subscriptions')).body).toMatchObject({ plan: 'basic', status: 'active', isSandbox: true });
    expect((await kim.ask('POST', '/api/subscriptions/portal')).body).toEqual({ url: 'https://pay.example/session' });
  });

  it('pay, decline and act in the payment sandbox', async () => {
    const checkoutId = randomUUID();
    const path = `/api/sandbox/checkout/${checkoutId}`;
    expect((await kim.ask('GET', path)).body).toMatchObject({ id: checkoutId, title: '100 credits', state: 'open' });
    expect((await kim.ask('POST', path, { outcome: 'decline' })).body).toEqual({ url: 'https://kith.example/dashboard?decline' });
    expect((await kim.ask('POST', path, { outcome: 'steal' })).body).toMatchObject({ code: 'BAD_INPUT' });
    expect((await kim.ask('GET', `/api/sandbox/checkout/${NO_CHECKOUT}`)).body).toMatchObject({ code: 'NOT_FOUND' });
    const change = await kim.ask('POST', '/api/sandbox/portal', { action: 'decline_card' });
    expect(change.body).toMatchObject({ isCardDeclined: true });
  });

  describe('webhook events of the payment provider [S63]', () => {
    const event = (body: string | Buffer, headers: Record<string, string> = { 'stripe-signature': SIGNATURE }) =>
      world.send('POST', '/api/webhooks/stripe', { body, headers: { 'content-type': 'application/json', ...headers } });

    it.each([
      '{"id":"evt_1","amount":1.0}',
      '{ "b" : 1 ,\r\n\t"a":1e2, "a": "twice" }\n',
      '{"text":"K\\u00fcste \\/ Küste 🌊","__proto__":{"x":1}}',
      '\ufeff{}',
      'no JSON at all',
      '',
      `{"${'x'.repeat(200_000)}":1}`,
    ])('are passed on byte for byte: %s', async (body) => {
      const answer = await event(body);
      expect([answer.status, answer.body]).toEqual([200, { received: true }]);
      expect(lastCall('billing.webhook')).toEqual({ body, signature: SIGNATURE });
    });

    it('need neither a session nor a same-origin request', async () => {
      expect((await event('{}', { 'stripe-signature': SIGNATURE, origin: 'https://evil.example' })).status).toBe(200);
    });

    it.each<[string, Record<string, string>]>([
      ['no signature', {}],
      ['a wrong signature', { 'stripe-signature': 't=1,v1=wrong' }],
      ['an empty signature', { 'stripe-signature': '' }],
    ])('are refused with %s', async (_name, headers) => {
      expect((await event('{}', headers)).body).toMatchObject({ statusCode: 400, code: 'SIGNATURE_INVALID' });
    });

    it('are refused when they are not UTF-8, above 256 KiB or not JSON by content type', async () => {
      const calls = world.stubs.calls.length;
      expect((await event(Buffer.from([0x7b, 0xff, 0x7d]))).body).toMatchObject({ statusCode: 400, code: 'MALFORMED' });
      expect((await event('x'.repeat(262_145))).body).toMatchObject({ statusCode: 413, code: 'TOO_LARGE' });
      const headers = { 'content-type': 'text/plain', 'stripe-signature': SIGNATURE };
      expect((await event('{}', headers)).status).toBe(415);
      expect((await event('{}', { 'stripe-signature': 'x'.repeat(1500) })).status).toBe(400);
      expect(world.stubs.calls.slice(calls).map(({ name }) => name)).toEqual([]);
    });
  });
});
