import { billing, CreditMovement } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

const CHECKOUT = ['PAYMENT_UNAVAILABLE', 'NOT_CONFIGURED', 'IMPERSONATING'] as const;
const WEBHOOK_BYTES = 262_144;

export const billingRoutes = {
  credits: {
    method: 'GET',
    path: '/api/credits',
    summary: 'Your message credits',
    access: 'user',
    call: billing.usage,
    answer: z.object({ credits: z.number().int() }),
    errors: [],
  },
  packages: {
    method: 'GET',
    path: '/api/credits/packages',
    summary: 'The credit packages, cheapest first; `price` in cents',
    access: 'user',
    call: billing.packages,
    errors: [],
  },
  history: {
    method: 'GET',
    path: '/api/credits/history',
    summary: 'The movements of your credits, the latest first; X-Total-Count says how many there are',
    access: 'user',
    call: billing.history,
    answer: z.array(CreditMovement),
    errors: [],
  },
  checkoutCredits: {
    method: 'POST',
    path: '/api/credits/checkout',
    summary: 'Where to pay for a package; only `packageId` counts',
    access: 'user',
    call: billing.checkoutCredits,
    errors: ['NOT_FOUND', ...CHECKOUT],
  },
  upgrade: {
    method: 'POST',
    path: '/api/subscriptions/upgrade',
    summary: 'Where to pay for a plan; nothing changes before it is paid',
    access: 'user',
    call: billing.checkoutPlan,
    errors: ['ALREADY_SUBSCRIBED', ...CHECKOUT],
  },
  checkoutPlan: {
    method: 'POST',
    path: '/api/create-checkout-session',
    summary: 'The same',
    access: 'user',
    call: billing.checkoutPlan,
    errors: ['ALREADY_SUBSCRIBED', ...CHECKOUT],
  },
  subscription: {
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'What you pay for and which plan is in force',
    access: 'user',
    call: billing.subscription,
    errors: [],
  },
  portal: {
    method: 'POST',
    path: '/api/subscriptions/portal',
    summary: "The payment provider's page for cards, invoices and cancelling",
    access: 'user',
    call: billing.portal,
    errors: ['NOT_FOUND', ...CHECKOUT],
  },
  webhook: {
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Events of the payment provider; the header Stripe-Signature signs the body as it came, at most 256 KiB',
    access: 'public',
    call: billing.webhook,
    sends: z.looseObject({}),
    rawBytes: WEBHOOK_BYTES,
    errors: ['SIGNATURE_INVALID', 'NOT_CONFIGURED', 'PAYMENT_UNAVAILABLE', 'UNAVAILABLE'],
  },
  sandboxCheckout: {
    method: 'GET',
    path: '/api/sandbox/checkout/:checkoutId',
    summary: 'Sandbox: what a checkout of yours sells',
    access: 'user',
    call: billing.sandboxCheckout,
    errors: ['NOT_FOUND'],
  },
  sandboxPay: {
    method: 'POST',
    path: '/api/sandbox/checkout/:checkoutId',
    summary: 'Sandbox: pay or decline; no money moves',
    access: 'user',
    call: billing.sandboxPay,
    errors: ['NOT_FOUND', 'PAYMENT_UNAVAILABLE', 'IMPERSONATING'],
  },
  sandboxPortal: {
    method: 'POST',
    path: '/api/sandbox/subscription',
    summary: 'Sandbox: cancel or resume your subscription',
    access: 'user',
    call: billing.sandboxPortal,
    errors: ['NOT_FOUND', 'IMPERSONATING'],
  },
} as const satisfies Routes;
