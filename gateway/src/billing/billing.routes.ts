import { billing, CreditMovement } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

const CHECKOUT = ['PAYMENT_UNAVAILABLE', 'NOT_CONFIGURED', 'IMPERSONATING'] as const;
const WEBHOOK_BYTES = 262_144;

export const billingRoutes = {
  credits: {
    method: 'GET',
    path: '/api/credits',
    summary: 'Get your message credits',
    access: 'user',
    call: billing.usage,
    answer: z.object({ credits: z.number().int() }),
    errors: [],
  },
  packages: {
    method: 'GET',
    path: '/api/credits/packages',
    summary: 'List the credit packages, cheapest first; `price` is in cents',
    access: 'user',
    call: billing.packages,
    errors: [],
  },
  history: {
    method: 'GET',
    path: '/api/credits/history',
    summary: 'List the postings of your credits, latest first; X-Total-Count is their total number',
    access: 'user',
    call: billing.history,
    answer: z.array(CreditMovement),
    errors: [],
  },
  checkoutCredits: {
    method: 'POST',
    path: '/api/credits/checkout',
    summary: 'Create a checkout for a credit package; only `packageId` is used',
    access: 'user',
    call: billing.checkoutCredits,
    errors: ['NOT_FOUND', ...CHECKOUT],
  },
  upgrade: {
    method: 'POST',
    path: '/api/subscriptions/upgrade',
    summary: 'Create a checkout for a plan; the plan changes once it is paid',
    access: 'user',
    call: billing.checkoutPlan,
    errors: ['ALREADY_SUBSCRIBED', ...CHECKOUT],
  },
  checkoutPlan: {
    method: 'POST',
    path: '/api/create-checkout-session',
    summary: 'Create a checkout for a plan (same as /api/subscriptions/upgrade)',
    access: 'user',
    call: billing.checkoutPlan,
    errors: ['ALREADY_SUBSCRIBED', ...CHECKOUT],
  },
  subscription: {
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'Get your subscription and the plan in force',
    access: 'user',
    call: billing.subscription,
    errors: [],
  },
  portal: {
    method: 'POST',
    path: '/api/subscriptions/portal',
    summary: "Create a link to the payment provider's page for cards, invoices and cancellation",
    access: 'user',
    call: billing.portal,
    errors: ['NOT_FOUND', ...CHECKOUT],
  },
  webhook: {
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Receive an event of the payment provider: at most 256 KiB, the exact bytes signed by the header Stripe-Signature',
    access: 'public',
    call: billing.webhook,
    sends: z.looseObject({}),
    rawBytes: WEBHOOK_BYTES,
    errors: ['SIGNATURE_INVALID', 'NOT_CONFIGURED', 'PAYMENT_UNAVAILABLE', 'UNAVAILABLE'],
  },
  sandboxCheckout: {
    method: 'GET',
    path: '/api/sandbox/checkout/:checkoutId',
    summary: 'Get one of your sandbox checkouts',
    access: 'user',
    call: billing.sandboxCheckout,
    errors: ['NOT_FOUND'],
  },
  sandboxPay: {
    method: 'POST',
    path: '/api/sandbox/checkout/:checkoutId',
    summary: 'Pay or decline a sandbox checkout; no money moves',
    access: 'user',
    call: billing.sandboxPay,
    errors: ['NOT_FOUND', 'PAYMENT_UNAVAILABLE', 'IMPERSONATING'],
  },
  sandboxPortal: {
    method: 'POST',
    path: '/api/sandbox/subscription',
    summary: 'Cancel or resume your sandbox subscription',
    access: 'user',
    call: billing.sandboxPortal,
    errors: ['NOT_FOUND', 'IMPERSONATING'],
  },
} as const satisfies Routes;
