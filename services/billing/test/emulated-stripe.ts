import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@kith/kit/testing';
import { createEmulator, type Emulator } from 'emulate';
import { Stripe } from 'stripe';

const SECRET = 'whsec_of_the_emulator';
const PRICE = 'line_items[0][price_data]';

/**
 * The `emulate` package's Stripe with the two things that it lacks: prices within a session (`price_data`) become a product and a price there,
 * and the amount of the session is added to its events. Its webhooks are verified with Stripe's own library.
 */
export class EmulatedStripe {
  /** Requests of the product, `<method> <path>`. */
  readonly requests: string[] = [];
  /** Receives the events. */
  onEvent: (event: object) => Promise<unknown> = () => Promise.resolve();
  private readonly amounts = new Map<string, number>();
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private emulator: Emulator | undefined;

  /** Returns the address for STRIPE_API_URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const webhooks = [{ url: `${url}/webhook`, secret: SECRET, events: ['*'] }];
    this.emulator = await createEmulator({ service: 'stripe', port: await freePort(), seed: { stripe: { webhooks } } });
    return url;
  }

  async stop(): Promise<void> {
    await this.emulator?.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Pays the page as its button does. */
  async pay(pageUrl: string): Promise<Response> {
    return fetch(`${pageUrl}/complete`, { method: 'POST', redirect: 'manual' });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/webhook') return this.receive(body, String(request.headers['stripe-signature']), response);
    const { method = 'GET', url = '/' } = request;
    this.requests.push(`${method} ${url}`);
    const isSession = method === 'POST' && url === '/v1/checkout/sessions';
    const answer = await this.forward(method, url, isSession ? await this.withPrice(body) : body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }

  private async receive(body: string, signature: string, response: ServerResponse): Promise<void> {
    const event = Stripe.webhooks.constructEvent(body, signature, SECRET);
    const { id, metadata } = event.data.object as { id: string; metadata?: Record<string, string> };
    const amount = this.amounts.get(metadata?.['checkoutId'] ?? '');
    const object = { ...event.data.object, amount_total: amount ?? null, currency: 'usd' };
    const created = Math.floor(Date.now() / 1000);
    await this.onEvent({ ...event, id: `evt_${event.type}_${id}`, created, livemode: false, data: { object } });
    response.writeHead(200).end();
  }

  private async withPrice(body: string): Promise<string> {
    const form = new URLSearchParams(body);
    const cents = form.get(`${PRICE}[unit_amount]`);
    if (cents === null) return body;
    this.amounts.set(form.get('metadata[checkoutId]') ?? '', Number(cents));
    const product = await this.create('/v1/products', { name: form.get(`${PRICE}[product_data][name]`) ?? '' });
    const price = await this.create('/v1/prices', { product, currency: 'usd', unit_amount: cents });
    const kept = [...form].filter(([name]) => !name.startsWith(PRICE));
    return new URLSearchParams([...kept, ['line_items[0][price]', price]]).toString();
  }

  private async create(path: string, fields: Record<string, string>): Promise<string> {
    const answer = await this.forward('POST', path, new URLSearchParams(fields).toString());
    return ((await answer.json()) as { id: string }).id;
  }

  private forward(method: string, path: string, body: string): Promise<Response> {
    const headers = { authorization: 'Bearer sk_test_emulated', 'content-type': 'application/x-www-form-urlencoded' };
    return fetch(`${this.emulator?.url}${path}`, { method, headers, ...(method === 'GET' ? {} : { body }) });
  }
}
