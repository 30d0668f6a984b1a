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
  invoiceStatus: 'paid' | 'open' | 'void';
  periodStart: number;
  scheduledPlan: string | null;
  endComment: string | null;
  endedAt: number | null;
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

interface Price {
  readonly id: string;
  readonly lookup_key: string;
  readonly unit_amount: number;
  readonly metadata: { readonly plan: string };
}

/** A paid invoice: the plan that it is for and what was paid. */
export interface StandInInvoice {
  readonly id: string;
  readonly customer: string;
  readonly plan: string;
  readonly cents: number;
  readonly paymentId: string;
  readonly currency: string;
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
  /** What plan changes have charged, in cents. */
  readonly charged: number[] = [];
  /** Taken off every amount that is due, as a discount of the customer is. */
  discountCents = 0;
  private readonly invoices = new Map<string, StandInInvoice>();
  private readonly prices = new Map<string, Price>();
  /** The payments that were received for each subscription, oldest first. */
  private readonly received = new Map<string, string[]>();
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
    const period = { periodStart: now - 86_400, periodEnd: now + 30 * 86_400 };
    const open = { ...period, cancelAt: null, failedAt: null, scheduledPlan: null, endComment: null, endedAt: null, ...paid };
    const subscription = { ...fresh, ...open, ...held, ...fields };
    this.subscriptions.set(subscription.id, subscription);
    this.receive(subscription);
    return subscription;
  }

  /** A paid invoice of the customer. */
  bill(customer: string, fields: Partial<StandInInvoice> = {}): StandInInvoice {
    const paid = { plan: 'basic', cents: 999, currency: 'usd', paymentId: this.newId('pi') };
    const invoice = { id: this.newId('in'), customer, ...paid, ...fields };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  sent(method: string, path: string): StandInRequest[] {
    return this.requests.filter((request) => request.method === method && request.path === path);
  }

  private receive({ id, paymentId, invoiceStatus }: StandInSubscription): void {
    const known = this.received.get(id) ?? [];
    if (invoiceStatus === 'paid' && paymentId !== null) this.received.set(id, [...known, paymentId]);
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
    if (resource === 'prices' && second !== '') return ok(asPrice(second.replace(PRICE_ID, '')));
    if (resource === 'prices') return method === 'GET' ? this.listPrices(form) : this.createPrice(form);
    if (resource === 'invoices') return this.answerInvoices(method, second, form);
    if (resource === 'subscription_schedules') return this.answerSchedules(second, third, form);
    if (this.gone.has(form['customer'] ?? '')) return refusal('resource_missing');
    if (resource === 'checkout' && third === '') {
      await this.beforeSession();
      return this.createSession(form);
    }
    if (resource === 'checkout') return this.expireSession(third);
    if (resource === 'billing_portal')
      return ok({ object: 'billing_portal.session', url: `https://portal.test/${form['customer']}` });
    if (resource === 'subscriptions' && method === 'GET' && second !== '') return this.read(second);
    if (resource === 'subscriptions' && method === 'GET') {
      const read = [...this.subscriptions.values()].filter(({ customer }) => customer === form['customer']).map(asStripe);
      await this.beforeRead();
      return ok({ object: 'list', has_more: false, data: read });
    }
    if (resource === 'subscriptions' && method === 'POST')
      return 'items[0][price]' in form ? this.changePlan(second, form) : this.setRenewal(second, form);
    if (resource === 'subscriptions' && method === 'DELETE') return this.cancel(second, form);
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'unknown path' } } };
  }

  private listPrices(form: StandInRequest['form']): Answer {
    const price = this.prices.get(form['lookup_keys[0]'] ?? '');
    return ok({ object: 'list', has_more: false, data: price ? [price] : [] });
  }

  private createPrice(form: StandInRequest['form']): Answer {
    const price = { ...asPrice(form['metadata[plan]'] ?? ''), lookup_key: form['lookup_key'] ?? '' };
    this.prices.set(price.lookup_key, price);
    return ok(price);
  }

  private answerInvoices(method: string, id: string, form: StandInRequest['form']): Answer {
    if (id === 'create_preview') {
      const held = this.subscriptions.get(form['subscription'] ?? '');
      return held ? ok({ object: 'invoice', currency: 'usd', amount_due: this.amountDue(held, form) }) : refusal();
    }
    if (method === 'GET' && id !== '') {
      const paid = this.invoices.get(id);
      return paid ? ok(asPaidInvoice(paid)) : refusal('resource_missing');
    }
    if (method === 'GET' && form['status'] === 'paid') {
      const payments = this.received.get(form['subscription'] ?? '')?.toReversed() ?? [];
      return ok({ object: 'list', has_more: false, data: payments.map((payment) => asInvoice(payment, 'paid')) });
    }
    if (method === 'GET') {
      const open = [...this.subscriptions.values()].filter(
        (one) => one.id === form['subscription'] && one.invoiceStatus === 'open',
      );
      return ok({ object: 'list', has_more: false, data: open.map((one) => ({ object: 'invoice', id: `in_${one.id}` })) });
    }
    const held = this.subscriptions.get(id.replace('in_', ''));
    if (held?.invoiceStatus !== 'open') return refusal();
    held.invoiceStatus = 'void';
    return ok({ object: 'invoice', id });
  }

  /** A schedule has the id of its subscription. */
  private answerSchedules(id: string, action: string, form: StandInRequest['form']): Answer {
    const held = this.subscriptions.get(form['from_subscription'] ?? id.replace('sched_', ''));
    if (!held || (id === '' && (held.scheduledPlan !== null || held.cancelAtPeriodEnd))) return refusal();
    if (action === 'release') held.scheduledPlan = null;
    const next = form['phases[1][items][0][price]'];
    if (next !== undefined) held.scheduledPlan = next.replace(PRICE_ID, '');
    return ok({ object: 'subscription_schedule', ...asSchedule({ ...held, scheduledPlan: held.scheduledPlan ?? held.plan }) });
  }

  private amountDue({ plan, periodStart, periodEnd }: StandInSubscription, form: StandInRequest['form']): number {
    const item = form['subscription_details[items][0][price]'] ?? form['items[0][price]'] ?? '';
    const at = Number(form['subscription_details[proration_date]'] ?? form['proration_date']);
    const share = (cents: number): number => Math.round((cents * (periodEnd - at)) / (periodEnd - periodStart));
    return share(asPrice(item.replace(PRICE_ID, '')).unit_amount) - share(asPrice(plan).unit_amount) - this.discountCents;
  }

  private setRenewal(id: string, form: StandInRequest['form']): Answer {
    const held = this.subscriptions.get(id);
    if (!held || held.scheduledPlan !== null) return refusal();
    held.cancelAtPeriodEnd = form['cancel_at_period_end'] === 'true';
    if (form['cancel_at'] === '') held.cancelAt = null;
    return ok(asStripe(held));
  }

  private read(id: string): Answer {
    const held = this.subscriptions.get(id);
    return held ? ok(asStripe(held)) : refusal();
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
    this.charged.push(this.amountDue(held, form));
    held.plan = price.metadata.plan;
    held.paymentId = this.newId('pi');
    this.receive(held);
    return ok(asStripe(held));
  }

  private cancel(id: string, form: StandInRequest['form']): Answer {
    const held = this.subscriptions.get(id);
    if (!held || held.status === 'canceled') return refusal();
    Object.assign(held, { status: 'canceled', scheduledPlan: null, endComment: form['cancellation_details[comment]'] ?? null });
    return ok(asStripe(held));
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refusal = (code?: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message: 'no', code } },
});

