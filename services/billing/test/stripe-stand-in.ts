import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A subscription in the stand-in. */
export interface StandInSubscription {
  id: string;
  customer: string;
  plan: string;
  status: string;
  created: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  failedAt: number | null;
  paymentId: string | null;
  invoiceStatus: 'paid' | 'open';
}

export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

interface Session {
  readonly id: string;
  readonly form: Readonly<Record<string, string>>;
  status: 'open' | 'complete' | 'expired';
}

type Answer = { status: number; body: unknown };

/** A stand-in server for the Stripe endpoints that are used, on a free loopback port, with Stripe's idempotency keys. */
export class StripeStandIn {
  readonly requests: StandInRequest[] = [];
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, StandInSubscription>();
  /** `down` drops connections, `refusing` answers 400 to everything. */
  state: 'up' | 'down' | 'refusing' = 'up';
  /** The next plan change stays pending because its payment has not succeeded. */
  isPaymentPending = false;
  /** Runs before a subscription is read, to simulate concurrent changes. */
  beforeRead: () => void | Promise<void> = () => undefined;
  /** Runs before a checkout page is created. */
  beforeSession: () => void | Promise<void> = () => undefined;
  /** Customers that were deleted at Stripe. */
  readonly gone = new Set<string>();
  private readonly prices = new Map<string, { id: string; lookup_key: string; plan: string }>();
  private readonly answers = new Map<string, Answer>();
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private count = 0;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Sets fields of the customer's latest subscription, or of a new active one; returns it. */
  subscribe(customer: string, fields: Partial<StandInSubscription> = {}): StandInSubscription {
    const held = [...this.subscriptions.values()].find((subscription) => subscription.customer === customer);
    const fresh = { id: this.newId('sub'), customer, plan: 'basic', status: 'active', created: 1, cancelAtPeriodEnd: false };
    const now = Math.floor(Date.now() / 1000);
    const paid = { paymentId: this.newId('pi'), invoiceStatus: 'paid' as const };
    const open = { periodEnd: now + 30 * 86_400, cancelAt: null, failedAt: null, ...paid };
    const subscription = { ...fresh, ...open, ...held, ...fields };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  sent(method: string, path: string): StandInRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  private newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_${this.count}_${Math.random().toString(36).slice(2)}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.state === 'down') return void request.socket.destroy();
    const url = new URL(request.url ?? '/', 'http://stand-in');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = request.headers['idempotency-key']?.toString();
    const form = Object.fromEntries(new URLSearchParams(body || url.search));
    const asked = { method: request.method ?? '', path: url.pathname, form, idempotencyKey: key };
    this.requests.push(asked);
    const known = key === undefined ? undefined : this.answers.get(key);
    const answer = known ?? (this.state === 'refusing' ? refusal() : await this.answer(asked));
    if (key !== undefined && answer.status === 200) this.answers.set(key, answer);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }

  private async answer({ method, path, form }: StandInRequest): Promise<Answer> {
    const [, , resource, second = '', third = ''] = path.split('/');
    if (method === 'POST' && resource === 'customers') return ok({ object: 'customer', id: this.newId('cus') });
    if (resource === 'prices') return method === 'GET' ? this.listPrices(form) : this.createPrice(form);
    if (this.gone.has(form['customer'] ?? '')) return refusal('resource_missing');
    if (resource === 'checkout' && third === '') {
      await this.beforeSession();
      return this.createSession(form);
    }
    if (resource === 'checkout') return this.expireSession(third);
    if (resource === 'billing_portal')
      return ok({ object: 'billing_portal.session', url: `https://portal.test/${form['customer']}` });
    if (resource === 'subscriptions' && method === 'GET') {
      const read = [...this.subscriptions.values()].filter(({ customer }) => customer === form['customer']).map(asStripe);
      await this.beforeRead();
      return ok({ object: 'list', has_more: false, data: read });
    }
    if (resource === 'subscriptions' && method === 'POST') return this.changePlan(second, form);
    if (resource === 'subscriptions' && method === 'DELETE') return this.cancel(second);
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'unknown path' } } };
  }

  private listPrices(form: StandInRequest['form']): Answer {
    const price = this.prices.get(form['lookup_keys[0]'] ?? '');
    return ok({ object: 'list', has_more: false, data: price ? [price] : [] });
  }

  private createPrice(form: StandInRequest['form']): Answer {
    const price = { id: this.newId('price'), lookup_key: form['lookup_key'] ?? '', plan: form['metadata[plan]'] ?? '' };
    this.prices.set(price.lookup_key, price);
    return ok({ object: 'price', ...price });
  }

  private createSession(form: StandInRequest['form']): Answer {
    const session: Session = { id: this.newId('cs'), form, status: 'open' };
    this.sessions.set(session.id, session);
    return ok({ object: 'checkout.session', id: session.id, url: `https://checkout.test/${session.id}` });
  }

  private expireSession(id: string): Answer {
    const session = this.sessions.get(id);
    if (session?.status !== 'open') return refusal();
    session.status = 'expired';
    return ok({ object: 'checkout.session', id });
  }

  private changePlan(id: string, form: StandInRequest['form']): Answer {
    const held = this.subscriptions.get(id);
    const price = [...this.prices.values()].find((one) => one.id === form['items[0][price]']);
    if (!held || !price) return refusal();
    if (this.isPaymentPending) {
      Object.assign(held, { paymentId: this.newId('pi'), invoiceStatus: 'open' });
      return ok({
        ...asStripe(held),
        pending_update: {},
        latest_invoice: { id: 'in_1', hosted_invoice_url: 'https://invoice.test/1' },
      });
    }
    held.plan = price.plan;
    held.paymentId = this.newId('pi');
    return ok(asStripe(held));
  }

  private cancel(id: string): Answer {
    const held = this.subscriptions.get(id);
    if (!held) return refusal();
    held.status = 'canceled';
    return ok(asStripe(held));
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refusal = (code?: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message: 'no', code } },
});

function asStripe(subscription: StandInSubscription): Record<string, unknown> {
  const { id, customer, plan, status, created, periodEnd, cancelAtPeriodEnd, cancelAt, failedAt, paymentId, invoiceStatus } =
    subscription;
  const payment = { is_default: true, payment: { type: 'payment_intent', payment_intent: paymentId } };
  return {
    object: 'subscription',
    id,
    customer,
    status,
    created,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAt,
    pending_update: null,
    items: { object: 'list', data: [{ id: `si_${id}`, current_period_end: periodEnd, price: { metadata: { plan } } }] },
    latest_invoice: {
      id: `in_${id}`,
      status: invoiceStatus,
      created: failedAt ?? created,
      status_transitions: { finalized_at: failedAt },
      payments: { object: 'list', data: paymentId === null ? [] : [payment] },
    },
  };
}
