import type { Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyInstance } from 'fastify';

/** Where browsers report what the content security policy stopped. */
export const REPORTS_PATH = '/api/csp-reports';

const SEVERAL_YEARS_S = 63_072_000;
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
];

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'reporting-endpoints': `csp="${REPORTS_PATH}"`,
};

export const isHttps = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean => PUBLIC_URL.startsWith('https:');

/** Whether an address belongs to one of the two doors or to health, and is never a page of the web app. */
export const isDoor = (url: string): boolean => /^\/(?:api|graphql|health)(?:[/?]|$)/.test(url);

/** Puts the headers of the design (S24 to S26) on every answer. There is no CORS header: no other site may read us. */
export function secureHeaders(fastify: FastifyInstance, config: Config): void {
  const headers = {
    ...HEADERS,
    'content-security-policy': contentPolicy(),
    ...(isHttps(config) && { 'strict-transport-security': `max-age=${SEVERAL_YEARS_S}; includeSubDomains` }),
  };
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    // RFC 9112, section 3.2; what builds an address from it would fail.
    if (!URL.canParse(`http://${request.hostname}/`)) throw new AppError('MALFORMED', 'The Host header cannot be read.');
    if (isDoor(request.url)) void reply.header('cache-control', 'no-store');
  });
}

/** The content security policy; `nonce` admits the style elements that antd writes into the page. */
export function contentPolicy(nonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // The web app names one policy of its own, which lets through text without tags.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-to csp',
  ].join('; ');
}