const PRICE_ID = 'price_of_';
const CENTS: Readonly<Record<string, number>> = { basic: 999, premium: 1999 };
const asPrice = (plan: string): Price & { object: string } => ({
  object: 'price',
  id: `${PRICE_ID}${plan}`,
  lookup_key: '',
  unit_amount: CENTS[plan] ?? 0,
  metadata: { plan },
});
const asSchedule = ({ id, plan, scheduledPlan, periodStart, periodEnd }: StandInSubscription): Record<string, unknown> => ({
  id: `sched_${id}`,
  status: 'active',
  phases: [
    { start_date: periodStart, end_date: periodEnd, items: [{ price: asPrice(plan).id, quantity: 1 }] },
    { start_date: periodEnd, end_date: periodEnd + 1, items: [{ price: asPrice(scheduledPlan ?? '').id, quantity: 1 }] },
  ],
});

const asInvoice = (payment: string | null, status: string): Record<string, unknown> => ({
  object: 'invoice',
  status,
  payments: {
    object: 'list',
    data: payment === null ? [] : [{ is_default: true, payment: { type: 'payment_intent', payment_intent: payment } }],
  },
});

/** As that of an upgrade: with a negative line for the plan that is replaced. */
const asPaidInvoice = ({ id, customer, plan, cents, paymentId, currency }: StandInInvoice): Record<string, unknown> => ({
  ...asInvoice(paymentId, 'paid'),
  id,
  customer,
  currency,
  amount_paid: cents,
  parent: { type: 'subscription_details', subscription_details: { subscription: `sub_of_${customer}` } },
  lines: {
    object: 'list',
    data: [
      { amount: -100, pricing: { price_details: { price: `${PRICE_ID}basic` } } },
      { amount: cents + 100, pricing: { price_details: { price: `${PRICE_ID}${plan}` } } },
    ],
  },
});

function asStripe(subscription: StandInSubscription): Record<string, unknown> {
  const { id, customer, plan, status, created, cancelAtPeriodEnd, cancelAt, failedAt, paymentId, invoiceStatus } = subscription;
  const period = { current_period_start: subscription.periodStart, current_period_end: subscription.periodEnd };
  return {
    object: 'subscription',
    id,
    customer,
    status,
    created,
    start_date: created,
    ended_at: subscription.endedAt ?? (status === 'canceled' ? Math.floor(Date.now() / 1000) : null),
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAt,
    pending_update: null,
    schedule: subscription.scheduledPlan === null ? null : asSchedule(subscription),
    cancellation_details: { comment: subscription.endComment, reason: null },
    items: { object: 'list', data: [{ id: `si_${id}`, ...period, price: asPrice(plan) }] },
    latest_invoice: {
      ...asInvoice(paymentId, invoiceStatus),
      id: `in_${id}`,
      hosted_invoice_url: `https://invoice.stripe.com/${id}`,
      created: failedAt ?? created,
      status_transitions: { finalized_at: failedAt },
    },
  };
}
